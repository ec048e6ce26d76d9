import type { MergedRows } from '../../shards/merged-page.ts';
/** Makes one body of those of several shards, in the order of their numbers. */
export interface CombinedBodies {
  readonly combine: (bodies: readonly never[]) => object;
}

/**
 * Shards that a read asks (docs/contributing/spec/shards.md#lists). `copies`: the first, or a copy in another one while it is not reachable. `any`: one
 * after the other, until one has it. `handler`: those that the handler of the endpoint asks. Rows and bodies: all.
 */
export type ShardRead = 'copies' | 'any' | 'handler' | MergedRows | CombinedBodies;
