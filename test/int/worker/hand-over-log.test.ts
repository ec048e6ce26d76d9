import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { deliver } from '../../../src/worker/delivery/deliver.ts';
import { startRecoveryScans } from '../../../src/worker/delivery/recovery-scan.ts';
import { startOf } from '../../support/commands.ts';
import { processOf, signal } from '../../support/models/event-elements.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { keepBackend, openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('the log of follow-ups handed to the queue (docs/reference/log-events.md)', () => {
  let side: WriteSide;
  let log: KeptLog;
  before(async () => {
    side = await openWriteSide();
    const raise = '<intermediateThrowEvent id="raise"><signalEventDefinition signalRef="alarm"/></intermediateThrowEvent>';
    await side.deploy(processOf('raising', signal('alarm'), [raise]));
  });
  beforeEach(async () => {
    log = keptLog();
    await side.sql('delete from outbox');
  });
  after(() => side.close());

  const reachable = (): QueueBackend => keepBackend(side.worker().backend);
  const broken = (): QueueBackend => ({ ...reachable(), add: () => Promise.reject(new Error('queue is away')) });
  const raise = (backend: QueueBackend) =>
    deliver(
      { ...side.worker({ log }), backend },
      { commandBatch: commandBatchOf([startOf('raising')], { replyTo: newId() }), attempt: 1, keep: async () => {} },
    );

  it('reports it when one is handed over', async () => {
    const handedOver = log.next(5000);
    await raise(reachable());
    expect(await handedOver).to.deep.equal({ EffectKind: 'BroadcastSignal' });
  });

  it('reports it when one stays in the outbox, and counts the attempts when the sweep repeats it', async () => {
    const kept = log.next(5002);
    await raise(broken());
    expect(await kept).to.deep.equal({ EffectKind: 'BroadcastSignal', ErrorMessage: 'queue is away' });
    await side.sql(`update outbox set created_at = created_at - interval '1 minute'`);
    const first = log.next(5001);
    const stop = startRecoveryScans({ ...side.worker({ log }), backend: reachable() });
    try {
      expect(await first).to.deep.equal({ EffectKind: 'BroadcastSignal', Attempt: 2 });
      expect(await log.next(5001)).to.deep.equal({ EffectKind: 'BroadcastSignal', Attempt: 3 });
      expect(log.of(5003)[0]).to.deep.equal({ Count: 1 });
    } finally {
      stop();
    }
  });
});
