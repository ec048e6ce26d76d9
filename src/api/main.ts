import { hostname } from 'node:os';
import { ModelReader } from '../bpmn/reader/model-reader.ts';
import { poolConnection } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import { sharedSetting, storeApiAuthority, storeApiLocation } from '../db/settings.ts';
import type { AuditEntry } from '../messages/audit.ts';
import { createOriginReader, type OriginReader } from '../platform/client-address.ts';
import { openFrontDoor } from '../platform/front-door.ts';
import { createHostCheck, isLoopback } from '../platform/host-check.ts';
import { type Closer, closeAll, type RoleRuntime, type RunningRole, runningRole } from '../platform/role.ts';
import { redisPrefixOf } from '../queue/home-stamp.ts';
import { Simulator } from '../simulation/simulator.ts';
import { insertAuditEntries } from '../store/audit-entries.ts';
import { findNumericKeys, giveNumericKeys, nextNumericKey } from '../store/numeric-keys.ts';
import { createApp } from './app.ts';
import { type Audit, openAudit } from './audit/audit.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import type { NumericKeyStore } from './camunda-8/keys.ts';
import { numericKeysOfShards } from './camunda-8/shard-keys.ts';
import type { ApiPorts } from './ports.ts';
import { type CounterLink, createRateLimiter, openCounterLink } from './rate-limit.ts';
import { openDatabases, openOtherQueues, openQueueOf, portsOf, type ShardDatabase } from './shards/main.ts';
import { openSigner } from './signatures.ts';

/** Pool for reads, the inbox and notifications, per database. */
const POOL = { connections: 10, applicationName: 'sluice api', isWriter: true };

/** URL and authentication of the starting API. */
async function noteForPages(pool: Pool, { config }: RoleRuntime, url: string): Promise<void> {
  await storeApiLocation(pool, { url, host: hostname() });
  await storeApiAuthority(pool, config.authentication?.authority, config.authorization !== undefined);
}

/** Rejects if the port cannot be bound or the start is aborted. */
export async function startApi(runtime: RoleRuntime): Promise<RunningRole> {
  const { config, log, metrics, health, tracing } = runtime;
  const door = runtime.door ?? (await openFrontDoor(health, config.host, config.port));
  const closers: Closer[] = [];
  try {
    const options = { ...POOL, closers };
    const databases = openDatabases(runtime, options);
    const [{ pool }, ...others] = databases;
    const { installation } = await openQueueOf(databases[0], options);
    await noteForPages(pool, runtime, door.url);
    await openOtherQueues(others, options);
    const originOf = createOriginReader(config.proxies);
    const limiter =
      config.rateLimiting && createRateLimiter(config.rateLimiting, originOf, log, await counterLink(runtime, installation));
    closers.push(() => limiter?.close());
    const { authentication, authorization } = config;
    const authenticator = authentication && createAuthenticator(authentication, originOf, log, { authorization });
    authenticator?.begin();
    const app = createApp({
      ...portsOf(databases),
      ...openThreads(config, closers),
      log,
      metrics,
      health,
      signer: await openSigner((name, make) => sharedSetting(pool, name, make)),
      hosts: createHostCheck({ bound: config.host, allowed: config.allowedHosts, proxies: config.proxies }, log),
      commandTimeoutSeconds: config.engine.commandTimeoutSeconds,
      limiter,
      authenticator,
      requiresRoles: authorization !== undefined,
      audit: auditOf(runtime, { pool, originOf, closers }),
      tracing,
      fetchableBundledTypes: config.remoteWorkers.bundledTypes,
      ...config.api,
      ...additionsOf(config, databases),
      indexedVariables: config.projection.indexedVariables,
      maxVariableReads: config.projection.maxVariableReads,
      originOf,
      servesDocs: config.docs.isEnabled || config.isDevelopment,
      messages: door.messages,
    });
    if (authenticator === undefined) warnWhenOpen(runtime, door.url);
    door.admit(app.listener, app.answerUnreadable);
    closers.push(() => door.close(config.engine.shutdownSeconds * 1000));
    return runningRole({ name: 'api', url: door.url }, () => closeAll(closers));
  } catch (error) {
    await door.close(0);
    await closeAll(closers);
    throw error;
  }
}

function numericKeysOf(databases: readonly [ShardDatabase, ...ShardDatabase[]]): NumericKeyStore {
  if (databases.length === 1) return storedKeys(databases[0].pool);
  return numericKeysOfShards(
    databases.map((database) => ({
      shard: { name: database.name, isOpen: () => database.opened !== undefined },
      store: storedKeys(database.pool),
    })),
  );
}

function storedKeys(pool: Pool): NumericKeyStore {
  const connection = poolConnection(pool);
  return {
    give: (wanted) => giveNumericKeys(connection, wanted),
    next: () => nextNumericKey(connection),
    find: (keys) => findNumericKeys(connection, keys),
  };
}

/** They parse and simulate models outside of the event loop. */
function openThreads(config: RoleRuntime['config'], closers: Closer[]): Pick<ApiPorts, 'reader' | 'simulator'> {
  const reader = new ModelReader(config.models);
  const simulator = new Simulator(config);
  closers.push(
    () => reader.close(),
    () => simulator.close(),
  );
  return { reader, simulator };
}

/** Optional features; undefined: off. */
function additionsOf(
  { api, mcp, feed, webhooks, authentication }: RoleRuntime['config'],
  databases: readonly [ShardDatabase, ...ShardDatabase[]],
): Pick<ApiPorts, 'mcp' | 'feed' | 'webhooks' | 'numericKeys'> {
  return {
    mcp: mcp.isEnabled ? { publicUrl: mcp.publicUrl, authority: authentication?.authority } : undefined,
    feed,
    webhooks,
    numericKeys: api.servesCamunda8 ? numericKeysOf(databases) : undefined,
  };
}

function warnWhenOpen({ config, log }: RoleRuntime, Url: string): void {
  if (!isLoopback(config.host)) log.event('open-to-other-machines', { Surface: 'api', Url });
}

/** Returns undefined if off (docs/contributing/spec/audit.md#settings). */
function auditOf(
  { config, log, metrics }: RoleRuntime,
  { pool, originOf, closers }: { readonly pool: Pool; readonly originOf: OriginReader; readonly closers: Closer[] },
): Audit | undefined {
  if (config.audit === undefined) return undefined;
  const write = (entries: readonly AuditEntry[]) => insertAuditEntries(poolConnection(pool), entries);
  const audit = openAudit({ config: config.audit, surface: 'api', originOf, write, log, metrics });
  closers.push(() => audit.close());
  return audit;
}

/** Counters that replicas share in Redis. Without Redis, each replica counts only its own requests (docs/contributing/spec/http/access.md#shared-counters). */
async function counterLink({ config, log }: RoleRuntime, installation: string): Promise<CounterLink | undefined> {
  return config.redisUrl === undefined ? undefined : openCounterLink(config.redisUrl, log, redisPrefixOf(installation));
}
