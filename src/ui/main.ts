import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { createApp } from '../api/app.ts';
import { createActFinder } from '../api/audit/act-finder.ts';
import { type Audit, openAudit } from '../api/audit/audit.ts';
import type { Authenticator } from '../api/auth/authenticator.ts';
import { actorOf, keyOwnerOf } from '../api/auth/principal.ts';
import { openDatabases, openOtherQueues, openQueueOf, portsOf, type ShardDatabase } from '../api/shards/main.ts';
import { openSigner } from '../api/signatures.ts';
import { ModelReader } from '../bpmn/reader/model-reader.ts';
import { poolConnection } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import { doesApiRequireRoles, doesApiRequireTokens, readApiLocation, sharedSetting } from '../db/settings.ts';
import type { AuditEntry } from '../messages/audit.ts';
import { createOriginReader, type OriginReader } from '../platform/client-address.ts';
import type { AuthorizationConfig, SignInConfig } from '../platform/config/config-security.ts';
import { openFrontDoor } from '../platform/front-door.ts';
import { createHostCheck, isLoopback } from '../platform/host-check.ts';
import { type Closer, closeAll, type RoleRuntime, type RunningRole, runningRole } from '../platform/role.ts';
import { packageRoot } from '../platform/version.ts';
import { readLivingSessions } from '../queries/operator/live-marks.ts';
import type { ReadDatabase } from '../queries/read-database.ts';
import { readsAfterWrites } from '../queries/replica/list-reads.ts';
import { grantsOf } from '../requests/grants.ts';
import { Simulator } from '../simulation/simulator.ts';
import { insertAuditEntries } from '../store/audit-entries.ts';
import { apiUrlApart } from './server/api-url.ts';
import { createUiApp } from './server/app.ts';
import { createPageAudit } from './server/audit.ts';
import { logFault } from './server/http/faults.ts';
import { shared } from './server/http/shared.ts';
import { openLiveWatch } from './server/live/live-watch.ts';
import type { UiShard } from './server/ports.ts';
import { READ_ONLY, READ_ONLY_WITH_TOKENS, READ_ONLY_WITHOUT_RULES } from './server/read-only.ts';
import { createRightsReader } from './server/rights.ts';
import { openIdentityProvider } from './server/sign-in/identity-provider.ts';
import { keptSessionDigest, openSessions, userOf } from './server/sign-in/session.ts';

/** `apiUrl`: address of the API in the same process, for commands to copy. */
export type UiRuntime = RoleRuntime & { readonly apiUrl?: string };

/** Database connections of the UI role. */
const POOL_SIZE = 6;
/** Cache time of records of the API: its address, and whether it requires roles. */
const FRESH_MS = 2000;
/** Interval at which a change stream checks that its session exists. */
const SESSION_CHECK_MS = 3000;
const WEB_FOLDER = join(packageRoot, 'dist', 'ui', 'web');

/**
 * Web pages, UI API, change stream, sign-in, and the endpoints of the API with the session of the user. Rejects if the port is in use, or if the
 * database or the queue cannot be opened.
 */
