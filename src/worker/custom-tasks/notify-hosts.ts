import type { Connection } from '../../db/connection.ts';
import type { Logger } from '../../platform/log.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import { offeredTypes } from '../../store/custom-task-locks.ts';
import type { CustomTaskChanges } from './custom-task-changes.ts';
import { openUnservedTypes, type UnservedTypes } from './custom-task-warnings.ts';

/** Poll interval. Before the next poll, a new plugin host finds its first tasks by its own poll. */
const CATALOG_MS = 2000;
/** Time to collect wake-up signals: one per type is enough. */
const GATHER_MS = 5;

/** Sends committed task changes to plugin hosts (ADR 0021). Best effort: they poll too. */
export interface HostNotifier {
  notify(changes: CustomTaskChanges): void;
  stop(): void;
}

/** `offerHere` gives the tasks to this replica; true: it has room for all, so no signal is sent. Also logs types that nothing serves (`unserved`). */
export function openHostNotifier(
  connection: Connection,
  backend: Pick<QueueBackend, 'sendWakeUp' | 'announceEnded'>,
  log: Logger,
  offerHere: (typeKey: string, count: number) => boolean,
  unserved: UnservedTypes = openUnservedTypes(connection, log),
): HostNotifier {
  /** type keys of active plugin hosts; undefined before the first poll */
  let offered: ReadonlySet<string> | undefined;
  let pending = new Set<string>();
  const poll = () => {
    offeredTypes(connection)
      .then((types) => {
        offered = new Set(types.keys());
        return unserved.check(offered);
      })
      .catch(() => {}); // the next poll tries again
  };
  poll();
  const timer = setInterval(poll, CATALOG_MS);
  timer.unref();

  const signal = (typeKey: string) => {
    if (pending.size === 0) setTimeout(flush, GATHER_MS);
    pending.add(typeKey);
  };
  const flush = () => {
    const types = pending;
    pending = new Set();
    for (const typeKey of types) backend.sendWakeUp(typeKey).catch(() => {});
  };

  return {
    notify(changes) {
      for (const [typeKey, { taskType, count }] of changes.openedByType) {
        if (offerHere(typeKey, count)) continue;
        if (offered === undefined || offered.has(typeKey)) signal(typeKey);
        else unserved.add(typeKey, taskType);
      }
      const { interrupted } = changes;
      if (interrupted.length > 0) backend.announceEnded(interrupted).catch(() => {});
    },
    stop: () => clearInterval(timer),
  };
}
