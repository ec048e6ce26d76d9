import type { Config } from './config/config.ts';
import type { FrontDoor } from './front-door.ts';
import type { Health } from './health.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** Configuration of roles: the database is known, embedded or not. */
export type RoleConfig = Config & { readonly databaseUrl: string };

/** The shard that a role serves, of an installation with several (docs/contributing/spec/shards.md). */
export interface ShardOfRole {
  readonly name: string;
  readonly number: number;
  /** of all shards, by number; secret */
  readonly databaseUrls: readonly string[];
}

/** Parts that every role gets. Roles that share a process share config, metrics and health; the log carries the role. */
export interface RoleRuntime {
  readonly config: RoleConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** absent: traces are passed on, no spans are made */
  readonly tracing?: Tracing;
  /** absent: the installation has one database */
  readonly shard?: ShardOfRole;
  /** of a role that opens all shards itself, by number; absent: the installation has one database */
  readonly shards?: readonly ShardRuntime[];
  /** port of the API or the UI when it was opened before the role, which then lets requests in; absent: the role opens it */
  readonly door?: FrontDoor;
  /** aborted when the process starts to stop; pending steps of a start end */
  readonly stopping?: AbortSignal;
  /** ends the process in order with exit code 1, if only a restart can help */
  readonly stopReplica?: (reason: string) => void;
}

/** The runtime of one shard. */
export interface ShardRuntime extends RoleRuntime {
  readonly shard: ShardOfRole;
  /** resolves when the database can be used; rejects with a ConfigError if it never can */
  readonly isUsable: Promise<void>;
}

/** A role that has started and takes work. */
export interface RunningRole {
  readonly name: string;
  /** address of a role with a port: `http://localhost:8080` */
  readonly url?: string;
  /** Takes no new work, ends its running work, then closes its connections. Safe to call twice. */
  stop(): Promise<void>;
}

/** The export of each role's `main.ts`: `startApi`, `startWorker`, `startProjector`, `startUi`. Rejects when it cannot start. */
export type StartRole = (runtime: RoleRuntime) => Promise<RunningRole>;

/** Closes a resource of a role. */
export type Closer = () => Promise<void> | void;

/** Runs closers in reverse order of opening. */
export async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of [...closers].reverse()) await close();
}

/** A started role whose `stop` may be called twice: the second call waits for the first. */
export function runningRole(role: Omit<RunningRole, 'stop'>, stop: () => Promise<void>): RunningRole {
  let stopping: Promise<void> | undefined;
  return {
    ...role,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
