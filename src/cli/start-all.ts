import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start.ts';
import { openPool } from '../db/pool.ts';
import type { PortSetting } from '../platform/config/config.ts';
import { type FrontDoor, openFrontDoor } from '../platform/front-door.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import type { RoleConfig, RunningRole, StartRole } from '../platform/role.ts';
import { packageRoot, version } from '../platform/version.ts';
import { type PlainRoleName, ROLES, runtimeOf } from './roles.ts';
import { runService, type SluiceProcess } from './run-process.ts';
import { confirmPlaces, databaseUrlsOf, keepHeartbeats, reachAndMigrate, startParts } from './verbs.ts';

/** File of the sample in the package. */
const SAMPLE_FILE = 'examples/hello.bpmn';
const SAMPLE_KEY = 'hello';

/**
 * Deploys the sample over the API if no process was ever deployed. Resolves with true if the sample is deployed. Logs a failure, because the service
 * works without the sample.
 */
async function deploySample(databaseUrl: string, apiUrl: string, log: Logger): Promise<boolean> {
  try {
    const known = await deployedKeys(databaseUrl);
    if (known.length > 0) return known.includes(SAMPLE_KEY);
    const bpmnXml = await readFile(join(packageRoot, SAMPLE_FILE), 'utf8');
    const answer = await fetch(`${apiUrl}/Definitions/deploy`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ BpmnXml: bpmnXml }),
    });
    if (!answer.ok) throw new Error(`the API answered ${answer.status}: ${await answer.text()}`);
    return true;
  } catch (error) {
    log.event('unexpected-error', {
      Operation: 'sample',
      Endpoint: 'Definitions/deploy',
      ErrorMessage: errorMessage(error),
      Stack: '-',
    });
    return false;
  }
}

/** Reads at most two keys; the sample is first. */
async function deployedKeys(databaseUrl: string): Promise<readonly string[]> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice start' });
  try {
    const result = await pool.query<{ key: string }>('select key from process order by key = $1 desc limit 2', [SAMPLE_KEY]);
    return result.rows.map((row) => row.key);
  } finally {
    await pool.end();
  }
}

/** Data of the text at the end of a start. */
export interface ReadyFacts {
  readonly apiUrl: string;
  readonly uiUrl: string;
  /** the API has the page /docs */
  readonly hasDocs: boolean;
  /** data folder of the embedded database; undefined: external database */
  readonly dataDir: string | undefined;
  readonly seconds: number;
  readonly hasSample: boolean;
  /** authentication is on: commands need a header */
  readonly asksForToken: boolean;
  /** users can sign in; without, pages are read-only if authentication is on */
  readonly hasSignIn: boolean;
}

/** URLs, three commands to copy, how to stop, and how to start with new data. */
export function readyText(facts: ReadyFacts): string {
  const { apiUrl, uiUrl, dataDir } = facts;
  const sample = facts.hasSample ? `The sample process "${SAMPLE_KEY}" is deployed. Try it:` : 'Try it:';
  const token = '\n  The API requires a token: add -H "Authorization: Bearer $TOKEN" to each command.';
  const readOnly = '\n  The pages are read-only because sign-in is off (Authentication:ClientId).';
  return `
  Sluice ${version} is ready (${facts.seconds.toFixed(1)} s)

    API    ${apiUrl}
    UI     ${uiUrl}
${facts.hasDocs ? `    Docs   ${apiUrl}/docs\n` : ''}    Data   ${dataDir ?? 'the database of DATABASE_URL'}

  ${sample}${facts.asksForToken ? token : ''}${facts.asksForToken && !facts.hasSignIn ? readOnly : ''}

    # deploy a model
${indent(deployCommand(apiUrl))}

    # start an instance; it waits at the task "review"
${indent(startCommand(apiUrl))}

    # complete the task
${indent(completeCommand(apiUrl))}

  Stop: Ctrl-C.${dataDir === undefined ? '' : ` To reset: stop, then rm -r ${quoted(join(dataDir, 'pg'))}`}

`;
}

function deployCommand(apiUrl: string): string {
  const read = `JSON.stringify({BpmnXml: fs.readFileSync(process.argv[1], "utf8")})`;
  return `node -p '${read}' ${quoted(join(packageRoot, SAMPLE_FILE))} |
  curl -s ${apiUrl}/Definitions/deploy -H 'Content-Type: application/json' --data-binary @-`;
}

function startCommand(apiUrl: string): string {
  const body = JSON.stringify({ WorkflowId: SAMPLE_KEY, BusinessId: 'hello-1', Variables: { name: 'Ada' } });
  return `ID=$(curl -s ${apiUrl}/Execution/start -H 'Content-Type: application/json' -d '${body}' | cut -d'"' -f4); echo $ID`;
}

function completeCommand(apiUrl: string): string {
  const body = `{"WorkflowInstanceId":"'$ID'","ActivityId":"review","Variables":{"approved":true}}`;
  return `curl -s ${apiUrl}/Execution/complete-activity -H 'Content-Type: application/json' -d '${body}'
curl -s ${apiUrl}/Instances/$ID/state`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}

function quoted(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** All roles in this process, with an embedded Postgres unless DATABASE_URL is set. */
export function startAll(): Promise<void> {
  return runService('all', (own) => own.health.during('starting', startUp(own)));
}

async function startUp(own: SluiceProcess): Promise<void> {
  const begunAt = performance.now();
  const doors = await openDoors(own);
  const code = loadRoles();
  code.catch(() => {}); // awaited after the database
  const embedded = await own.health.during('postgres', openDatabase(own));
  const config: RoleConfig = { ...own.config, databaseUrl: embedded?.url ?? own.config.databaseUrl ?? '' };
  for (const databaseUrl of databaseUrlsOf(config)) await own.health.during('postgres', bringSchemaUpToDate(own, databaseUrl));
  await confirmPlaces(config);
  void keepHeartbeats(own, config);
  const { api, ui } = await startRoles(own, config, await code, doors);
  // with authentication, the deploy would need a token
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

/** Opens the ports before the database is ready, to answer health checks. */
async function openDoors({ config, health, shutdown }: SluiceProcess): Promise<Readonly<Record<'api' | 'ui', FrontDoor>>> {
  const open = async (port: PortSetting) => {
    const door = await openFrontDoor(health, config.host, port);
    shutdown.register('pools', 'port', () => door.close(0));
    return door;
  };
  return { api: await open(config.port), ui: await open(config.uiPort) };
}

/** Replaces 127.0.0.1 by localhost, which documentation and sign-in registrations use. */
function forPeople(url = ''): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

type RoleCode = Readonly<Record<PlainRoleName, StartRole>>;

/** Loads the roles while the database starts, which takes about the same time. */
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

/** The UI last, because it shows the URL of the API. */
async function startRoles(
  own: SluiceProcess,
  config: RoleConfig,
  code: RoleCode,
  doors: Readonly<Record<'api' | 'ui', FrontDoor>>,
): Promise<{ api: RunningRole; ui: RunningRole }> {
  const start = async (name: PlainRoleName, extra: object = {}) => {
    own.shutdown.signal.throwIfAborted();
    const [role] = await startParts(own, { ...runtimeOf(own, config, name), ...extra }, name, code[name], async () => {});
    return role as RunningRole;
  };
  const started = await Promise.allSettled([start('worker'), start('projector'), start('api', { door: doors.api })]);
  for (const role of started) if (role.status === 'rejected') throw role.reason;
  const api = (started[2] as PromiseFulfilledResult<RunningRole>).value;
  return { api, ui: await start('ui', { door: doors.ui, apiUrl: api.url }) };
}
