import type { Connection } from '../db/connection.ts';
import type { Logger } from '../platform/log.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import { offeredTypes } from '../store/custom-task-hosts.ts';
import type { CustomTaskChanges } from './custom-task-changes.ts';

/** How often the worker looks who offers what. Until then a new host finds its first tasks by its own look. Unit: ms. */
const CATALOG_MS = 2000;
/** Nudges are gathered: one tells as much as a hundred. Unit: ms. */
const GATHER_MS = 5;
/** A type that nobody offers is told of at most once in this time. Unit: ms. */
const TELL_AGAIN_MS = 60_000;

/** Tells plugin hosts what a committed transaction did to their tasks (ADR 0021). Best effort: hosts look by themselves too. */
export interface HostTeller {
  tell(changes: CustomTaskChanges): void;
  stop(): void;
}

/** Opens the teller of a worker. `offerHere`: lets this process take the tasks, if it has room for all of them; saves the way through the queue. */
export function openHostTeller(
  connection: Connection,
  backend: Pick<QueueBackend, 'nudge' | 'announceEnded'>,
  log: Logger,
  offerHere: (typeKey: string, count: number) => boolean,
): HostTeller {
  /** type keys that living hosts offer; undefined until the first look */
  let offered: ReadonlySet<string> | undefined;
  const toldAt = new Map<string, number>();
  let pending = new Set<string>();
  const look = () => {
    offeredTypes(connection).then(
      (types) => {
        offered = new Set(types.keys());
      },
      () => {},
    );
  };
  look();
  const timer = setInterval(look, CATALOG_MS);
  timer.unref();

  const nudge = (typeKey: string) => {
    if (pending.size === 0) setTimeout(flush, GATHER_MS);
    pending.add(typeKey);
  };
  const flush = () => {
    const types = pending;
    pending = new Set();
    for (const typeKey of types) backend.nudge(typeKey).catch(() => {});
  };
  const tellNobody = (typeKey: string, taskType: string) => {
    const now = Date.now();
    if (now - (toldAt.get(typeKey) ?? 0) < TELL_AGAIN_MS) return;
    toldAt.set(typeKey, now);
    log.event(4034, 'no worker offers the type; the entry waits', { TaskType: taskType });
  };

  return {
    tell(changes) {
      for (const [typeKey, { taskType, count }] of changes.openedByType) {
        if (offerHere(typeKey, count)) continue;
        if (offered === undefined || offered.has(typeKey)) nudge(typeKey);
        else tellNobody(typeKey, taskType);
      }
      const { interrupted } = changes;
      if (interrupted.length > 0) backend.announceEnded(interrupted).catch(() => {});
    },
    stop: () => clearInterval(timer),
  };
}
