import { BPMN } from '../../components/diagram/namespaces.ts';

/** Documentation from the model. */
export interface ProcessDescription {
  readonly name: string | undefined;
  readonly documentation: string | undefined;
}

/** Undefined members: absent, or the XML cannot be read. */
export function descriptionOf(xml: string, key: string): ProcessDescription {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const process = [...document.getElementsByTagNameNS(BPMN, 'process')].find((element) => element.getAttribute('id') === key);
  const children = [...(process?.children ?? [])];
  const texts = children.filter(({ localName, namespaceURI }) => localName === 'documentation' && namespaceURI === BPMN);
  const documentation = texts.map(({ textContent }) => (textContent ?? '').trim()).join('\n\n');
  return { name: process?.getAttribute('name') || undefined, documentation: documentation || undefined };
}
