import { isGuid, shardOf } from '../../platform/ids.ts';
import type { ApiShard } from '../ports.ts';
import { reading } from '../shards/read-shards.ts';
import { ShardUnreachable } from '../shards/shard-unreachable.ts';
import type { KeyedId, NumericKeyStore } from './keys.ts';

/** Keys of one shard, as its database numbers them. */
export interface ShardKeys {
  readonly shard: Pick<ApiShard, 'name' | 'isOpen'>;
  readonly store: NumericKeyStore;
}

/**
 * Distance between the keys of two shards; the first key of a database is above it. Camunda 8 numbers the keys of its partitions in this way too. Part of
 * the stored format of clients, never change it.
 */
const DISTANCE = 2n ** 51n;
const DIGITS = /^\d{1,19}$/;

/** 0, the first shard, for other texts and smaller numbers. */
export function shardOfKey(key: string): number {
  return DIGITS.test(key) ? Math.max(0, Number(BigInt(key) / DISTANCE) - 1) : 0;
}

/** Id of an instance or its parts: that shard. Definitions, decisions and forms: the first. */
function shardOfId({ id, instanceId }: KeyedId): number {
  return shardOf(instanceId ?? (isGuid(id) ? id : ''));
}

/**
 * Each database has the keys of the ids in it (docs/contributing/spec/shards.md#numeric-keys). Keys of the first shard are as stored, so that those of an
 * installation that had one database stay valid. Rejects with {@link ShardUnreachable}.
 */
export function numericKeysOfShards(shards: readonly ShardKeys[]): NumericKeyStore {
  const shift = (key: string, number: number) => String(BigInt(key) + DISTANCE * BigInt(number));
  const inEach = async <Item, Result>(
    items: readonly Item[],
    numberOf: (item: Item) => number,
    ask: (store: NumericKeyStore, own: readonly Item[], number: number) => Promise<ReadonlyMap<string, Result>>,
  ): Promise<ReadonlyMap<string, Result>> => {
    const asked = shards.map((part, number) => ({ part, number, own: items.filter((item) => numberOf(item) === number) }));
    const found = asked.map(async ({ part, number, own }) =>
      own.length === 0 ? [] : [...(await reading(part, () => ask(part.store, own, number)))],
    );
    return new Map((await Promise.all(found)).flat());
  };
  return {
    give: (wanted) =>
      inEach(wanted, shardOfId, async (store, own, number) => {
        const given = await store.give(own);
        return new Map([...given].map(([id, key]) => [id, shift(key, number)]));
      }),
    find: (keys) =>
      inEach(keys, shardOfKey, async (store, own, number) => {
        const found = await store.find(own.map((key) => shift(key, -number)));
        return new Map([...found].map(([key, owner]) => [shift(key, number), owner]));
      }),
    /** of any shard that can be reached */
    async next() {
      let fault: unknown;
      for (const [number, part] of shards.entries()) {
        try {
          return shift(await reading(part, () => part.store.next()), number);
        } catch (error) {
          if (!(error instanceof ShardUnreachable)) throw error;
          fault ??= error;
        }
      }
      throw fault;
    },
  };
}
