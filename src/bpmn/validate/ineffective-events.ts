import { eventDefinitionsOf } from '../event-definitions.ts';
import { warningAt } from '../warning.ts';
import type { WarningRule } from './rule.ts';

/** Warns about an escalation boundary event on a user task: it never fires (docs/contributing/spec/validation.md#event-that-never-fires). */
export const boundariesCanFire: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.host?.tag !== 'userTask') continue;
    if (eventDefinitionsOf(node.xml, document).every(({ kind }) => kind !== 'escalation')) continue;
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: 'escalation event on a user task never fires' });
  }
};
