import type { MultiInstanceModel } from '../../../engine/model.ts';
import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { zeebe } from '../namespaces.ts';

/** zeebe `loopCharacteristics`: iterations count from 1, results keep the places of their items, and a compensation handler runs once for the whole loop. */
export function loopRulesOf(
  node: NodeDraft,
  xml: XmlElement,
  hasOutput: boolean,
  { document, followsDialects }: ReadContext,
): Pick<MultiInstanceModel, 'firstCounter' | 'keepsPlaces' | 'isCompensatedOnce'> {
  if (extensionsNamed(xml, zeebe, 'loopCharacteristics').length === 0) return { firstCounter: 0 };
  const isOfCamunda8 = followsDialects && document.dialect.platform === 'Camunda 8';
  return {
    firstCounter: 1,
    ...(isOfCamunda8 && hasOutput ? { keepsPlaces: true } : {}),
    ...(isOfCamunda8 && node.compensation !== undefined ? { isCompensatedOnce: true } : {}),
  };
}
