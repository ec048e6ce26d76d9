import type { NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { eventStartsOf } from '../events/starts.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { FLOW_NODES } from '../flow-element-tags.ts';
import { choiceText, isMarkedNotExecutable, PROCESS_CHOICES } from '../select-processes.ts';
import { childrenNamed } from '../xml/xml-element.ts';
import type { DocumentRule, ProcessRule, WarningRule } from './rule.ts';

/** Rejects unknown elements (choreographies, conversations, misspelled tags) in the whole file (docs/contributing/spec/validation.md#unknown-element). */
export const flowNodesAreBpmn: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (!FLOW_NODES.has(node.xml.local)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Rejects unsupported flow nodes in deployed processes. */
export const flowNodesAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (FLOW_NODES.has(node.xml.local) && !ELEMENT_READERS.has(node.tag)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Attributes that override the configuration have a valid value (docs/contributing/spec/validation.md#branch-variables-attribute). */
export const processChoicesAreKnown: ProcessRule = function* ({ xml }) {
  for (const [name, [one, other]] of Object.entries(PROCESS_CHOICES)) {
    const written = choiceText(xml, name as keyof typeof PROCESS_CHOICES);
    if (written === undefined || written === one || written === other) continue;
    yield findingAt(xml, `attribute ${name}: '${quote(written)}' is neither ${one} nor ${other}`);
  }
};

/**
 * Warns about processes marked as not executable: they are skipped, or the first one is deployed if the file has no other. Reported once,
 * with the first deployed process (docs/contributing/spec/validation.md#skipped-process).
 */
export const processesAreExecutable: WarningRule = function* (process, document) {
  if (document.processes.find((candidate) => candidate.isDeployed) !== process) return;
  if (isMarkedNotExecutable(process.xml)) {
    const text = 'isExecutable="false" is ignored: no process of the file is executable, and the first one is deployed';
    yield warningAt(process.xml, process.key, { event: 'attribute-ignored', name: 'isExecutable', text });
  }
  for (const other of document.processes) {
    if (other.isDeployed) continue;
    yield warningAt(other.xml, process.key, {
      event: 'more-than-one-process',
      elementId: other.key,
      text: 'process is not executable (isExecutable="false") and is skipped',
    });
  }
};

/** Warns about BPMN correlation subscriptions: Sluice correlates by correlation key only (docs/contributing/spec/validation.md#bpmn-correlation). */
export const correlationsAreKeys: WarningRule = function* (process) {
  const [subscription] = childrenNamed(process.xml, 'correlationSubscription');
  if (subscription === undefined) return;
  yield warningAt(process.xml, process.key, {
    event: 'attribute-ignored',
    name: 'correlationSubscription',
    text: `correlationSubscription is not executed (line ${subscription.place.line}); give what waits for a message a correlation key`,
  });
};

/** Most start events with a timer in a file: a deployment computes the next time of all of them in one transaction. */
const MAX_TIMERS = 500;
/** Most events that start a process: a deployment registers them in one transaction. */
const MAX_STARTS = 2000;
/** Most boundary events of an activity: all of them subscribe in one step. */
const MAX_BOUNDARIES = 5000;

const SUBSCRIBING: ReadonlySet<string> = new Set(['timer', 'message', 'signal', 'conditional']);

/** Limits the events that a deployment or a step registers together (docs/contributing/spec/validation.md#many-events). */
export const eventsAreFew: ProcessRule = function* (process, document) {
  const starts = eventStartsOf(process, document).flatMap(({ node, definitions = [] }) => definitions.map(() => node));
  const excess = starts[MAX_STARTS];
  if (excess !== undefined) yield findingAt(excess.xml, `the process has more than ${MAX_STARTS} events that start it`);
  const attached = new Map<NodeDraft, number>();
  for (const { host, xml } of process.nodes) {
    if (host === undefined || !eventDefinitionsOf(xml, document).some(({ kind }) => SUBSCRIBING.has(kind))) continue;
    const count = (attached.get(host) ?? 0) + 1;
    attached.set(host, count);
    if (count === MAX_BOUNDARIES + 1) yield findingAt(xml, `an activity has more than ${MAX_BOUNDARIES} boundary events`);
  }
};

/** Limits the start events with timers of all processes of a file. */
export const timerStartsAreFew: ProcessRule = function* (process, document) {
  const deployed = document.processes.filter(({ isDeployed }) => isDeployed);
  if (deployed[0] !== process) return;
  let count = 0;
  for (const one of deployed) {
    for (const { node, definitions = [] } of eventStartsOf(one, document)) {
      count += definitions.filter(({ kind }) => kind === 'timer').length;
      if (count <= MAX_TIMERS) continue;
      yield findingAt(node.xml, `the file has more than ${MAX_TIMERS} start events with timers`);
      return;
    }
  }
};
