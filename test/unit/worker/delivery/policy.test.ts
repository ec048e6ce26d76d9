import { expect } from 'chai';
import {
  type Attempted,
  type CommandBatchResult,
  type NextStep,
  stepAfter,
  stepBefore,
} from '../../../../src/worker/delivery/policy.ts';

const ATTEMPTED: readonly Attempted[] = ['one', 'several', 'waiting', 'first-waiting'];

/** The next step by commands of the attempt: one, several, all that wait for a sender or an instance, the first of these. */
type Row = readonly [result: CommandBatchResult, count: number, ...steps: readonly NextStep[]];

const TABLE: readonly Row[] = [
  ['committed', 1, 'done', 'done', 'done', 'done'],
  ['fault', 1, 'again', 'again', 'again', 'again'],
  ['fault', 10_000, 'again', 'again', 'again', 'again'],
  ['database-away', 10_000, 'again', 'again', 'again', 'again'],
  ['session-lost', 19, 'again', 'again', 'again', 'again'],
  ['session-lost', 20, 'dead-letter', 'one-by-one', 'one-by-one', 'dead-letter'],
  ['overlong', 2, 'again', 'again', 'again', 'again'],
  ['overlong', 3, 'dead-letter', 'one-by-one', 'one-by-one', 'dead-letter'],
  ['slow-together', 1, 'dead-letter', 'one-by-one', 'one-by-one', 'dead-letter'],
  ['long-run', 1, 'dead-letter', 'queue-alone', 'one-by-one', 'dead-letter'],
  ['slow-script', 1, 'bulk-queue', 'bulk-queue', 'bulk-queue', 'dead-letter'],
  ['unknown-version', 1, 'newer-worker', 'one-by-one', 'newer-worker', 'dead-letter'],
  ['bug', 1, 'dead-letter', 'one-by-one', 'one-by-one', 'dead-letter'],
  ['other-installation', 1, 'stop', 'stop', 'stop', 'stop'],
  ['stopped', 1, 'stop', 'stop', 'stop', 'stop'],
];

describe('delivery policy', () => {
  for (const [result, count, ...steps] of TABLE) {
    it(`chooses ${steps.join(', ')} when attempt ${count} ends with ${result}`, () => {
      expect(ATTEMPTED.map((attempted) => stepAfter(result, attempted, count))).to.deep.equal(steps);
    });
  }

  it('attempts all commands together when no worker has died', () => {
    expect(ATTEMPTED.map((attempted) => stepBefore(1, attempted))).to.deep.equal(ATTEMPTED.map(() => 'attempt'));
  });

  it('separates several commands and attempts single ones in turn when a worker has died', () => {
    const steps = ['attempt-in-turn', 'queue-each', 'attempt-in-turn', 'attempt-in-turn'];
    expect(ATTEMPTED.map((attempted) => stepBefore(2, attempted))).to.deep.equal(steps);
  });
});
