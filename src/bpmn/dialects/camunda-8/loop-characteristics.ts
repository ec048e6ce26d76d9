import type { MultiInstanceModel } from '../../../engine/model.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { zeebe } from '../namespaces.ts';

/** With zeebe `loopCharacteristics` iterations are counted from 1, and results keep the places of their items. */
export function loopRulesOf(
  xml: XmlElement,
  hasOutput: boolean,
  { document, followsDialects }: ReadContext,
): Pick<MultiInstanceModel, 'firstCounter' | 'keepsPlaces'> {
  if (extensionsNamed(xml, zeebe, 'loopCharacteristics').length === 0) return { firstCounter: 0 };
  const keepsPlaces = hasOutput && followsDialects && document.dialect.platform === 'Camunda 8';
  return { firstCounter: 1, ...(keepsPlaces ? { keepsPlaces } : {}) };
}
