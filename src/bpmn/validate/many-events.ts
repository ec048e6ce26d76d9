import type { NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { eventStartsOf } from '../events/starts.ts';
import { findingAt } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

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
