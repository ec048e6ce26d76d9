import { BATCH_STATES } from '../../../messages/batches.ts';
import { type CountedBatch, readBatches } from '../../../queries/batches.ts';
import type { ApiServices } from '../../services.ts';
import { eachOtherShard } from '../../shards/read-shards.ts';

/** Adds the counts of the other shards: a batch has one id in all shards (docs/contributing/spec/shards.md#lists). */
export async function inAllShards(services: ApiServices, batches: readonly CountedBatch[]): Promise<readonly CountedBatch[]> {
  const ids = batches.map(({ batchId }) => batchId);
  const others = (await eachOtherShard(services, ({ db }) => readBatches(db, ids))).flat();
  if (others.length === 0) return batches;
  return batches.map((batch) => combinedBatch([batch, ...others.filter(({ batchId }) => batchId === batch.batchId)]));
}

/** The state is the first in BATCH_STATES that a part has. Ends when all parts have ended. */
function combinedBatch(parts: readonly CountedBatch[]): CountedBatch {
  const sum = (member: 'total' | 'pending' | 'succeeded' | 'failed' | 'skipped') =>
    parts.reduce((total, part) => total + part[member], 0);
  const state = BATCH_STATES.find((one) => parts.some((part) => part.state === one)) ?? 'Completed';
  const ends = parts.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt.getTime()]));
  return {
    ...(parts[0] as CountedBatch),
    state,
    keys: [...new Set(parts.flatMap(({ keys }) => keys))].sort(),
    total: sum('total'),
    pending: sum('pending'),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    rate: parts.some(({ rate }) => rate === null) ? null : parts.reduce((total, { rate }) => total + (rate ?? 0), 0),
    endedAt: ends.length < parts.length ? null : new Date(Math.max(...ends)),
  };
}
