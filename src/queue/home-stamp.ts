import type { Redis } from 'ioredis';
import { everyMs } from '../platform/every.ts';
import type { Logger } from '../platform/log.ts';
import { sleep } from '../platform/retry.ts';
import { REDIS_PREFIX, redisPrefixOf } from './redis-prefix.ts';

/** Says in Redis which database the queue of an installation belongs to, as long as a replica of it runs. */
export interface HomeStamp {
  /** the home of our database: what envelopes are signed with */
  readonly home: string;
  /** Throws while the queue is that of another database with the same id: a copy of ours, or its original. */
  check(): void;
  close(): void;
}

/** How a queue is stamped. */
export interface StampOptions {
  readonly installation: string;
  /** home of the database; asked again and again, because servers move */
  readonly readHome: () => Promise<string>;
  readonly log: Logger;
  readonly stopping?: AbortSignal | undefined;
  /** unit: ms */
  readonly renewEveryMs?: number;
  /** how long a stamp lasts that nobody renews; unit: ms */
  readonly lastsMs?: number;
}

const RENEW_EVERY_MS = 5000;
const LASTS_MS = 30_000;
const LOOK_AGAIN_MS = 1000;
/** Ours when there is none, and when it was ours before the server moved. */
const STAMP = `
local found = redis.call('get', KEYS[1])
if found and found ~= ARGV[1] and found ~= ARGV[2] then return found end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[3])
return ARGV[1]`;

/** Where the stamp of an installation stands. */
export function stampKeyOf(installation: string): string {
  return `${redisPrefixOf(installation)}:home`;
}

/** What a stamp in Redis says; undefined when there is none. */
export function readStamp(redis: Redis, installation: string): Promise<string | null> {
  return redis.get(stampKeyOf(installation));
}

/**
 * Stamps the queue. While it has the stamp of another database it waits, and says so: two databases with one id would carry out each other's
 * commands. A database that was moved finds no stamp soon after its last replica of before has ended. Rejects when `stopping` is aborted first.
 */
export async function stampHome(redis: Redis, options: StampOptions): Promise<HomeStamp> {
  const { installation, readHome, log, stopping, renewEveryMs = RENEW_EVERY_MS, lastsMs = LASTS_MS } = options;
  const key = stampKeyOf(installation);
  let home = await readHome();
  let isOurs = true;

  async function stamp(): Promise<boolean> {
    const now = await readHome();
    const found = await redis.eval(STAMP, 1, key, now, home, lastsMs);
    if (found === now) home = now;
    return found === now;
  }
  const complain = (Phase: string) => log.event('copied-database', { Installation: installation, Phase });

  let hasComplained = false;
  for (;;) {
    const isStamped = await stamp().catch(() => undefined); // a server is away: its own line says so
    if (isStamped === true) break;
    if (isStamped === false && !hasComplained) complain('waiting');
    hasComplained ||= isStamped === false;
    await sleep(LOOK_AGAIN_MS, stopping);
  }
  const renewing = everyMs(renewEveryMs, async () => {
    const wasOurs = isOurs;
    isOurs = await stamp();
    if (wasOurs && !isOurs) complain('running');
  });
  return {
    get home() {
      return home;
    },
    check() {
      if (!isOurs) throw new Error(`the queue ${REDIS_PREFIX}:${installation} is used by another database with the same id`);
    },
    close: () => clearInterval(renewing),
  };
}
