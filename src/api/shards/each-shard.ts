import { shardOf } from '../../platform/ids.ts';
import type { ApiServices, ShardServices } from '../services.ts';
import { reading } from './read-shards.ts';
import { ShardUnreachable } from './shard-unreachable.ts';

/** Reads of handlers that are not endpoints of the product API. With one database they read `services`. */

/** Rows of merged lists that can be skipped (docs/contributing/spec/shards.md#apis-of-camunda). */
export const MOST_SKIPPED = 10_000;

/** Passes the database of a shard; that of the first for an unknown number. Rejects with {@link ShardUnreachable}. */
export function readingShard<S extends ApiServices, T>(
  services: S,
  number: number,
  read: (services: S) => T | Promise<T>,
): T | Promise<T> {
  const part = services.ofShards?.[number] ?? services.ofShards?.[0];
  return part === undefined ? read(services) : reading(part, () => read(withDatabaseOf(services, part)));
}

/** Passes the database with the instance, activity instance or task. Rejects with {@link ShardUnreachable}. */
export async function readingOf<S extends ApiServices, T>(
  services: S,
  id: string,
  read: (services: S) => T | Promise<T>,
): Promise<T> {
  return readingShard(services, shardOf(id.toLowerCase()), read);
}

/** Results of all shards, or of those with `ids`, in the order of their numbers. Rejects with {@link ShardUnreachable}. */
export async function readingEach<S extends ApiServices, T>(
  services: S,
  ids: readonly string[] | undefined,
  read: (services: S) => Promise<T>,
): Promise<readonly T[]> {
  const { ofShards } = services;
  if (ofShards === undefined) return [await read(services)];
  const numbers = ids && new Set(ids.map((id) => shardOf(id.toLowerCase())));
  const parts = ofShards.filter((_, number) => numbers === undefined || numbers.has(number));
  return Promise.all(parts.map((part) => reading(part, () => read(withDatabaseOf(services, part)))));
}

/** Reads definitions and decisions: in the first shard, or in a copy while it is not reachable. Rejects with the first {@link ShardUnreachable}. */
export async function readingCopy<S extends ApiServices, T>(services: S, read: (services: S) => Promise<T>): Promise<T> {
  const { ofShards } = services;
  if (ofShards === undefined) return read(services);
  let fault: unknown;
  for (const part of ofShards) {
    try {
      return await reading(part, () => read(withDatabaseOf(services, part)));
    } catch (error) {
      if (!(error instanceof ShardUnreachable)) throw error;
      fault ??= error;
    }
  }
  throw fault;
}

/** Maps the items of each shard together. Omits those of a shard that cannot be reached; rejects if there are no others. */
export async function mapInShards<S extends ApiServices, Item extends { readonly instanceId: string }, Result>(
  services: S,
  items: readonly Item[],
  map: (items: readonly Item[], services: S) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (services.ofShards === undefined) return map(items, services);
  const byShard = new Map<number, Item[]>();
  for (const item of items) {
    const number = shardOf(item.instanceId);
    byShard.set(number, [...(byShard.get(number) ?? []), item]);
  }
  const mapping = [...byShard].map(async ([number, own]) => readingShard(services, number, (part) => map(own, part)));
  const outcomes = await Promise.allSettled(mapping);
  const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && (found.length === 0 || !(outcome.reason instanceof ShardUnreachable)))
      throw outcome.reason;
  return found;
}

function withDatabaseOf<S extends ApiServices>(services: S, { db, lists }: Pick<ShardServices, 'db' | 'lists'>): S {
  return { ...services, db, lists };
}
