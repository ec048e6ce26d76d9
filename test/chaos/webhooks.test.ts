// runs alone: processes are killed while they send

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Member } from '../../lab/chaos/campaign/member.ts';
import { EVENTS_PER_INSTANCE } from '../../lab/chaos/feed/feed-campaign.ts';
import { eventually } from '../support/eventually.ts';
import { deployed, journalOf, reviewedInstance } from '../support/hand-made-journal.ts';
import { seededRandom } from '../support/random.ts';
import { idNumber, openReadSide, type ReadSide } from '../support/read-side.ts';
import { freePort } from '../support/redis.ts';
import { faultsOfMessages, startReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../support/webhook-receiver.ts';

const INSTANCES = 200;
const KILLS = 4;
const PORTION = 50;

describe('a webhook (docs/contributing/spec/event-feed.md#webhooks-at-least-once)', function () {
  this.timeout(600_000);
  let side: ReadSide;
  let receiver: WebhookReceiver;
  const members: Member[] = [];
  beforeEach(async () => {
    side = await openReadSide();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await Promise.all(members.map((member) => member.end()));
    await receiver.close();
    await side.close();
  });

  it('has every event of every instance in order when its receiver fails at random and the sender is killed repeatedly', async () => {
    const random = seededRandom(Date.now() % 1_000_000);
    receiver.react = () => {
      const luck = random();
      if (luck < 0.03) return () => {};
      if (luck < 0.05) return (_, response) => void response.destroy();
      return luck < 0.15 ? 500 : 204;
    };
    await side.write(journalOf(idNumber(INSTANCES + 1), [deployed('order', 1)]), 'd');
    const histories = Array.from({ length: INSTANCES }, (_, n) => reviewedInstance(idNumber(n), n % 20));
    for (let at = 0; at < histories.length; at += PORTION) await side.write(histories.slice(at, at + PORTION).flat());
    const env = { ...process.env, ...environment(receiver), DATABASE_URL: side.url };
    const workers: Member[] = [];
    for (const role of ['projector', 'worker', 'worker'] as const) {
      const member = new Member(role, await freePort(), env);
      members.push(member);
      if (role === 'worker') workers.push(member);
    }
    const total = INSTANCES * EVENTS_PER_INSTANCE;
    const received = () => new Set(receiver.taken.map(({ id }) => id)).size;
    for (let kills = 0; kills < KILLS; kills++) {
      const enough = Math.floor((total * (kills + 0.5)) / (KILLS + 1));
      await eventually('it has gone on', () => received() >= enough, { withinMs: 120_000, everyMs: 5 });
      for (const worker of workers) worker.signal('SIGKILL');
    }
    await eventually('it has everything', () => received() === total, { withinMs: 120_000, everyMs: 100 });
    // what is on its way still may come twice, and nothing new
    await pause(500);
    expect(faultsOfMessages(receiver.taken)).to.deep.equal([]);
    expect(received()).to.equal(total);
    const left = { name: 'test-left', text: 'select instance_id from feed_parked' };
    await eventually('nothing is parked', async () => (await side.connection.query(left, [])).length === 0);
  });
});

function environment({ url }: WebhookReceiver) {
  return {
    REDIS_URL: '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    Feed__Enabled: 'true',
    Webhooks__hook__Url: url,
    Webhooks__hook__Secret: WEBHOOK_SECRET,
    Webhooks__hook__AllowPrivate: 'true',
    Webhooks__hook__Begin: 'beginning',
    Webhooks__hook__TimeoutSeconds: '1',
    Webhooks__hook__MaxBackoffSeconds: '1',
    Webhooks__hook__Concurrency: '16',
  };
}
