// tier nightly: counts ticks against the clock, second by second
// runs alone: ticks are counted against the clock

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { newId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { startDueLoop } from '../../src/worker/timers/due-loop.ts';
import { startOf } from '../support/commands.ts';
import { eventually } from '../support/eventually.ts';
import { boundary, catching, message, onMessage, onTimer, processOf } from '../support/models/event-elements.ts';
import { task } from '../support/models/models.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

describe('timers that become due (docs/contributing/spec/waiting.md#due-timer)', () => {
  let side: WriteSide;
  let loops: { stop(): Promise<void> }[];
  beforeEach(async () => {
    side = await openWriteSide();
    loops = [];
  });
  afterEach(async () => {
    for (const loop of loops) await loop.stop();
    await side.close();
  });

  /** Workers that look for due timers side by side. */
  function startWorkers(count: number): void {
    for (let n = 0; n < count; n++) loops.push(startDueLoop({ ...side.worker(), afterCommit: () => {} }));
  }
  const startMany = async (key: string, count: number): Promise<string[]> => {
    const commands = Array.from({ length: count }, () => startOf(key));
    await side.run(...commands);
    return commands.map((command) => command.instanceId);
  };

  it('fires each tick of a cycle on an instance that 32 clients never leave alone', async function () {
    this.timeout(120_000);
    const tick = boundary('tick', 'work', onTimer('R/PT1S', 'timeCycle'), false);
    const heard = boundary('heard', 'work', onMessage('m'), false);
    await side.deploy(processOf('hot', message('m', 'hot'), [task('work')], tick + heard));
    const asked = performance.now();
    const [hot = ''] = await startMany('hot', 1);
    let isOver = false;
    const workers = [side.worker(), side.worker()];
    const clients = Array.from({ length: 32 }, async (_, n) => {
      while (!isOver) {
        const send = { kind: 'DeliverMessage', name: 'hot', correlationKey: '', variables: {}, businessId: null } as const;
        await deliverTo(workers[n % 2] as DeliveryTools, [{ ...send, id: newId() }]);
      }
    });
    startWorkers(2);
    const began = performance.now();
    const tickCount = () =>
      side.value(
        `select count(*)::int from journal, json_array_elements(events) e
          where subject_id = $1 and e->>'type' = 'ElementCompleted' and e->>'element' = 'tick'`,
        [hot],
      );
    await sleep(8500);
    const least = Math.floor((performance.now() - began) / 1000) - 1; // one may be on its way
    const ticks = await tickCount();
    // none comes early; the count waits for its turn among the clients
    const most = Math.floor((performance.now() - asked) / 1000);
    isOver = true;
    await Promise.all(clients);
    expect(ticks).to.be.within(least, most);
  });

  it('do not wait long for their turn when one among many fails after a downtime', async function () {
    this.timeout(120_000);
    for (const key of ['broken', 'sound']) await side.deploy(processOf(key, '', [catching('wait', onTimer('PT0S'))]));
    for (let n = 0; n < 6; n += 1) await side.run(startOf('broken'), ...Array.from({ length: 99 }, () => startOf('sound')));
    await side.damageModels('broken');
    await side.sql(`update timer set due_at = due_at - interval '1 hour'`);
    startWorkers(1);
    // four at each third look would be 600 in more than 40 seconds
    await eventually('all but six have fired', async () => (await side.value('select count(*)::int from timer')) === 6, {
      withinMs: 30_000,
    });
  });
});
