import { setTimeout as pause } from 'node:timers/promises';
import { Redis as Client } from 'ioredis';
import { migrateNew } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { freePort } from '../../../test/support/redis.ts';
import { type RestartableRedis, startRestartableRedis } from '../../../test/support/redis-on-port.ts';
import { type Disks, openDisks } from './disks.ts';
import { Member, ROLES, type Role } from './member.ts';
import { PostgresPair } from './postgres-pair.ts';
import { openWire, type Wire } from './wire.ts';

/** Of each role. */
const COUNT = 2;
/** A process that accepts a connection without an answer is not ready either. */
const ANSWER_MS = 5000;
const READY_MS = 120_000;

/** A Redis behind a wire. */
interface Redis {
  readonly server: RestartableRedis;
  readonly wire: Wire;
  /** It forgets everything. */
  flush(): Promise<void>;
}

/** The service as it runs in production: two processes of each role, a Postgres with a standby, perhaps a Redis, and wires between them. */
export interface Deployment {
  readonly members: readonly Member[];
  readonly postgres: PostgresPair;
  /** undefined: the queue is in Postgres */
  readonly redis: Redis | undefined;
  readonly disks: Disks;
  readonly apis: readonly string[];
  of(role: Role): readonly Member[];
  /** Undoes what faults may have left. */
  heal(): void;
  /** Resolves when every process answers that it is ready. */
  untilReady(): Promise<void>;
  /** Ends the processes of the service; the servers stay. */
  stopService(): Promise<void>;
  stop(): Promise<void>;
}

/** `seed`: where the positions of rows begin. */
export async function deploy(queue: 'redis' | 'postgres', seed: number): Promise<Deployment> {
  const disks = await openDisks();
  const postgres = await PostgresPair.open(disks);
  await migrateNew(postgres.directUrl, seed);
  const redis = queue === 'redis' ? await openRedis() : undefined;
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis === undefined ? '' : `redis://127.0.0.1:${redis.wire.port}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    NODE_ENV: 'production',
    Engine__CommandTimeoutSeconds: '3',
  };
  const members: Member[] = [];
  for (const role of ROLES) for (let n = 0; n < COUNT; n++) members.push(new Member(role, await freePort(), env));
  const of = (role: Role) => members.filter((member) => member.role === role);
  const wires = redis === undefined ? [postgres.wire] : [postgres.wire, redis.wire];
  const deployment: Deployment = {
    members,
    postgres,
    redis,
    disks,
    apis: of('api').map(({ url }) => url),
    of,
    heal() {
      for (const wire of wires) {
        wire.delay(0);
        wire.freeze(false);
      }
      for (const member of members) member.signal('SIGCONT');
    },
    async untilReady() {
      await Promise.all(
        members.map(({ role, url }) =>
          eventually(`${role} at ${url} is ready`, () => isReady(url), { withinMs: READY_MS, everyMs: 100 }),
        ),
      );
    },
    async stopService() {
      deployment.heal();
      await Promise.all(members.map((member) => member.end()));
    },
    async stop() {
      await deployment.stopService();
      await redis?.wire.close();
      await redis?.server.kill();
      await postgres.stop();
      await pause(200); // the servers' last processes leave their disks
      await disks.remove();
    },
  };
  try {
    await deployment.untilReady();
    return deployment;
  } catch (error) {
    await deployment.stop();
    throw error;
  }
}

async function openRedis(): Promise<Redis> {
  const server = await startRestartableRedis();
  const flush = async () => {
    const client = new Client(server.url, { lazyConnect: true });
    client.on('error', () => {});
    await client.connect();
    await client.flushall();
    client.disconnect();
  };
  return { server, wire: await openWire(Number(new URL(server.url).port)), flush };
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_MS) })).status === 200;
}