export async function startUi(runtime: UiRuntime): Promise<RunningRole> {
  const { config, health } = runtime;
  const door = runtime.door ?? (await openFrontDoor(health, config.host, config.uiPort));
  const closers: Closer[] = [];
  const options = { applicationName: `${config.processName} ui`, connections: POOL_SIZE, isWriter: false, closers };
  try {
    const databases = openDatabases(runtime, options);
    const [{ pool, db, lists }, ...others] = databases;
    const [{ backend }, sessions] = await Promise.all([openQueueOf(databases[0], options), openUiSessions(runtime, pool)]);
    await openOtherQueues(others, options);
    const provider = config.signIn && openIdentityProvider(config.signIn, config.authorization);
    closers.push(() => sessions.close());
    const originOf = createOriginReader(config.proxies);
    const whyReadOnly = () => reasonFor(config, pool);
    const audit = openPageAudit(runtime, pool, originOf);
    closers.push(() => audit?.close());
    const live = openLiveWatch(databases);
    const reader = new ModelReader(config.models);
    closers.push(() => reader.close());
    const shards = databases.length === 1 ? undefined : databases.map(uiShardOf);
    const app = createUiApp({
      live,
      health,
      hosts: createHostCheck({ bound: config.host, allowed: hostsOf(config), proxies: config.proxies }, runtime.log),
      log: runtime.log,
      ...{ db, lists, reader, shards },
      ...config.projection,
      service: await openService(runtime, pool, { closers, audit, reader, ports: readsOfPages(portsOf(databases)) }),
      audit: audit && createPageAudit(audit, createActFinder(audit.kinds)),
      sessions,
      provider,
      whyReadOnly,
      rightsOf: createRightsReader(
        config.authorization,
        shared(FRESH_MS, () => doesApiRequireRoles(pool)),
      ),
      hasRules: config.authorization !== undefined,
      metrics: runtime.metrics,
      schemeOf: (request) => originOf(request).scheme,
      publicUrl: config.uiPublicUrl,
      apiUrl: shared(FRESH_MS, () => findApi(runtime, pool)),
      requiresReason: config.uiRequiresReason,
      webFolder: WEB_FOLDER,
      queueCounts: () => backend.counts(),
    });
    logWhoMayAct(runtime, door.url, await whyReadOnly());
    door.admit(app);
    closers.push(() => door.close(config.engine.shutdownSeconds * 1000));
    // first, because the port waits for the streams to end
    closers.push(() => live.close());
    return runningRole({ name: 'ui', url: door.url }, () => closeAll(closers));
  } catch (error) {
    await door.close(0);
    await closeAll(closers);
    throw error;
  }
}

/** Ports of a shard. While the queue cannot be reached, its counts are empty. */
function uiShardOf(database: ShardDatabase): UiShard {
  const { number, name, db, lists } = database;
  return { number, name, db, lists, queueCounts: async () => (await database.opened?.backend.counts()) ?? [] };
}

/** Makes every list read wait for the latest writes: requests to `/ui/api/service` do not pass on the position of a write. */
function readsOfPages(ports: ReturnType<typeof portsOf>): ReturnType<typeof portsOf> {
  const { lists, shards, ...others } = ports;
  const readsOf = shards?.map((shard) => ({ ...shard, lists: readsAfterWrites(shard.lists) }));
  return { ...others, lists: readsAfterWrites(lists), shards: readsOf };
}

/** Warns at the start if the pages are read-only, or if other machines can use them without sign-in. */
function logWhoMayAct({ config, log }: UiRuntime, Url: string, Reason: string | undefined): void {
  if (Reason !== undefined) log.event('authority-without-client-id', { Reason });
  else if (config.authentication === undefined && !isLoopback(config.host)) {
    log.event('open-to-other-machines', { Surface: 'ui', Url });
  }
}

/** Prefers the API of this process to the one that the latest started API process has recorded. */
async function findApi({ apiUrl }: UiRuntime, pool: Pool): Promise<string | undefined> {
  const database = apiUrl === undefined ? await readApiLocation(pool) : undefined;
  return database === undefined ? apiUrl : apiUrlApart(database, hostname());
}

/** Returns undefined if not read-only. Reads from the database whether the API requires tokens or roles. */
async function reasonFor(
  { authentication, authorization, signIn }: RoleRuntime['config'],
  pool: Pool,
): Promise<string | undefined> {
  if (signIn !== undefined) {
    return authorization === undefined && (await doesApiRequireRoles(pool)) ? READ_ONLY_WITHOUT_RULES : undefined;
  }
  if (authentication !== undefined) return READ_ONLY;
  return (await doesApiRequireTokens(pool)) ? READ_ONLY_WITH_TOKENS : undefined;
}

function hostsOf({ allowedHosts, uiPublicUrl }: RoleRuntime['config']): readonly string[] {
  return uiPublicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(uiPublicUrl).hostname];
}

