/** Result of a deletion. */
export interface DeletedInstances {
  /** how many instances are gone, called ones included */
  readonly deleted: number;
  /** true if a follow-up deletes the remaining called instances */
  readonly goesOn: boolean;
}

/** Result of an erasure. */
export interface ErasedInstances {
  /** how many instances are gone, called ones included */
  readonly erased: number;
  /** how many calls of decisions are gone; absent: none */
  readonly evaluations?: number;
  /** ids of those that were cancelled for it */
  readonly cancelled: readonly string[];
  /** files of the archive that still have something of the business id */
  readonly archives: readonly string[];
  /** false: some are still ending, or there are very many; repeat the request */
  readonly isComplete: boolean;
}

/** Why an instance is not deleted, or was deleted. */
export type DeletionRejection =
  /** only ended instances are deleted. `below`: the called instance that runs; null: the instance itself runs */
  | { readonly code: 'INSTANCE_NOT_ENDED'; readonly instanceId: string; readonly below: string | null }
  /** a called instance goes with the one at the top of the calls */
  | { readonly code: 'INSTANCE_WAS_CALLED'; readonly instanceId: string; readonly rootId: string }
  /** an erasure that may not cancel. `instanceIds`: some of the `count` that run */
  | { readonly code: 'INSTANCES_RUNNING'; readonly instanceIds: readonly string[]; readonly count: number }
  /** the command ran, but its results were erased since */
  | { readonly code: 'INSTANCE_ERASED' }
  /** the instance that this one continues was deleted */
  | { readonly code: 'ORIGIN_DELETED'; readonly instanceId: string; readonly originId: string };
