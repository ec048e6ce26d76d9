import { TIMER_FORMS } from '../catch-definitions.ts';
import { findingAt } from '../finding.ts';
import { eventStartsOf } from '../starts.ts';
import { childrenNamed } from '../xml-element.ts';
import { executableDefinitionsOf } from './executable-definitions.ts';
import type { ProcessRule } from './rule.ts';

/** A timer has exactly one form of due time. Its text is checked while reading (docs/contributing/spec/validation.md#timer-definitions). */
export const timersHaveOneForm: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'timer' || TIMER_FORMS.flatMap((form) => childrenNamed(xml, form)).length === 1) continue;
      yield findingAt(node.xml, 'exactly one of timeDate, timeDuration, timeCycle is required');
    }
  }
};

/** Most start events with a timer in a file: a deployment computes the next time of all of them in one transaction. */
const MAX_STARTS = 500;

/** Limits the start events with timers (docs/contributing/spec/validation.md#timer-starts). */
export const timerStartsAreFew: ProcessRule = function* (process, document) {
  const deployed = document.processes.filter(({ isDeployed }) => isDeployed);
  if (deployed[0] !== process) return;
  let count = 0;
  for (const one of deployed) {
    for (const { node, definitions = [] } of eventStartsOf(one, document)) {
      count += definitions.filter(({ kind }) => kind === 'timer').length;
      if (count <= MAX_STARTS) continue;
      yield findingAt(node.xml, `the file has more than ${MAX_STARTS} start events with timers`);
      return;
    }
  }
};
