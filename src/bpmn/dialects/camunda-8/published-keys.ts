import { attributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { zeebe } from '../namespaces.ts';

/** `publishMessage@correlationKey` of Camunda 8, on the event definition or the task. */
export function publishedKeyOf(thrower: XmlElement): string | undefined {
  return extensionsNamed(thrower, zeebe, 'publishMessage')
    .map((published) => attributeOf(published, 'correlationKey'))
    .find((key) => key !== undefined);
}
