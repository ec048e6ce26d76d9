import { childNamed, type XmlElement } from './xml-element.ts';

/** The activation condition of a complex gateway, as child element or attribute (bpmn.md J7); `''` when it is written and empty. */
export function activationConditionOf(gateway: XmlElement): string | undefined {
  return (childNamed(gateway, 'activationCondition')?.text ?? gateway.attributes.get('activationCondition'))?.trim();
}
