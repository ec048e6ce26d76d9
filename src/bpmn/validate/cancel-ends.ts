import type { NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { findingAt } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** A cancel end event is inside a transaction, at any depth (docs/contributing/spec/validation.md#misplaced-cancel-end-event). */
export const cancelEndsAreInTransactions: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'endEvent' || isInTransaction(node)) continue;
    if (eventDefinitionsOf(node.xml, document).every(({ kind }) => kind !== 'cancel')) continue;
    yield findingAt(node.xml, 'cancel end event outside a transaction');
  }
};

function isInTransaction(node: NodeDraft): boolean {
  for (let host = node.container.host; host !== undefined; host = host.container.host) {
    if (host.tag === 'transaction') return true;
  }
  return false;
}
