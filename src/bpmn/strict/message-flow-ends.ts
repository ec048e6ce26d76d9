import { type DocumentDraft, resolve } from '../draft.ts';
import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement, elementsById } from './rule-iterators.ts';

const ANY: readonly string[] = ['participant', 'callConversation', 'conversation', 'subConversation', ...ACTIVITIES];
const SENDING: ReadonlySet<string> = new Set([...ANY, 'endEvent', 'intermediateThrowEvent']);
const RECEIVING: ReadonlySet<string> = new Set([...ANY, 'startEvent', 'intermediateCatchEvent', 'boundaryEvent']);

function endFaults(xml: XmlElement, name: string, kinds: ReadonlySet<string>, document: DocumentDraft): readonly string[] {
  const written = attributeOf(xml, name);
  if (written === undefined) return [`${name} is required`];
  const end = resolve(elementsById(document), written);
  if (end === undefined) return [`${name} '${quote(written)}' not found`];
  return kinds.has(end.local) ? [] : [`${name} '${quote(written)}' is a ${end.local}, which cannot be there`];
}

/** The source of a message flow can send, the target can receive. */
export const messageFlowEnds: StandardRule = {
  name: 'message-flow-ends',
  clause: '7.6.2',
  check: eachElement(['messageFlow'], (xml, document) => [
    ...endFaults(xml, 'sourceRef', SENDING, document),
    ...endFaults(xml, 'targetRef', RECEIVING, document),
  ]),
};
