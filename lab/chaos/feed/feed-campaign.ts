import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { endWithUs } from '../../../test/support/end-with-us.ts';
import { deployed, journalOf, reviewedInstance } from '../../../test/support/hand-made-journal.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../../../test/support/read-side.ts';
import { freePort } from '../../../test/support/redis.ts';
import { Member } from '../campaign/member.ts';

const CONSUMER = fileURLToPath(new URL('consumer.mjs', import.meta.url));
/** Instances whose rows are written in one go. */
const PORTION = 100;

/** Options of the campaign. */
export interface FeedCampaign {
  readonly instances: number;
  /** of the consumer; projectors and the API are killed besides */
  readonly kills: number;
  readonly random: () => number;
  readonly say?: (text: string) => void;
}

/** Result of the campaign. */
export interface FeedOutcome {
  /** events that the consumer has stored */
  readonly events: number;
  readonly kills: { readonly consumer: number; readonly projector: number; readonly api: number };
  readonly rebuilds: number;
  /** events that are missing, doubled or in a wrong place */
  readonly faults: readonly string[];
}

/** Events in the history of each instance of the campaign. */
export const EVENTS_PER_INSTANCE = 18;

/**
 * A consumer follows the feed while it is written by two projectors; the consumer is killed repeatedly, so are projectors and the API, and the read side
 * is rebuilt in the middle. A third of the history is there before the feed is switched on.
 */
export async function runFeedCampaign({ instances, kills, random, say = () => {} }: FeedCampaign): Promise<FeedOutcome> {
  const side = await openReadSide();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-feed-'));
  const file = join(folder, 'events');
  const members: Member[] = [];
  try {
    await side.write(journalOf(idNumber(instances + 1), [deployed('order', 1)]), 'd');
    const before = Math.floor(instances / 3);
    await writeInstances(side, 0, before);
    const env = { ...process.env, ...ENVIRONMENT, DATABASE_URL: side.url };
    const withoutFeed = new Member('projector', await freePort(), { ...env, Feed__Enabled: 'false' });
    members.push(withoutFeed);
    await side.untilPending(0);
    await withoutFeed.end();
    const [one, two, api] = [
      new Member('projector', await freePort(), env),
      new Member('projector', await freePort(), env),
      new Member('api', await freePort(), env),
    ];
    members.push(one, two, api);
    const total = instances * EVENTS_PER_INSTANCE;
    const counts = { consumer: 0, projector: 0, api: 0 };
    let rebuilds = 0;
    let written = before;
    const writing = (async () => {
      for (; written < instances; written += PORTION) await writeInstances(side, written, Math.min(instances, written + PORTION));
    })();
    const consumer = new Consumer(api.url, file);
    let stored = 0;
    let quiet = 0;
    while (counts.consumer < kills || stored < total) {
      if (counts.consumer < kills) await untilLarger(file);
      await pause(counts.consumer < kills ? random() * 400 : 500);
      if (counts.consumer < kills) {
        await consumer.killAndStart();
        counts.consumer += 1;
        if (counts.consumer % 5 === 0) {
          (random() < 0.5 ? one : two).signal('SIGKILL');
          counts.projector += 1;
        }
        if (counts.consumer % 25 === 0) {
          api.signal('SIGKILL');
          counts.api += 1;
        }
      }
      if (rebuilds === 0 && (written >= (instances * 2) / 3 || counts.consumer > kills / 2)) {
        rebuilds += 1;
        await rebuild(side.pool, keptLog());
      }
      const now = await linesOf(file);
      quiet = now > stored ? 0 : quiet + 1;
      stored = now;
      if (counts.consumer % 10 === 0) say(`${stored} of ${total} events, ${counts.consumer} kills`);
      if (quiet > PATIENCE && written >= instances && counts.consumer >= kills) break;
    }
    await writing;
    await consumer.kill();
    return { events: stored, kills: counts, rebuilds, faults: await faultsIn(file, instances) };
  } finally {
    await Promise.all(members.map((member) => member.end()));
    await side.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const ENVIRONMENT = {
  REDIS_URL: '',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  NODE_ENV: 'production',
  Feed__Enabled: 'true',
};
/** Looks without anything new before the rest counts as lost. */
const PATIENCE = 60;

/** Three rows of each instance, all first rows first. */
async function writeInstances(side: ReadSide, from: number, to: number): Promise<void> {
  const histories = Array.from({ length: to - from }, (_, n) => reviewedInstance(idNumber(from + n), (from + n) % 20));
  for (let at = 0; at < histories.length; at += PORTION) {
    const portion = histories.slice(at, at + PORTION);
    for (const seq of [0, 1, 2]) await side.write(portion.flatMap((history) => history[seq] ?? []));
  }
}

/** A consumer in its own process. */
class Consumer {
  readonly #arguments: readonly string[];
  #child: ChildProcess;
  #stay = () => {};

  constructor(url: string, file: string) {
    this.#arguments = [CONSUMER, url, file];
    this.#child = this.#start();
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    this.#stay();
  }

  async killAndStart(): Promise<void> {
    await this.kill();
    this.#child = this.#start();
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, this.#arguments, { stdio: ['ignore', 'inherit', 'inherit'] });
    this.#stay = endWithUs(() => child.kill('SIGKILL'));
    return child;
  }
}

/** Until the consumer has stored something, or has had time for it. */
async function untilLarger(file: string): Promise<void> {
  const sizeOf = () => (existsSync(file) ? statSync(file).size : 0);
  const before = sizeOf();
  for (let looks = 0; looks < 100 && sizeOf() === before; looks++) await pause(30);
}

async function linesOf(file: string): Promise<number> {
  let count = 0;
  if (existsSync(file)) for await (const chunk of createReadStream(file)) for (const byte of chunk) if (byte === 10) count += 1;
  return count;
}

/** Every event of every instance once, in the order of its instance. */
async function faultsIn(file: string, instances: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const last = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [position, instance = '', text] = line.split(' ');
    const sequence = Number(text);
    if (sequence !== (last.get(instance) ?? 0) + 1)
      faults.push(`${position}: event ${sequence} behind ${last.get(instance) ?? 0}`);
    last.set(instance, sequence);
  }
  for (let n = 0; n < instances; n++) {
    const found = last.get(idNumber(n)) ?? 0;
    if (found !== EVENTS_PER_INSTANCE) faults.push(`instance ${n}: ${found} of ${EVENTS_PER_INSTANCE} events`);
  }
  return faults;
}
