import { childNamed, type XmlElement } from './xml/xml-element.ts';

/**
 * Activation condition of a complex gateway, from the child element or the attribute. `''` if present but empty
 * (docs/contributing/spec/gateways.md#complex-join).
 */
export function activationConditionOf(gateway: XmlElement): string | undefined {
  return (childNamed(gateway, 'activationCondition')?.text ?? gateway.attributes.get('activationCondition'))?.trim();
}
