/** What a deletion did. */
export interface DeletedInstances {
  /** how many instances are gone, called ones included */
  readonly deleted: number;
  /** whether there were so many called ones that a follow-up deletes the rest */
  readonly goesOn: boolean;
}

/** What an erasure did. */
export interface ErasedInstances {
  /** how many instances are gone, called ones included */
  readonly erased: number;
  /** ids of those that were cancelled for it */
  readonly cancelled: readonly string[];
  /** files of the archive that still have something of the business id */
  readonly archives: readonly string[];
  /** false: some are ending, or there are very many. The same request goes on */
  readonly isComplete: boolean;
}
