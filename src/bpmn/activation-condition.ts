import { childNamed, type XmlElement } from './xml/xml-element.ts';

/** Activation condition from child element or attribute; `''` if empty (docs/contributing/spec/gateways.md#complex-join). */
export function activationConditionOf(gateway: XmlElement): string | undefined {
  return (childNamed(gateway, 'activationCondition')?.text ?? gateway.attributes.get('activationCondition'))?.trim();
}
