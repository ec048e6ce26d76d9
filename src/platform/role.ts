import type { Config } from './config/config.ts';
import type { FrontDoor } from './front-door.ts';
import type { Health } from './health.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** `databaseUrl` is set, also for the embedded database. */
export type RoleConfig = Config & { readonly databaseUrl: string };

/** Shard that a role serves, of an installation with several (docs/contributing/spec/shards.md). */
export interface ShardOfRole {
  readonly name: string;
  readonly number: number;
  /** shards by number; secret */
  readonly databaseUrls: readonly string[];
}

/** Roles of one process share config, metrics and health; each has a log with its name. */
export interface RoleRuntime {
  readonly config: RoleConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** absent: trace contexts are passed on, but no spans are created */
  readonly tracing?: Tracing;
  /** absent: the installation has one database */
  readonly shard?: ShardOfRole;
  /** shards of a role that opens them all itself, by number */
  readonly shards?: readonly ShardRuntime[];
  /** opened before the role, which calls `admit`. Absent: the role opens the port of API or UI */
  readonly door?: FrontDoor;
  /** aborted when the process starts to stop; a start that still waits must then end */
  readonly stopping?: AbortSignal;
  /** stops the process in order with exit code 1, for faults that only a restart can repair */
  readonly stopReplica?: (reason: string) => void;
}

export interface ShardRuntime extends RoleRuntime {
  readonly shard: ShardOfRole;
  /** resolves when the database can be used; rejects with a ConfigError if it never can */
  readonly isUsable: Promise<void>;
}

export interface RunningRole {
  readonly name: string;
  /** URL of a role with a port: `http://localhost:8080` */
  readonly url?: string;
  /** Accepts no new work, waits for running work, then closes the connections. Safe to call twice. */
  stop(): Promise<void>;
}

/** Export of each role's `main.ts`. Rejects when the role cannot start. */
export type StartRole = (runtime: RoleRuntime) => Promise<RunningRole>;

export type Closer = () => Promise<void> | void;

/** One after the other, the last one first. Rejects with the first error and does not run the others. */
export async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of [...closers].reverse()) await close();
}

/** A second call of its `stop` returns the promise of the first. */
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
