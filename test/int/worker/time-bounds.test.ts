import { expect } from 'chai';
import { setPause } from '../../../src/worker/pause-points.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { get, post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { catching, onSignal, onTimer, processOf, signal, startedBy } from '../../support/models/event-elements.ts';
import { script } from '../../support/models/models.ts';
import { startService, TIER_BACKENDS } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const alarm = `<intermediateThrowEvent id="ID">${onSignal('alarm')}</intermediateThrowEvent>`;

describe('bounds of the time of one transaction', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(async () => {
    setPause(undefined);
    await side.close();
  });

  it('parks a command at the third attempt that the database ends because it is decided for too long', async () => {
    await side.deploy(processOf('slow', '', [script('work', 'n = 1')]));
    // every command counts as decided for too long; the test ends the session, as the database does after that time
    const tools = side.worker({ idleInTransactionMs: 0 });
    const slow = startOf('slow');
    let ends = 0;
    setPause(async (point, ids) => {
      if (point !== 'before-write' || !ids.includes(slow.id)) return;
      ends += 1;
      await side.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'sluice test worker%' and state like 'idle in transaction%'`,
      );
    });
    const { announced } = await deliverTo(tools, [slow]);
    expect(announced.map(({ reply }) => reply)).to.deep.equal([{ ok: false, rejection: { code: 'INTERNAL_ERROR' } }]);
    expect(ends).to.equal(3);
    const [parked] = await side.sql<{ error: string }>('select error from dead_letter');
    expect(parked?.error).to.match(
      /failed permanently at attempt 3: deciding took \d+\.\d s, and the database ended the waiting transaction/,
    );
  });

  it('takes a command batch apart whose commands together are decided for longer than the database waits, also without scripts', async () => {
    await side.deploy(processOf('waits', '', [catching('wait', onTimer('PT1H'))]));
    const tools = side.worker({ maxScriptMs: 20 });
    let reads = 0;
    const read: typeof tools.timers.read = (...given) => {
      reads += 1;
      const until = performance.now() + 15;
      while (performance.now() < until);
      return tools.timers.read(...given);
    };
    const starts = Array.from({ length: 4 }, () => startOf('waits'));
    const { announced } = await deliverTo({ ...tools, timers: { ...tools.timers, read } }, starts);
    expect(announced.map(({ reply }) => reply?.ok)).to.deep.equal([true, true, true, true]);
    // one or two together, then each alone
    expect(reads).to.be.within(1 + starts.length, 2 + starts.length);
  });
});

for (const backend of TIER_BACKENDS) {
  describe(`a storm of follow-ups, queue in ${backend}`, () => {
    itFull('does not keep disable from ending it', async () => {
      const service = await startService({ backend });
      try {
        const three = ['one', 'two', 'three'].map((id) => alarm.replace('ID', id));
        await deploy(service.url, startedBy('storm', signal('alarm'), onSignal('alarm'), three));
        await post(service.url, '/Execution/signal', { SignalName: 'alarm' });
        const count = async () => (await get(service.url, '/Definitions/storm/instances')).json.totalCount;
        await eventually('the storm has begun', async () => (await count()) > 5);
        const answer = await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'storm' });
        expect(answer.status).to.equal(200);
        await eventually(
          'the storm is over',
          async () => (await post(service.url, '/Execution/signal', { SignalName: 'alarm' })).status === 404,
        );
      } finally {
        await service.stop();
      }
    });
  });
}
