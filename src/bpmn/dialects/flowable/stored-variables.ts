import type { ScriptModel } from '../../../engine/model.ts';
import { dialectAttributeOf, isTrue, type XmlElement } from '../../xml/xml-element.ts';
import { flowable } from '../namespaces.ts';

/** `autoStoreVariables` of Flowable and Activiti: assigned names are process variables, not local (docs/contributing/spec/expressions.md#assigned-names). */
export function storingOf(xml: XmlElement, { storesAssigned }: ScriptModel): { storesAssigned?: true } {
  const written = dialectAttributeOf(xml, flowable, 'autoStoreVariables');
  return storesAssigned === false && isTrue(written) ? { storesAssigned: true } : {};
}
