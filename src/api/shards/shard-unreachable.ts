import { errorMessage } from '../../platform/redact.ts';

/** 503 that names the shard (docs/contributing/spec/shards.md#unreachable-shard). */
export class ShardUnreachable extends Error {
  readonly shard: string;

  constructor(shard: string, cause?: unknown) {
    super(`shard '${shard}': ${cause === undefined ? 'not open' : errorMessage(cause)}`);
    this.shard = shard;
  }
}
