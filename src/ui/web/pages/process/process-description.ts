import { BPMN } from '../../components/diagram/namespaces.ts';

/** Documentation of the process in the model. Undefined: absent, or the XML cannot be read. */
export function documentationOf(xml: string, key: string): string | undefined {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const process = [...document.getElementsByTagNameNS(BPMN, 'process')].find((element) => element.getAttribute('id') === key);
  const children = [...(process?.children ?? [])];
  const texts = children.filter(({ localName, namespaceURI }) => localName === 'documentation' && namespaceURI === BPMN);
  return texts.map(({ textContent }) => (textContent ?? '').trim()).join('\n\n') || undefined;
}
