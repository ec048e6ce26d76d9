import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { startRecoveryScans } from '../../../src/worker/delivery/recovery-scan.ts';
import { startOf } from '../../support/commands.ts';
import { emptyRedis, openView } from '../../support/open-backend.ts';
import { keptLog } from '../../support/read-side.ts';
import { BACKENDS } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

for (const kind of BACKENDS) {
  describe(`the sweep of the outbox on ${kind} (docs/contributing/spec/reliability.md#worker-dies-after-commit)`, () => {
    let side: WriteSide;
    let backend: QueueBackend;
    beforeEach(async () => {
      side = await openWriteSide();
      backend = await openView(side.url, await emptyRedis(kind));
    });
    afterEach(async () => {
      await backend.close();
      await side.close();
    });

    const waiting = async () => (await backend.counts()).reduce((sum, { count }) => sum + count, 0);
    const insert = (columns: string, values: readonly unknown[]) =>
      side.sql(
        `insert into outbox (command_id, command, created_at, ${columns}) values ($1, $2, clock_timestamp() - interval '1 minute', $3)`,
        values,
      );

    itFull(
      'hands over nothing that is in the queue already, however long the queue is and however many workers sweep',
      async () => {
        for (let n = 0; n < 20; n += 1) {
          const command = startOf('order');
          await insert('target_id', [command.id, JSON.stringify(command), null]);
          for (let of = 0; of < 3; of += 1) {
            await insert('target_id', [newId(), JSON.stringify({ type: 'ContinueRun' }), command.instanceId]);
            await insert('sender_id', [newId(), JSON.stringify(command), command.instanceId]);
          }
        }
        const log = keptLog();
        const stops = [side.worker({ log }), side.worker({ log })].map((worker) => startRecoveryScans({ ...worker, backend }));
        for (let sweeps = 0; sweeps < 4; sweeps += 1) await log.next(5003);
        for (const stop of stops) stop();
        // an instance may have both, a mailbox and commands it has thrown: one job for each command, mailbox and sender, after four sweeps
        expect(await waiting()).to.equal(60);
      },
    );
  });
}
