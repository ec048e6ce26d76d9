import { type DocumentDraft, resolve } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import {
  bpmnElementsOf,
  eachElement,
  eachProcess,
  elementsById,
  referenceFaults,
  referencesOf,
  type StandardRule,
} from './rule-iterators.ts';

const PROCESS: ReadonlySet<string> = new Set(['process']);
const ANY: readonly string[] = ['participant', 'callConversation', 'conversation', 'subConversation', ...ACTIVITIES];
const SENDING: ReadonlySet<string> = new Set([...ANY, 'endEvent', 'intermediateThrowEvent']);
const RECEIVING: ReadonlySet<string> = new Set([...ANY, 'startEvent', 'intermediateCatchEvent', 'boundaryEvent']);
const MESSAGE: ReadonlySet<string> = new Set(['message']);

export const COLLABORATION_RULES: readonly StandardRule[] = [
  // A participant references a process of the file.
  {
    name: 'participant-process',
    clause: '9.3',
    check: eachElement(['participant'], (xml, document) => referenceFaults(xml, 'processRef', PROCESS, document)),
  },
  // Minimum at least 0, maximum at least 1 and not below the minimum.
  {
    name: 'participant-multiplicity',
    clause: '9.3',
    check: eachElement(['participantMultiplicity'], (xml) => {
      const [minimum, maximum] = [attributeOf(xml, 'minimum') ?? '0', attributeOf(xml, 'maximum') ?? '1'];
      if (!/^\d+$/.test(minimum) || !/^\d+$/.test(maximum))
        return `minimum '${quote(minimum)}' or maximum '${quote(maximum)}' is not a number`;
      if (Number(maximum) >= Math.max(1, Number(minimum))) return undefined;
      return `maximum '${quote(maximum)}' is below 1 or below minimum '${quote(minimum)}'`;
    }),
  },
  // A lane references flow nodes of its process.
  {
    name: 'lane-nodes',
    clause: '10.8',
    check: eachProcess(function* ({ xml, nodeById }) {
      for (const lane of bpmnElementsOf(xml)) {
        if (lane.local !== 'lane') continue;
        for (const reference of referencesOf(lane, 'flowNodeRef')) {
          if (resolve(nodeById, reference) !== undefined) continue;
          yield findingAt(lane, `flowNodeRef '${quote(reference)}' names no flow node of the process`);
        }
      }
    }),
  },
  // The source of a message flow can send, the target can receive.
  {
    name: 'message-flow-ends',
    clause: '7.6.2',
    check: eachElement(['messageFlow'], (xml, document) => [
      ...endFaults(xml, 'sourceRef', SENDING, document),
      ...endFaults(xml, 'targetRef', RECEIVING, document),
    ]),
  },
  // An event at an end of a message flow sends or receives messages.
  {
    name: 'message-flow-events',
    clause: '10.5',
    check: eachElement(['messageFlow'], (xml, document) =>
      ['sourceRef', 'targetRef'].flatMap((name) => {
        const written = attributeOf(xml, name) ?? '';
        const end = resolve(elementsById(document), written);
        if (end === undefined || !end.local.endsWith('Event')) return [];
        if (eventDefinitionsOf(end, document).some(({ kind }) => kind === 'message')) return [];
        return [`${name} '${quote(written)}' is an event without message`];
      }),
    ),
  },
  {
    name: 'message-flow-message',
    clause: '9.4',
    check: eachElement(['messageFlow'], (xml, document) => referenceFaults(xml, 'messageRef', MESSAGE, document)),
  },
  // A message flow connects two different pools.
  {
    name: 'message-flow-pools',
    clause: '9.4',
    *check(document) {
      const pools = poolsOf(document);
      for (const xml of bpmnElementsOf(document.xml)) {
        if (xml.local !== 'messageFlow') continue;
        const [source, target] = [attributeOf(xml, 'sourceRef') ?? '', attributeOf(xml, 'targetRef') ?? ''];
        const pool = resolve(pools, source);
        if (pool === undefined || pool !== resolve(pools, target)) continue;
        yield findingAt(xml, `message flow joins '${quote(source)}' and '${quote(target)}' of one pool, '${quote(pool)}'`);
      }
    },
  },
];

function endFaults(xml: XmlElement, name: string, kinds: ReadonlySet<string>, document: DocumentDraft): readonly string[] {
  const written = attributeOf(xml, name);
  if (written === undefined) return [`${name} is required`];
  const end = resolve(elementsById(document), written);
  if (end === undefined) return [`${name} '${quote(written)}' not found`];
  return kinds.has(end.local) ? [] : [`${name} '${quote(written)}' is a ${end.local}, which cannot be there`];
}

/** Pools by id. A process without participant is a separate pool. */
function poolsOf(document: DocumentDraft): ReadonlyMap<string, string> {
  const pools = new Map<string, string>();
  const ofProcess = new Map<string, string>();
  for (const xml of bpmnElementsOf(document.xml)) {
    const [id, process] = [attributeOf(xml, 'id'), attributeOf(xml, 'processRef')];
    if (xml.local !== 'participant' || id === undefined) continue;
    pools.set(id, id);
    if (process !== undefined) ofProcess.set(process.slice(process.indexOf(':') + 1), id);
  }
  for (const { xml, key } of document.processes) {
    for (const inner of bpmnElementsOf(xml)) {
      const id = attributeOf(inner, 'id');
      if (id !== undefined && !pools.has(id)) pools.set(id, ofProcess.get(key) ?? key);
    }
  }
  return pools;
}
