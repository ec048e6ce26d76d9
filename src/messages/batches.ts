import type { MigrationOrder } from '../engine/migration/migrations.ts';
import type { Variables } from '../engine/values.ts';
import type { ModifyInstruction } from './instance-changes.ts';

/** What a batch does to each of its items: the operations that an operator has for one (docs/contributing/spec/batches.md#batch-operations). */
export const BATCH_OPERATIONS = [
  ...(['retry', 'resolve', 'cancel', 'revive', 'suspend'] as const),
  ...(['resume', 'modify', 'variables', 'migrate', 'delete'] as const),
] as const;
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

/** What the items of an operation are. */
export const SUBJECT_OF_OPERATION: Readonly<Record<BatchOperation, 'instance' | 'incident'>> = {
  retry: 'incident',
  resolve: 'incident',
  cancel: 'instance',
  revive: 'instance',
  suspend: 'instance',
  resume: 'instance',
  modify: 'instance',
  variables: 'instance',
  migrate: 'instance',
  delete: 'instance',
};

/** What the command of each item gets besides the item; each operation reads its own. */
export interface BatchParameters {
  readonly reason?: string;
  readonly variables?: Variables;
  /** names of variables */
  readonly removed?: readonly string[];
  readonly instructions?: readonly ModifyInstruction[];
  readonly calledInstances?: boolean;
  readonly definitionId?: string;
  readonly plan?: MigrationOrder;
}

/** What a batch hits: ids of what its operation is about, or all that a filter of its list finds (docs/contributing/spec/batches.md#items). */
export type BatchSelection = { readonly ids: readonly string[] } | { readonly filters: string };

/** `Running` and `Paused` have items to come; `Stopping`: those are being skipped. */
export type BatchState = 'Running' | 'Paused' | 'Stopping' | 'Stopped' | 'Completed';

/** What an operator does with a batch. */
export type BatchAct = 'pause' | 'resume' | 'stop';

/** A batch as it was made, or as it would be. */
export interface MadeBatch {
  /** null: of a dry run */
  readonly batchId: string | null;
  readonly total: number;
  /** items by process key, most first, at most 100 keys */
  readonly keys: readonly { readonly key: string; readonly count: number }[];
  /** ids that lead nowhere; their items will fail or be skipped */
  readonly unknown: number;
}
