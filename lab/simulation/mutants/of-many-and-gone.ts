import type { Mutant } from '../../mutants/mutant.ts';
import type { Course } from '../simulate.ts';

/** A bug, and what happens in the runs that show it. */
export interface MutantOfRuns extends Mutant {
  readonly given?: Partial<Course>;
  /** number of databases; default: 1 */
  readonly shards?: number;
}

const MANY: Partial<Course> = { hasBatches: true };
const BREAKING: Partial<Course> = { ...MANY, breaksConnections: true };
const GONE: Partial<Course> = { isForgetful: true };

/** Bugs of batches, of deletions, and of the event feed. */
export const MUTANTS_OF_MANY_AND_GONE: readonly MutantOfRuns[] = [
  {
    bug: 'the outcomes of items are written in a transaction of their own',
    given: BREAKING,
    in: 'executeItems',
    from: 'saveOutcomes($deciding.transaction, $taken.batchId, $outcomes);',
    to: `const columns = ['position', 'state', 'rejection', 'resultId'].map((name) => outcomes.map((one) => one[name] ?? null));
      columns[2] = columns[2].map((rejection) => rejection && JSON.stringify(rejection));
      tools.pool.query({ name: 'save-batch-outcomes', text: 'outcomes', values: [taken.batchId, ...columns] }).catch(() => {});`,
  },
  {
    bug: 'a connection that breaks counts as a bug that an item has hit',
    given: BREAKING,
    in: 'alone',
    from: '!isRetryable($error) && !($error instanceof UnknownVersion)',
    to: 'true',
  },
  {
    bug: 'an instance is deleted while one that it has called runs',
    given: GONE,
    in: 'deleteInstance.handle',
    from: '!$isTerminal || $runningBelow !== null',
    to: '!$isTerminal',
  },
  {
    bug: 'retention leaves what a deleted instance has called',
    given: GONE,
    in: 'lockExpired',
    from: '[...$called, ...$tops.filter(({ id }) => !$stay.has(id))]',
    to: '$tops.filter(({ id }) => !$stay.has(id))',
  },
  {
    bug: 'projectors do not learn of deletions',
    given: GONE,
    in: 'deleteInstances',
    from: '$transaction.enqueue(RENEW, [$ids, $at]);',
    to: '',
  },
  {
    bug: 'a projector leaves what it had of a deleted instance',
    given: GONE,
    in: 'projectBatch',
    from: 'removeInstances($transaction, $deleted);',
    to: '',
  },
  {
    bug: 'totals of lists keep instances that were deleted',
    given: GONE,
    in: 'removeInstances',
    from: 'instanceCount.subtract($transaction, $instanceIds);',
    to: '',
  },
  {
    bug: 'the event feed does not tell that an instance was deleted',
    given: { isForgetful: true, isFed: true },
    in: 'appendToFeed',
    from: 'if ($deleted.length > 0) $transaction.enqueue(END_DELETED, [$deleted]);',
    to: '',
  },
  {
    bug: 'an erasure leaves the replies that name what is erased',
    given: GONE,
    in: 'eraseTraces',
    from: '$transaction.enqueue(ERASE_REPLIES, [$instanceIds, $named, ERASED_REPLY, $commandId, $replying, $replies.until]);',
    to: '',
  },
];