/** The sessions and the secret of their cookies are in the database, so that all replicas accept them. */
async function openUiSessions({ config, log }: RoleRuntime, pool: Pool) {
  const secret = await sharedSetting(pool, 'ui-cookie-secret', () => randomBytes(32).toString('base64url'));
  const { cookieExpireMinutes = 60, sessionHours = 12, requiresHttps = false } = config.signIn ?? {};
  const onFault = (error: unknown, { path }: Request) => logFault(log, error, path);
  const life = { minutes: cookieExpireMinutes, hours: sessionHours };
  return openSessions({ pool, secret, ...life, isAlwaysSecure: requiresHttps, onFault });
}

/** Returns undefined if the audit is off. Records the session of each action (docs/contributing/spec/audit.md#pages). */
function openPageAudit({ config, log, metrics }: RoleRuntime, pool: Pool, originOf: OriginReader): Audit | undefined {
  const write = (entries: readonly AuditEntry[]) => insertAuditEntries(poolConnection(pool), entries);
  const sessionOf = (request: IncomingMessage) => keptSessionDigest(request as Request);
  return config.audit && openAudit({ config: config.audit, surface: 'pages', originOf, sessionOf, write, log, metrics });
}

/** The endpoints of the API, which check the session instead of a token. */
async function openService(
  runtime: RoleRuntime,
  pool: Pool,
  {
    closers,
    audit,
    reader,
    ports: reads,
  }: {
    readonly closers: Closer[];
    readonly audit: Audit | undefined;
    readonly reader: ModelReader;
    readonly ports: ReturnType<typeof portsOf>;
  },
): Promise<RequestHandler> {
  const { config, log, metrics, health, tracing } = runtime;
  const { commandTimeoutSeconds } = config.engine;
  const simulator = new Simulator(config);
  closers.push(() => simulator.close());
  const authenticator = config.signIn && sessionAuthenticator(config.signIn, config.authorization, reads.db);
  const signer = await openSigner((name, make) => sharedSetting(pool, name, make));
  const ports = {
    ...reads,
    reader,
    simulator,
    log,
    metrics,
    health,
    signer,
    tracing,
    commandTimeoutSeconds,
    authenticator,
    requiresRoles: config.authorization !== undefined,
    audit,
    fetchableBundledTypes: config.remoteWorkers.bundledTypes,
    maxStateEntries: config.api.maxStateEntries,
    maxWaits: config.api.maxWaits,
    waitsPerClient: config.api.waitsPerClient,
    indexedVariables: config.projection.indexedVariables,
    maxVariableReads: config.projection.maxVariableReads,
    keepsUnchanged: config.api.keepsUnchanged,
    feed: config.feed,
    refusesUnknown: false,
    servesDocs: false,
  };
  const { listener } = createApp(ports);
  return (request, response) => listener(request, response);
}

/** See docs/contributing/spec/http/access.md#acting-user. Always succeeds: requests without a signed-in user were refused before. */
function sessionAuthenticator(
  { userIdClaim, sessionHours }: SignInConfig,
  authorization: AuthorizationConfig | undefined,
  db: ReadDatabase,
): Authenticator {
  return {
    begin: () => {},
    async identify(request) {
      const user = userOf(request as Request);
      const userId = user?.userId ?? undefined;
      const subject = user?.subject || undefined;
      const grants = authorization === undefined ? [] : grantsOf(user?.grantValues ?? [], authorization);
      const { sessionID } = request as Request;
      const keyOwner = keyOwnerOf(subject, userId) ?? `visit ${sessionID}`;
      const lasts = {
        expiresAt: (user?.signedInAt ?? 0) + sessionHours * 3_600_000,
        hasEnded: shared(SESSION_CHECK_MS, async () => !(await readLivingSessions(db, [sessionID])).has(sessionID)),
      };
      return {
        ok: true,
        principal: {
          keyOwner,
          actor: actorOf(subject, userId),
          userId,
          userIdClaim,
          groups: user?.groups ?? [],
          grants,
          ...lasts,
        },
      };
    },
  };
}
