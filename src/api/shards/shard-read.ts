import type { MergedRows } from '../../shards/merged-page.ts';
/** Joins the bodies of shards, in the order of their numbers. */
export interface CombinedBodies {
  readonly combine: (bodies: readonly never[]) => object;
}

/**
 * See docs/contributing/spec/shards.md#lists. `copies`: the first, or a copy while it is not reachable. `any`: in order, until one has it. `handler`:
 * the handler asks them. Rows and bodies: all.
 */
export type ShardRead = 'copies' | 'any' | 'handler' | MergedRows | CombinedBodies;
