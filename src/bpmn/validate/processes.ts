import type { NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { eventStartsOf } from '../events/starts.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { FLOW_NODES } from '../flow-element-tags.ts';
import { choiceText, isMarkedNotExecutable, PROCESS_CHOICES } from '../select-processes.ts';
import { childrenNamed } from '../xml/xml-element.ts';
import type { DocumentRule, ProcessRule, WarningRule } from './rule.ts';

/** Choreographies, conversations and misspelled tags are rejected in the whole file (docs/contributing/spec/validation.md#unknown-element). */
export const flowNodesAreBpmn: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (!FLOW_NODES.has(node.xml.local)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Checks deployed processes. */
export const flowNodesAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (FLOW_NODES.has(node.xml.local) && !ELEMENT_READERS.has(node.tag)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Values that override the configuration (docs/contributing/spec/validation.md#branch-variables-attribute). */
export const processChoicesAreKnown: ProcessRule = function* ({ xml }) {
  for (const [name, [one, other]] of Object.entries(PROCESS_CHOICES)) {
    const written = choiceText(xml, name as keyof typeof PROCESS_CHOICES);
    if (written === undefined || written === one || written === other) continue;
    yield findingAt(xml, `attribute ${name}: '${quote(written)}' is neither ${one} nor ${other}`);
  }
};

/**
 * Warns once, with the first deployed process: others are skipped, or the first one is deployed if the file has only such
 * (docs/contributing/spec/validation.md#skipped-process).
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

/** Warns about BPMN correlation subscriptions: Sluice correlates by key only (docs/contributing/spec/validation.md#bpmn-correlation). */
export const correlationsAreKeys: WarningRule = function* (process) {
  const [subscription] = childrenNamed(process.xml, 'correlationSubscription');
  if (subscription === undefined) return;
  yield warningAt(process.xml, process.key, {
    event: 'attribute-ignored',
    name: 'correlationSubscription',
    text: `correlationSubscription is not executed (line ${subscription.place.line}); give what waits for a message a correlation key`,
  });
};

/** Start events per file: a deployment computes all next times in one transaction. */
const MAX_TIMERS = 500;
/** Events that start a process: a deployment registers them in one transaction. */
const MAX_STARTS = 2000;
/** Boundary events of an activity: all subscribe in one step. */
const MAX_BOUNDARIES = 5000;

const SUBSCRIBING: ReadonlySet<string> = new Set(['timer', 'message', 'signal', 'conditional']);

/** Limits those that a deployment or a step registers together (docs/contributing/spec/validation.md#many-events). */
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

/** Limits all processes of a file together. */
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
