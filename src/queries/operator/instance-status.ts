import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Statuses. The first whose condition is true applies (docs/contributing/spec/pages.md#instances). */
export const INSTANCE_STATUSES = ['Failed', 'Cancelled', 'Completed', 'Running', 'Pending'] as const;

export type ListedStatus = (typeof INSTANCE_STATUSES)[number];

/** Conditions on the columns of `q_instance`. */
export const statusConditions: Readonly<Record<ListedStatus, RawBuilder<SqlBool>>> = {
  Failed: sql<SqlBool>`is_failed`,
  Cancelled: sql<SqlBool>`is_cancelled and not is_failed`,
  Completed: sql<SqlBool>`is_completed and not is_cancelled and not is_failed`,
  Running: sql<SqlBool>`not is_completed and not is_cancelled and not is_failed and started_at is not null`,
  Pending: sql<SqlBool>`not is_completed and not is_cancelled and not is_failed and started_at is null`,
};

export const statusColumn = sql<ListedStatus>`case when is_failed then 'Failed' when is_cancelled then 'Cancelled'
  when is_completed then 'Completed' when started_at is not null then 'Running' else 'Pending' end`;
