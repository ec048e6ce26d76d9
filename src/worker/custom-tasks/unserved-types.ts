import type { Connection } from '../../db/connection.ts';
import type { Logger } from '../../platform/log.ts';
import { fetchedTypes } from '../../store/custom-task-hosts.ts';
import { untouchedTypes } from '../../store/custom-task-locks.ts';

/** Minimum time between two log lines about the same unserved type. Unit: ms. */
const LOG_AGAIN_MS = 60_000;
/** Longer than one heartbeat (5 s) and one poll: the time until a replica has reported the types that remote workers request. Unit: ms. */
export const UNSERVED_AFTER_MS = 8000;

/** Types with new tasks that no plugin host offers. Whether a remote worker serves them is known after a delay. */
export interface UnservedTypes {
  /** Adds a type (in lower case) with new tasks and no known worker. */
  suspect(typeKey: string, taskType: string): void;
  /** Logs types that have waited long enough, still have a never locked task, and that no remote worker requests. */
  check(offered: ReadonlySet<string>): Promise<void>;
}

/** Opens an empty list. `afterMs`: time without a worker before a type is logged (4034). */
export function openUnservedTypes(connection: Connection, log: Logger, afterMs = UNSERVED_AFTER_MS): UnservedTypes {
  const suspects = new Map<string, { readonly taskType: string; readonly since: number }>();
  const loggedAt = new Map<string, number>();
  return {
    suspect(typeKey, taskType) {
      const now = performance.now();
      if (now - (loggedAt.get(typeKey) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_MS) return;
      if (!suspects.has(typeKey)) suspects.set(typeKey, { taskType, since: now });
    },
    async check(offered) {
      const now = performance.now();
      for (const typeKey of [...suspects.keys()]) if (offered.has(typeKey)) suspects.delete(typeKey);
      const due = [...suspects].filter(([, { since }]) => now - since >= afterMs);
      if (due.length === 0) return;
      const fetched = await fetchedTypes(connection);
      const untouched = new Set(
        await untouchedTypes(
          connection,
          due.map(([typeKey]) => typeKey),
        ),
      );
      for (const [typeKey, { taskType }] of due) {
        suspects.delete(typeKey);
        if (fetched.has(typeKey) || !untouched.has(typeKey)) continue;
        loggedAt.set(typeKey, now);
        log.event('no-worker-offers-task-type', { TaskType: taskType });
      }
    },
  };
}
