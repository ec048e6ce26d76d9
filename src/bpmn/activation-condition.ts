import { childNamed, type XmlElement } from './xml-element.ts';

/** The activation condition of a complex gateway, as child element or attribute; `''` when it is there but empty (docs/contributing/spec/gateways.md#complex-join). */
export function activationConditionOf(gateway: XmlElement): string | undefined {
  return (childNamed(gateway, 'activationCondition')?.text ?? gateway.attributes.get('activationCondition'))?.trim();
}
