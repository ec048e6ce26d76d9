import type { DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../events/event-definitions.ts';
import { messageOf, referredBy } from '../events/references.ts';
import { eventStartsOf, isInstantiating } from '../events/starts.ts';
import { type Finding, findingAt, quote } from '../finding.ts';
import { attributeOf, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';
import type { ProcessRule } from './rule.ts';

/** Definitions that cannot start a process (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const NEVER_START_A_PROCESS: ReadonlySet<string> = new Set([
  'error',
  'escalation',
  'compensation',
  'cancel',
  'terminate',
  'link',
]);

/** Allows one per container. Another rule checks event sub-processes (docs/contributing/spec/validation.md#single-none-start). */
export const noneStartsAreSingle: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    if (container.host?.tag === 'eventSubProcess') continue;
    const none = container.nodes.filter(
      (node) => node.tag === 'startEvent' && eventDefinitionsOf(node.xml, document).length === 0,
    );
    for (const extra of none.slice(1)) {
      yield findingAt(extra.xml, `only one none start event is allowed in '${quote(container.id)}'`);
    }
  }
};

/** Checks those with a definition (docs/contributing/spec/validation.md#misplaced-start-event). */
export const startEventsFitTheirPlace: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'startEvent' || node.container.host?.tag === 'eventSubProcess') continue;
    const isInProcess = node.container === process.root;
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (!isInProcess || NEVER_START_A_PROCESS.has(kind)) {
        yield findingAt(node.xml, `${quote(kind)} start event is not allowed here`);
      }
    }
    if (isInProcess && isTrue(attributeOf(node.xml, 'parallelMultiple'))) {
      yield findingAt(node.xml, 'parallelMultiple is not allowed on a process start');
    }
  }
};

/** A global task needs no start (docs/contributing/spec/validation.md#process-without-start). */
export const processesCanStart: ProcessRule = function* (process) {
  if (process.isGlobalTask) return;
  if (process.root.nodes.some((node) => node.tag === 'startEvent' || isInstantiating(node))) return;
  yield findingAt(process.xml, 'process has no start event');
};

/** Names of messages, and of signals (docs/contributing/spec/validation.md#start-event-names). */
export const startNamesAreUnique: ProcessRule = function* (process, document) {
  const taken = new Set<string>();
  for (const { xml, kind, name } of namedStartsOf(process, document)) {
    const key = `${kind} ${name}`;
    if (taken.has(key)) yield findingAt(xml, `duplicate start event for '${quote(name)}'`);
    taken.add(key);
  }
};

/** Rejects empty literals (docs/contributing/spec/waiting.md#event-name). */
export const eventNamesAreNotEmpty: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const places = node.tag === 'receiveTask' ? [{ kind: 'message', xml: node.xml }] : eventDefinitionsOf(node.xml, document);
    for (const { kind, xml } of places) {
      const name = kind === 'message' || kind === 'signal' ? nameOf(xml, kind, document) : undefined;
      if (name !== undefined && ALWAYS_EMPTY.test(name)) yield findingAt(node.xml, 'event name is empty');
    }
  }
};

/** FEEL and JUEL. */
const ALWAYS_EMPTY = /^(?:=\s*(?:""|null)|[$#]\{\s*(?:""|''|null)\s*\})$/;

interface NamedStart {
  readonly xml: XmlElement;
  readonly kind: 'message' | 'signal';
  readonly name: string;
}

function namedStartsOf(process: ProcessDraft, document: DocumentDraft): NamedStart[] {
  return eventStartsOf(process, document).flatMap(({ node, definitions }) => {
    const places = definitions ?? [{ kind: 'message', xml: node.xml }];
    return places.flatMap(({ kind, xml }) => {
      const name = kind === 'message' || kind === 'signal' ? nameOf(xml, kind, document) : undefined;
      return name === undefined ? [] : [{ xml: node.xml, kind: kind as NamedStart['kind'], name }];
    });
  });
}

function nameOf(owner: XmlElement, kind: 'message' | 'signal', document: DocumentDraft): string | undefined {
  const named = kind === 'message' ? messageOf(owner, document) : referredBy(owner, 'signalRef', kind, document);
  return named === undefined ? undefined : attributeOf(named, 'name');
}

/** Definitions that can trigger an event sub-process (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const TRIGGERS: ReadonlySet<string> = new Set([
  ...['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation'],
]);

/** One start event with a trigger, no loop marker, no boundary events (docs/contributing/spec/validation.md#event-sub-process-start). */
export const eventSubProcessesAreTriggered: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'eventSubProcess') continue;
    const starts = node.body?.nodes.filter(({ tag }) => tag === 'startEvent') ?? [];
    const [start] = starts;
    if (start === undefined || starts.length > 1) {
      yield findingAt(node.xml, 'event sub-process needs exactly one start event');
    } else yield* startFaults(start, document);
    const markers = node.xml.children.filter(({ local }) => LOOP_MARKERS.has(local));
    for (const { local } of [...markers, ...node.boundaries.map(({ xml }) => xml)]) {
      yield findingAt(node.xml, `${local} is not allowed on an event sub-process`);
    }
  }
};

function* startFaults(start: NodeDraft, document: DocumentDraft): Iterable<Finding> {
  const definitions = eventDefinitionsOf(start.xml, document);
  if (definitions.length + unknownDefinitionRefs(start.xml, document).length === 0) {
    yield findingAt(start.xml, 'start event of an event sub-process needs a trigger');
  }
  for (const { kind } of definitions) {
    if (!TRIGGERS.has(kind)) yield findingAt(start.xml, `${quote(kind)} is not allowed on an event sub-process`);
  }
}
