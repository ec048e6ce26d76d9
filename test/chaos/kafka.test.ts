// runs alone: processes are killed while they send

import { expect } from 'chai';
import { Member } from '../../lab/chaos/campaign/member.ts';
import { runProjector } from '../../src/projector/projector.ts';
import { eventually } from '../support/eventually.ts';
import { deployed, journalOf, reviewedInstance } from '../support/hand-made-journal.ts';
import { faultsOfTopic, linesOfFeed } from '../support/kafka-sink.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../support/read-side.ts';
import { freePort } from '../support/redis.ts';
import { kafkaClasspath, startKafkaBroker } from '../support/servers/kafka-broker.ts';
import { makeTopic, readTopic } from '../support/servers/kafka-topic.ts';

const KILLS = 3;
const TOPIC = 'events';
const PORTION = 5;

const classpath = await kafkaClasspath();
if (classpath === undefined)
  process.stdout.write('\n!!! No Maven with Java, or no broker from it: workers that send to Kafka are NOT KILLED by a test.\n');

if (classpath !== undefined)
  describe('workers that send the event feed to Kafka (docs/contributing/spec/event-feed.md#at-least-once)', function () {
    this.timeout(300_000);

    it('lose nothing, and doubles are reported by their position, when they are killed repeatedly, and the broker too', async () => {
      const broker = await startKafkaBroker(classpath);
      const side = await openReadSide();
      const members: Member[] = [];
      const projector = runProjector(side.pool, keptLog(), { pollMs: 5, isFed: true });
      try {
        await makeTopic(broker.address, TOPIC);
        await side.write(journalOf(idNumber(90_000), [deployed('order', 1)]), 'd');
        for (let n = 0; n < 2; n++) members.push(new Member('worker', await freePort(), environment(side.url, broker.address)));
        let isWriting = true;
        const writing = writeWhile(side, () => isWriting);
        for (let kills = 0; kills < KILLS; kills++) {
          const before = await rowOf(side);
          await eventually('it goes on', async () => (await rowOf(side)) > before, { withinMs: 60_000, everyMs: 20 });
          for (const member of members) member.signal('SIGKILL');
          if (kills === 1) {
            await broker.kill();
            await broker.start();
          }
        }
        isWriting = false;
        await writing;
        await side.untilPending(0);
        const lines = await linesOfFeed(side);
        await eventually('nothing waits', async () => (await rowOf(side)) === (await endOf(side)), {
          withinMs: 60_000,
          everyMs: 100,
        });
        const reader = await readTopic(broker.address, TOPIC);
        await eventually('all is there', () => new Set(reader.messages.map(({ position }) => position)).size >= lines.length, {
          withinMs: 60_000,
          everyMs: 100,
        });
        await reader.stop();
        expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
        expect(members.flatMap(({ surprises }) => surprises)).to.deep.equal([]);
      } finally {
        await Promise.all(members.map((member) => member.end()));
        await projector.stop();
        await side.close();
        await broker.end();
      }
    });
  });

function environment(databaseUrl: string, broker: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    Feed__Enabled: 'true',
    Kafka__Brokers: broker,
    Kafka__Topic: TOPIC,
  };
}

async function writeWhile(side: ReadSide, goesOn: () => boolean): Promise<void> {
  for (let from = 0; goesOn(); from += PORTION) {
    const histories = Array.from({ length: PORTION }, (_, n) => reviewedInstance(idNumber(from + n), n));
    for (const seq of [0, 1, 2]) {
      await side.write(histories.flatMap((history) => history[seq] ?? []));
      await side.untilPending(0);
    }
  }
}

/** How far the topic is. */
async function rowOf(side: ReadSide): Promise<number> {
  const text = `select row_position::int as row from feed_subscriber where kind = 'kafka'`;
  const [found] = await side.connection.query<{ row: number }>({ name: 'test-kafka-row', text }, []);
  return found?.row ?? 0;
}

async function endOf(side: ReadSide): Promise<number> {
  const text = 'select position::int as position from feed_head';
  const [found] = await side.connection.query<{ position: number }>({ name: 'test-feed-end', text }, []);
  return found?.position ?? 0;
}
