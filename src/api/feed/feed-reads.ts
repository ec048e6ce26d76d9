import { isWithin } from '../../platform/access-roles.ts';
import { type FeedHead, HeadWatch, readFeedHead } from '../../queries/feed/feed-rows.ts';
import { OpenHistories } from '../../queries/feed/open-histories.ts';
import { type FeedFilter, type FeedReading, type FeedStep, readFeed } from '../../queries/feed/read-feed.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { OpenRequests } from '../open-requests.ts';
import type { ApiPorts, ApiShard } from '../ports.ts';

/** Rows read once for all streams at a position. */
const MOST_ROWS = 50;
/** Limit of a shared read. With more steps, each stream reads separately. */
const MOST_STEPS = 1000;
/** Cached shared reads. */
const MOST_READINGS = 4;

const EVERYTHING: FeedFilter = {
  limits: undefined,
  keys: undefined,
  types: undefined,
  instanceId: undefined,
  businessId: undefined,
};

/**
 * Reads new rows once for all streams at the end of the feed, so that a thousand streams query the database as often as one. Each applies its filter
 * and key limits.
 */
export class SharedTail {
  readonly #reading: Pick<FeedReading, 'db' | 'histories'>;
  readonly #kept = new Map<string, Promise<readonly FeedStep[] | undefined>>();

  constructor(reading: Pick<FeedReading, 'db' | 'histories'>) {
    this.#reading = reading;
  }

  /**
   * Steps after `row` up to `head`, without events that do not match. Streams at the same row share one read. Undefined: too many rows or steps, or a
   * filter by business id: read separately.
   */
  async behind(row: number, head: FeedHead, filter: FeedFilter): Promise<readonly FeedStep[] | undefined> {
    if (head.position - row > MOST_ROWS || filter.businessId !== undefined) return undefined;
    const key = `${row} ${head.position}`;
    let reading = this.#kept.get(key);
    if (reading === undefined) {
      reading = this.#read(row, head);
      this.#kept.set(key, reading);
      reading.catch(() => this.#kept.delete(key));
      for (const oldest of this.#kept.keys()) {
        if (this.#kept.size <= MOST_READINGS) break;
        this.#kept.delete(oldest);
      }
    }
    const steps = await reading;
    return steps?.map((step) => (step.event === undefined || fits(step.event, filter) ? step : { ...step, event: undefined }));
  }

  async #read(row: number, head: FeedHead): Promise<readonly FeedStep[] | undefined> {
    const steps: FeedStep[] = [];
    const reading = { ...this.#reading, filter: EVERYTHING, hasLeft: () => false };
    for await (const step of readFeed(reading, head, { feed: head.name, row, sequence: undefined })) {
      steps.push(step);
      if (steps.length > MOST_STEPS) return undefined;
    }
    return steps;
  }
}

function fits(event: NonNullable<FeedStep['event']>, { limits, keys, types, instanceId }: FeedFilter): boolean {
  const { processDefinitionKey: key, type, workflowInstanceId } = event;
  if (!isWithin(limits, key) || !isWithin(keys, key)) return false;
  return (types === undefined || types.has(type)) && (instanceId === undefined || instanceId === workflowInstanceId);
}

/** Shared by all reads of one database. */
export interface FeedSource {
  readonly db: ReadDatabase;
  readonly watch: HeadWatch;
  readonly histories: OpenHistories;
  readonly tail: SharedTail;
  /** undefined: one database */
  readonly shard: ApiShard | undefined;
}

/** Shared by all reads. */
export interface FeedReads {
  /** one per shard; empty: the feed is off */
  readonly sources: readonly FeedSource[];
  readonly streams: OpenRequests;
}

/** The metric of event streams counts them. */
export function openFeedReads({ db, shards, feed, metrics }: Pick<ApiPorts, 'db' | 'shards' | 'feed' | 'metrics'>): FeedReads {
  const streams = new OpenRequests({ all: feed?.maxStreams ?? 0, ofClient: feed?.streamsPerClient ?? 0 });
  if (feed?.isEnabled !== true) return { sources: [], streams };
  metrics.onCollectEventStreams(async () => streams.count);
  return { sources: shards?.map((shard) => openSource(shard.db, shard)) ?? [openSource(db, undefined)], streams };
}

function openSource(db: ReadDatabase, shard: ApiShard | undefined): FeedSource {
  const histories = new OpenHistories();
  return { db, shard, histories, watch: new HeadWatch(() => readFeedHead(db)), tail: new SharedTail({ db, histories }) };
}
