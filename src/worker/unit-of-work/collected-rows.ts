import type { WriteSet } from '../../store/write-set.ts';

/** Lists of the write set that commands only add to. The other rows have collections with rules. */
type Collected =
  | 'definitions'
  | 'deletedVersions'
  | 'taskComments'
  | 'replies'
  | 'startTriggers'
  | 'releasedTimers'
  | 'releasedStarts';

/** Rows that one transaction adds to the write set, by list. */
export type CollectedRows = { readonly [List in Collected]: WriteSet[List][number][] };

export function noCollectedRows(): CollectedRows {
  return {
    definitions: [],
    deletedVersions: [],
    taskComments: [],
    replies: [],
    startTriggers: [],
    releasedTimers: [],
    releasedStarts: [],
  };
}
