import { expect } from 'chai';
import type { Pool } from '../../../../src/db/pool.ts';
import { UnknownVersion } from '../../../../src/engine/events/upcast.ts';
import { UnfinishedText } from '../../../../src/expressions/unfinished-text.ts';
import { resultOf } from '../../../../src/worker/delivery/commit-command-batch.ts';
import { OverlongRun } from '../../../../src/worker/transaction/overlong-run.ts';
import { SlowCommandBatch } from '../../../../src/worker/transaction/time-budget.ts';
import { WrongInstallation } from '../../../../src/worker/transaction/wrong-installation.ts';
import { LongRun } from '../../../../src/worker/unit-of-work/run-budget.ts';

/** Errors of the driver for a session that ended. */
const ENDINGS: readonly Error[] = [
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' }),
];
const answering = { query: async () => ({ rows: [] }) } as unknown as Pool;
const silent = { query: () => Promise.reject(new Error('Connection terminated unexpectedly')) } as unknown as Pool;

describe('result of an attempt', () => {
  for (const ending of ENDINGS) {
    it(`is a lost session when '${ending.message}' and the database answers others`, async () => {
      expect(await resultOf(ending, answering)).to.equal('session-lost');
    });

    it(`is an outage when '${ending.message}' and the database does not answer`, async () => {
      expect(await resultOf(ending, silent)).to.equal('database-away');
    });

    it(`is an overlong run when '${ending.message}' after a long decision`, async () => {
      expect(await resultOf(new OverlongRun(7000, ending), answering)).to.equal('overlong');
    });
  }

  it('is a fault when a statement gets no answer, because another session may hold its table for hours', async () => {
    expect(await resultOf(new Error('Query read timeout'), answering)).to.equal('fault');
  });

  it('is a fault when another delivery of the command has committed first', async () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', table: 'inbox' });
    expect(await resultOf(error, answering)).to.equal('fault');
  });

  it('names the reason when the commands cannot run together or here', async () => {
    const errors = [
      new UnfinishedText({ key: 'order', commandId: 'c' }),
      new LongRun('c'),
      new SlowCommandBatch('slow'),
      new WrongInstallation(),
      new UnknownVersion('the event row', 99, 1),
      new Error('broken'),
    ];
    const results = await Promise.all(errors.map((error) => resultOf(error, answering)));
    expect(results).to.deep.equal(['slow-script', 'long-run', 'slow-together', 'other-installation', 'unknown-version', 'bug']);
  });
});
