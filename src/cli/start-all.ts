import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start.ts';
import type { PortSetting } from '../platform/config/config.ts';
import { type FrontDoor, openFrontDoor } from '../platform/front-door.ts';
import { errorMessage } from '../platform/redact.ts';
import type { RoleConfig, RunningRole, StartRole } from '../platform/role.ts';
import { reachAndMigrate } from './reach-database.ts';
import { deploySample, readyText } from './ready-text.ts';
import { keepHeartbeat, keepRole, type PlainRoleName, ROLES, runtimeOf } from './roles.ts';
import { runService, type SluiceProcess } from './run-process.ts';

/** Runs all roles in this operating-system process, with an embedded Postgres unless DATABASE_URL is set, and prints how to use it. */
export function startAll(): Promise<void> {
  return runService('all', (own) => own.health.during('starting', startUp(own)));
}

async function startUp(own: SluiceProcess): Promise<void> {
  const begunAt = performance.now();
  const doors = await openDoors(own);
  const code = loadRoles();
  code.catch(() => {}); // awaited below, after the database
  const embedded = await own.health.during('postgres', openDatabase(own));
  const config: RoleConfig = { ...own.config, databaseUrl: embedded?.url ?? own.config.databaseUrl ?? '' };
  await own.health.during('postgres', bringSchemaUpToDate(own, config.databaseUrl));
  void keepHeartbeat(own, config);
  const { api, ui } = await startRoles(own, config, await code, doors);
  // with authentication on, a deploy needs a token, also from here
  const asksForToken = config.authentication !== undefined;
  const hasSample = !asksForToken && (await deploySample(config.databaseUrl, api.url ?? '', own.log));
  if (own.shutdown.hasBegun) return;
  const seconds = (performance.now() - begunAt) / 1000;
  const urls = { apiUrl: forPeople(api.url), uiUrl: forPeople(ui.url) };
  const hasDocs = config.docs.isEnabled || config.isDevelopment;
  const hasSignIn = config.signIn !== undefined;
  const text = readyText({ ...urls, hasDocs, dataDir: embedded?.dataDir, seconds, hasSample, asksForToken, hasSignIn });
  (own.isPretty ? process.stdout : process.stderr).write(text);
}

/** The ports answer health requests while the database is still being made. */
async function openDoors({ config, health, shutdown }: SluiceProcess): Promise<Readonly<Record<'api' | 'ui', FrontDoor>>> {
  const open = async (port: PortSetting) => {
    const door = await openFrontDoor(health, config.host, port);
    shutdown.register('pools', 'port', () => door.close(0));
    return door;
  };
  return { api: await open(config.port), ui: await open(config.uiPort) };
}

/** The host name of this machine in the documentation and in registrations at issuers. */
function forPeople(url = ''): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

type RoleCode = Readonly<Record<PlainRoleName, StartRole>>;

/** Runs while the database starts, because loading code takes as long. */
async function loadRoles(): Promise<RoleCode> {
  const [api, worker, projector, ui] = await Promise.all([ROLES.api(), ROLES.worker(), ROLES.projector(), ROLES.ui()]);
  return { api, worker, projector, ui };
}

async function openDatabase(own: SluiceProcess): Promise<EmbeddedPostgres | undefined> {
  if (own.config.databaseUrl !== undefined) return undefined;
  const onLost = (error: Error) => {
    own.log.event('database-unreachable', { Operation: 'embedded-database-restart', ErrorMessage: errorMessage(error) });
    void own.shutdown.stop('the database is lost').then(() => process.exit(1));
  };
  const embedded = await startEmbeddedPostgres({ dataDir: own.config.dataDir, log: own.log, onLost });
  own.shutdown.register('database', 'embedded Postgres', () => embedded.stop());
  return embedded;
}

async function bringSchemaUpToDate(own: SluiceProcess, databaseUrl: string): Promise<void> {
  const { from, to } = await reachAndMigrate(databaseUrl, own.log, { signal: own.shutdown.signal });
  if (from !== to) own.log.event('schema-updated', { FromVersion: from, ToVersion: to });
}

/** The UI comes last: it shows the address that the API got. */
async function startRoles(
  own: SluiceProcess,
  config: RoleConfig,
  code: RoleCode,
  doors: Readonly<Record<'api' | 'ui', FrontDoor>>,
): Promise<{ api: RunningRole; ui: RunningRole }> {
  const start = async (name: PlainRoleName, extra: object = {}) => {
    own.shutdown.signal.throwIfAborted();
    const runtime = { ...runtimeOf(own, config, name), ...extra };
    return keepRole(own, runtime, name, await code[name](runtime));
  };
  const started = await Promise.allSettled([start('worker'), start('projector'), start('api', { door: doors.api })]);
  for (const role of started) if (role.status === 'rejected') throw role.reason;
  const api = (started[2] as PromiseFulfilledResult<RunningRole>).value;
  return { api, ui: await start('ui', { door: doors.ui, apiUrl: api.url }) };
}
