import type { App } from '../app.ts';
export interface Front {
  readonly appOf: (shard: number) => App | undefined;
  readonly names: readonly string[];
}
export function createShardedApp(_front: Front): App {
  throw new Error('not there');
}
