export type CommandBatchResult =
  | 'committed'
  /** a conflict with another transaction, or a fault of the infrastructure */
  | 'fault'
  /** the session was lost, and the database does not answer */
  | 'database-away'
  /** the session was lost, but the database accepts new ones */
  | 'session-lost'
  /** deciding exceeded the idle timeout of the database */
  | 'overlong'
  /** the commands take too long together, or one must have a separate batch */
  | 'slow-together'
  /** one command runs too long for a shared transaction */
  | 'long-run'
  /** a script needs a thread, and this attempt does not wait for threads */
  | 'slow-script'
  /** only a newer release can read the event history */
  | 'unknown-version'
  /** an invariant is broken */
  | 'bug'
  | 'other-installation'
  | 'stopped';

/** Commands of an attempt. `waiting`: all in the queue of one sender or instance. `first-waiting`: only the first of them. */
export type Attempted = 'one' | 'several' | 'waiting' | 'first-waiting';

export type NextStep =
  | 'done'
  /** another attempt after an increasing delay */
  | 'again'
  /** each command in a separate attempt */
  | 'one-by-one'
  /** one command is queued in a separate batch; the others are attempted now */
  | 'queue-alone'
  /** one command waits for a thread in the bulk queue; the others are attempted now */
  | 'bulk-queue'
  /** queued with a delay, for a worker with a newer release */
  | 'newer-worker'
  | 'dead-letter'
  /** ends the delivery with the error */
  | 'stop';

interface Rule extends Readonly<Record<Attempted, NextStep>> {
  /** from this number of attempts with the same result, it counts as `bug`; absent: no limit */
  readonly maxAttempts?: number;
}

const row = (one: NextStep, several: NextStep, waiting: NextStep, firstWaiting: NextStep): Rule => ({
  one,
  several,
  waiting,
  'first-waiting': firstWaiting,
});
const all = (next: NextStep): Rule => row(next, next, next, next);

const BUG = row('dead-letter', 'one-by-one', 'one-by-one', 'dead-letter');
const RULES: Readonly<Record<CommandBatchResult, Rule>> = {
  committed: all('done'),
  fault: all('again'),
  'database-away': all('again'),
  // not an outage: the command itself ends the session
  'session-lost': { ...all('again'), maxAttempts: 20 },
  // each attempt blocks this worker for seconds
  overlong: { ...all('again'), maxAttempts: 3 },
  'slow-together': BUG,
  'long-run': row('dead-letter', 'queue-alone', 'one-by-one', 'dead-letter'),
  'slow-script': row('bulk-queue', 'bulk-queue', 'bulk-queue', 'dead-letter'),
  'unknown-version': row('newer-worker', 'one-by-one', 'newer-worker', 'dead-letter'),
  bug: BUG,
  'other-installation': all('stop'),
  stopped: all('stop'),
};

/** @param count attempts with this result in this delivery, including this one */
export function stepAfter(result: CommandBatchResult, attempted: Attempted, count: number): NextStep {
  const rule = RULES[result];
  return count >= (rule.maxAttempts ?? Number.POSITIVE_INFINITY) ? BUG[attempted] : rule[attempted];
}

/** Number of the delivery from which on the batch may have crashed a worker. The first is 1. */
const FIRST_REDELIVERY = 2;

/**
 * First step of a delivery. If the batch may have crashed a worker, several commands are queued in separate batches; a single one is attempted while the
 * worker attempts no other such command (docs/contributing/spec/reliability.md#poison-command).
 */
export function stepBefore(delivery: number, attempted: Attempted): 'attempt' | 'queue-each' | 'attempt-in-turn' {
  if (delivery < FIRST_REDELIVERY) return 'attempt';
  return attempted === 'several' ? 'queue-each' : 'attempt-in-turn';
}
