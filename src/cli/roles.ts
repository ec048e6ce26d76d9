import type { RoleConfig, RoleRuntime, RunningRole, StartRole } from '../platform/role.ts';
import { version } from '../platform/version.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { SluiceProcess } from './run-process.ts';

/** A role that can run alone. */
export type RoleName = 'api' | 'worker' | 'projector' | 'ui' | 'plugin-host';
/** Roles that need nothing but the configuration. */
export type PlainRoleName = Exclude<RoleName, 'plugin-host'>;

/** The code of each role, loaded only when it is needed: a worker does not pay for the HTTP framework. */
export const ROLES: Readonly<Record<PlainRoleName, () => Promise<StartRole>>> = {
  api: async () => (await import('../api/main.ts')).startApi,
  worker: async () => (await import('../worker/main.ts')).startWorker,
  projector: async () => (await import('../projector/main.ts')).startProjector,
  ui: async () => (await import('../ui/main.ts')).startUi,
};

/** Parts that a role of this replica gets. Its log lines carry the name of the role. */
export function runtimeOf(own: SluiceProcess, config: RoleConfig, name: RoleName): RoleRuntime {
  const { metrics, health, tracing } = own;
  const stopReplica = (reason: string) => void own.shutdown.stop(reason).then(() => process.exit(1));
  return { config, log: own.log.child({ role: name }), metrics, health, tracing, stopping: own.shutdown.signal, stopReplica };
}

/** Adds a started role to the orderly stop and logs that it runs. */
export function keepRole(own: SluiceProcess, runtime: RoleRuntime, name: RoleName, role: RunningRole): RunningRole {
  own.shutdown.register(name, name, () => role.stop());
  const place = role.url === undefined ? {} : { Url: role.url };
  runtime.log.event('role-started', { Version: version, ...place });
  return role;
}

/** Reports the replica to the others until it has stopped. Never rejects. */
export async function keepHeartbeat(own: SluiceProcess, config: RoleConfig): Promise<void> {
  const heartbeat = await startHeartbeat(config, own.metrics.calls, own.log);
  own.shutdown.register('readiness', 'last heartbeat', () => heartbeat.beginShutdown());
  own.shutdown.register('pools', 'heartbeat', () => heartbeat.stop());
}
