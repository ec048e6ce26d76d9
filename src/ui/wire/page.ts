/** Pages count from 1. `totalCount`: of all pages. */
export interface PageView<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** RFC 3339 in UTC. */
export type Timestamp = string;
