import { hostname } from 'node:os';
import { beat, leave, type Member, reportStopping } from '../db/members.ts';
import { openPool } from '../db/pool.ts';
import type { CallStatistics } from '../platform/call-statistics.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { withTimeout } from '../platform/retry.ts';
import type { RoleConfig, RoleRuntime, RunningRole, StartRole } from '../platform/role.ts';
import { version } from '../platform/version.ts';
import type { SluiceProcess } from './run-process.ts';

export interface Heartbeat {
  /** Reports the stop. Never rejects; resolves after LAST_REPORT_MS at the latest. */
  beginShutdown(): Promise<void>;
  /** Ends the heartbeat and removes this process from the list. Never rejects; resolves after LAST_REPORT_MS at the latest. */
  stop(): Promise<void>;
}

/** Short enough that a few missing heartbeats do not mark a process as lost. */
const EVERY_MS = 5000;
/** A slow database must not use the time for the shutdown of the roles. */
const LAST_REPORT_MS = 1000;

/** Reports this process in the table `member`. Resolves after the first report. Ignores an unreachable database. */
export async function startHeartbeat(config: RoleConfig, calls: CallStatistics, log: Logger): Promise<Heartbeat> {
  const { processName, role } = config;
  const member: Member = { memberId: newId(), processName, role, host: hostname(), version };
  const pool = openPool(config.databaseUrl, { max: 1, applicationName: `${processName} heartbeat` });
  let beating: Promise<void> = Promise.resolve();
  const report = async () => {
    try {
      const lost = await beat(pool, member, calls.read());
      for (const name of lost) log.event('replica-vanished', { LostProcessName: name });
    } catch {
      // readiness reports an unreachable database
    }
  };
  const again = () => {
    beating = beating.then(report);
  };
  again();
  await beating;
  const timer = setInterval(again, EVERY_MS);
  const briefly = (farewell: Promise<void>) => withTimeout(farewell, LAST_REPORT_MS, 'the database').catch(() => {});
  const end = async () => {
    await beating;
    await leave(pool, member.memberId).catch(() => {});
    await pool.end();
  };
  return {
    beginShutdown: () => briefly(reportStopping(pool, member.memberId)),
    stop() {
      clearInterval(timer);
      return briefly(end());
    },
  };
}

export type RoleName = 'api' | 'worker' | 'projector' | 'ui' | 'plugin-host';
/** Roles without arguments on the command line. */
export type PlainRoleName = Exclude<RoleName, 'plugin-host'>;

/** Each process loads only the code of its roles; for example, a worker has no HTTP framework. */
export const ROLES: Readonly<Record<PlainRoleName, () => Promise<StartRole>>> = {
  api: async () => (await import('../api/main.ts')).startApi,
  worker: async () => (await import('../worker/main.ts')).startWorker,
  projector: async () => (await import('../projector/main.ts')).startProjector,
  ui: async () => (await import('../ui/main.ts')).startUi,
};

/** Log lines contain the name of the role. */
export function runtimeOf(own: SluiceProcess, config: RoleConfig, name: RoleName): RoleRuntime {
  const { metrics, health, tracing } = own;
  const stopReplica = (reason: string) => void own.shutdown.stop(reason).then(() => process.exit(1));
  return { config, log: own.log.child({ role: name }), metrics, health, tracing, stopping: own.shutdown.signal, stopReplica };
}

/** Adds the role to the shutdown, and logs its start. */
export function keepRole(own: SluiceProcess, runtime: RoleRuntime, name: RoleName, role: RunningRole): RunningRole {
  own.shutdown.register(name, name, () => role.stop());
  const place = role.url === undefined ? {} : { Url: role.url };
  runtime.log.event('role-started', { Version: version, ...place });
  return role;
}

/** The shutdown ends the heartbeat. Never rejects. */
export async function keepHeartbeat(own: SluiceProcess, config: RoleConfig): Promise<void> {
  const heartbeat = await startHeartbeat(config, own.metrics.calls, own.log);
  own.shutdown.register('readiness', 'last heartbeat', () => heartbeat.beginShutdown());
  own.shutdown.register('pools', 'heartbeat', () => heartbeat.stop());
}
