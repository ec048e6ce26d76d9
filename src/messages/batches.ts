import type { MigrationOrder } from '../engine/migration/migrations.ts';
import type { Variables } from '../engine/values.ts';
import type { ModifyInstruction } from './instance-changes.ts';

/** Operations on each item of a batch (docs/contributing/spec/batches.md#batch-operations). */
export const BATCH_OPERATIONS = [
  ...(['retry', 'resolve', 'cancel', 'revive', 'suspend'] as const),
  ...(['resume', 'modify', 'variables', 'migrate', 'delete'] as const),
] as const;
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

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

/** Arguments of the command of each item. Each operation reads its own. */
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

/** Ids, or all items that a filter of their list finds (docs/contributing/spec/batches.md#items). */
export type BatchSelection = { readonly ids: readonly string[] } | { readonly filters: string };

/** `Running`, `Paused`: some items are not processed. `Stopping`: these items are being skipped. */
export type BatchState = (typeof BATCH_STATES)[number];

/** Order in which the state in one shard is that of the batch (docs/contributing/spec/shards.md#lists). */
export const BATCH_STATES = ['Running', 'Stopping', 'Paused', 'Stopped', 'Completed'] as const;

export type BatchAct = 'pause' | 'resume' | 'stop';

export interface RequestedBatch {
  readonly batchId: string;
  readonly operation: BatchOperation;
  readonly parameters: BatchParameters;
  readonly selection: BatchSelection;
  /** items per second; null: the default of the worker */
  readonly rate: number | null;
  readonly isDryRun: boolean;
  /** process keys of its items in other shards */
  readonly otherKeys?: readonly string[];
}

/** Created batch, or the result of a dry run. */
export interface MadeBatch {
  /** null in a dry run */
  readonly batchId: string | null;
  readonly total: number;
  /** items by process key, most first, at most 100 keys */
  readonly keys: readonly { readonly key: string; readonly count: number }[];
  /** unknown ids; their items will fail or be skipped */
  readonly unknown: number;
  /** limit of `total`; only in a dry run */
  readonly most?: number;
}
