import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { post } from '../../../test/support/http/http-client.ts';
import type { Deployment } from '../campaign/deployment.ts';
import { inCrowd, type Seen, start, steadily, Tally } from './traffic.ts';

/** More than the service can do, in one way. */
export interface Load {
  readonly name: string;
  /** at full size; a smaller run takes a share of it */
  readonly size: number;
  /** some of it must be refused; of a load that is not, starts of another process are answered by the way */
  readonly isTooMuch: boolean;
  /** Resolves when it is over. @returns what its own clients saw */
  run(deployment: Deployment, size: number): Promise<Seen>;
}

const SLOW_MS = 300;
const STEADY_PER_SECOND = 150;

const urlOf = ({ apis }: Deployment, n: number) => apis[n % apis.length] as string;

/** Commands pile up while no worker takes any. */
const backlog: Load = {
  name: 'queued commands',
  size: 100_000,
  isTooMuch: true,
  async run(deployment, size) {
    const tally = new Tally();
    const workers = deployment.of('worker');
    for (const worker of workers) worker.signal('SIGSTOP');
    await inCrowd(size, 4000, (n) => tally.count(start(urlOf(deployment, n), 'plain')));
    for (const worker of workers) worker.signal('SIGCONT');
    return tally.seen();
  },
};

/** Another client uses nearly all connections, and those of the service break. */
const exhausted: Load = {
  name: 'connections taken by others',
  size: 400,
  isTooMuch: true,
  async run(deployment, size) {
    const tally = new Tally();
    const taken: pg.Client[] = [];
    const { wire, directUrl } = deployment.postgres;
    wire.leadTo(undefined);
    wire.cut();
    for (let client = await taking(directUrl); client !== undefined; client = await taking(directUrl)) taken.push(client);
    wire.leadTo(Number(new URL(directUrl).port));
    await inCrowd(size, 100, (n) => tally.count(start(urlOf(deployment, n), 'plain')));
    await Promise.all(taken.map((client) => client.end()));
    return tally.seen();
  },
};

/** @returns one connection more; undefined: there are no more */
async function taking(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

/** Every answer of Postgres takes its time; requests keep coming. Unit of its size: seconds. */
const slow: Load = {
  name: 'slow Postgres',
  size: 20,
  isTooMuch: true,
  async run(deployment, size) {
    deployment.postgres.wire.delay(SLOW_MS);
    let n = 0;
    const stop = steadily(STEADY_PER_SECOND, () => start(urlOf(deployment, n++), 'plain'));
    await pause(Math.max(3, size) * 1000);
    deployment.postgres.wire.delay(0);
    return stop();
  },
};

/** All clients write to one instance. */
const hot: Load = {
  name: 'messages to one instance',
  size: 10_000,
  isTooMuch: false,
  async run(deployment, size) {
    const tally = new Tally();
    await start(urlOf(deployment, 0), 'hot');
    const body = { MessageName: 'touch', CorrelationKey: '', Variables: {} };
    await inCrowd(size, 200, (n) => tally.count(post(urlOf(deployment, n), '/Execution/message', body)));
    return tally.seen();
  },
};

/** One signal with many waiting instances. */
const receivers: Load = {
  name: 'receivers of one signal',
  size: 10_000,
  isTooMuch: false,
  async run(deployment, size) {
    const tally = new Tally();
    await inCrowd(size, 100, (n) => start(urlOf(deployment, n), 'listens'));
    await tally.count(post(urlOf(deployment, 0), '/Execution/signal', { SignalName: 'stop', Variables: {} }));
    return tally.seen();
  },
};

export const LOADS: readonly Load[] = [backlog, exhausted, slow, hot, receivers];
