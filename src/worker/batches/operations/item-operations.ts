import type { BatchOperation } from '../../../messages/batches.ts';
import { cancel } from './cancel.ts';
import { deleteEnded } from './delete.ts';
import type { ItemOperation } from './item-operation.ts';
import { migrate } from './migrate.ts';
import { modify } from './modify.ts';
import { resolve } from './resolve.ts';
import { resume } from './resume.ts';
import { retry } from './retry.ts';
import { revive } from './revive.ts';
import { suspend } from './suspend.ts';
import { variables } from './variables.ts';

/** Maps every batch operation; a missing one does not compile. */
export const ITEM_OPERATIONS = {
  retry,
  resolve,
  cancel,
  revive,
  suspend,
  resume,
  modify,
  variables,
  migrate,
  delete: deleteEnded,
} as const satisfies Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each operation knows its own command and its result
  Record<BatchOperation, ItemOperation<any>>
>;

export function itemOperation(operation: BatchOperation): ItemOperation {
  const found = Object.hasOwn(ITEM_OPERATIONS, operation) ? ITEM_OPERATIONS[operation] : undefined;
  if (found === undefined) throw new Error(`no operation '${operation}'`);
  return found as ItemOperation;
}
