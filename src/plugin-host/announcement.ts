import { sleep } from '../platform/retry.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import { announceHost, forgetDeadHosts, type OfferedType, withdrawHost } from '../store/custom-task-hosts.ts';
import type { HostTools } from './tools.ts';

/** How often a host says that it lives; a third of the time after which it counts as dead. Unit: ms. */
const HEARTBEAT_MS = 5000;
/** Contract 6.2 point 1. Unit: ms. */
const FIRST_RETRIES_MS = [2000, 5000, 15_000];

/** A host in the catalog. */
export interface Announcement {
  /** Takes it out again at once. */
  withdraw(): Promise<void>;
}

/**
 * Announces what a host offers, and goes on saying that it lives. Without the database its plugins still run: the announcement is tried again
 * after 2, 5 and 15 seconds, then given up loudly (4042); the heartbeat brings it in later all the same.
 */
export function announce(tools: HostTools, plugins: Iterable<RegisteredPlugin>): Announcement {
  const offered = [...plugins].map(offeredType);
  const stopping = new AbortController();
  const running = run(tools, offered, stopping.signal);
  return {
    async withdraw() {
      stopping.abort();
      await running;
      if (offered.length === 0) return;
      try {
        await withdrawHost(tools.connection, tools.host);
        for (const { taskType } of offered) tell(tools, 4041, taskType, tools.host);
      } catch {
        // Not reachable: it drops out by itself.
      }
    },
  };
}

async function run(tools: HostTools, offered: readonly OfferedType[], stopping: AbortSignal): Promise<void> {
  if (offered.length === 0) return;
  let attempt = 0;
  let isAnnounced = false;
  while (!stopping.aborted) {
    attempt += 1;
    let waitMs = HEARTBEAT_MS;
    try {
      await announceHost(tools.connection, tools.host, offered);
      if (!isAnnounced) for (const { taskType } of offered) tell(tools, 4040, taskType, tools.host);
      isAnnounced = true;
      for (const { host, taskType } of await forgetDeadHosts(tools.connection)) tell(tools, 4041, taskType, host);
    } catch {
      if (!isAnnounced) waitMs = FIRST_RETRIES_MS[attempt - 1] ?? giveUp(tools, offered, attempt);
    }
    await sleep(waitMs, stopping).catch(() => {});
  }
}

function giveUp(tools: HostTools, offered: readonly OfferedType[], attempt: number): number {
  if (attempt === FIRST_RETRIES_MS.length + 1) {
    for (const { taskType } of offered) {
      tools.log.event(4042, 'catalog announcement given up; the plugin still runs', { TaskType: taskType, Attempt: attempt });
    }
  }
  return HEARTBEAT_MS;
}

function tell({ log }: HostTools, id: 4040 | 4041, taskType: string, siloName: string): void {
  const message = id === 4040 ? 'catalog entry announced' : 'catalog entry removed';
  log.event(id, message, { TaskType: taskType, SiloName: siloName });
}

function offeredType({ plugin, catalogSchema }: RegisteredPlugin): OfferedType {
  return {
    taskType: plugin.taskType.trim(),
    displayName: plugin.displayName ?? null,
    parameterSchema: catalogSchema === null ? null : JSON.stringify(catalogSchema),
  };
}
