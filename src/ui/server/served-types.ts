import { offeredTypeKeys } from '../../queries/custom-tasks.ts';
import type { MemberRow } from '../../queries/operator/health-of-service.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';

/** Task types are in lower case. */
export interface ServedTypes {
  /** plugin hosts serve the type, or remote workers have fetched it recently */
  isServed(typeKey: string): boolean;
  /** types that remote workers have fetched recently, with worker names */
  readonly asked: ReadonlyMap<string, readonly string[]>;
}

/** Counts only remote workers of living processes. */
export async function servedTypes(db: ReadDatabase, members: readonly MemberRow[]): Promise<ServedTypes> {
  const offered = await offeredTypeKeys(db);
  const asked = new Map<string, string[]>();
  for (const { status, statistics } of members) {
    if (status === 'Lost') continue;
    for (const typeKey of statistics.fetchedTypes ?? []) asked.set(typeKey, asked.get(typeKey) ?? []);
    for (const { typeKey, workerId } of statistics.fetchedBy ?? []) {
      const known = asked.get(typeKey) ?? [];
      if (!known.includes(workerId)) asked.set(typeKey, [...known, workerId]);
    }
  }
  return { isServed: (typeKey) => offered.has(typeKey) || asked.has(typeKey), asked };
}
