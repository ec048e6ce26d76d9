/** One page of a list. Pages count from 1; `totalCount` counts all pages. */
export interface PageView<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** RFC 3339 text in UTC. */
export type Timestamp = string;
