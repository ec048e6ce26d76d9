import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LogLevel } from '../log-events.ts';
import type { ExportSettings } from '../telemetry/export.ts';
import { readPairs } from '../telemetry/pairs.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { redisAddress, type ServerAddress, serverOf } from './redis-address.ts';
import { keyOf, list, optional, type Setting, secret, setting } from './setting.ts';
import {
  address,
  flag,
  folder,
  hostPattern,
  logLevel,
  type ParsedSetting,
  pairs,
  parsedBy,
  path,
  type SettingType,
  text,
  wholeNumber,
} from './setting-types.ts';

export type { ServerAddress } from './redis-address.ts';

/** Values of `sslmode`, as in libpq (docs/how-to/set-up-tls.md#tls-to-postgres-and-redis). */
export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof TLS_MODES)[number];

/** Parts of a database URL. */
export interface DatabaseAddress {
  /** URL without the parameters in READ_HERE */
  readonly url: string;
  /** undefined: the driver decides */
  readonly mode: TlsMode | undefined;
  /** certificates in PEM form; undefined: those that Node trusts */
  readonly authorities?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** set for a pooler in transaction mode: session state is lost after each transaction */
  readonly pooler?: Pooler;
  /** undefined: the server in the URL */
  readonly choice?: ServerChoice;
}

/** One of the servers is the primary, which can change (docs/how-to/size-and-scale.md#several-hosts). */
export interface ServerChoice {
  readonly servers: readonly ServerAddress[];
  readonly wants: 'primary' | 'standby';
}

/** Pooler in transaction mode (docs/how-to/size-and-scale.md#a-pooler). */
interface Pooler {
  /** server behind the pooler, for LISTEN; undefined: LISTEN is not possible */
  readonly directUrl: string | undefined;
}

const FILES = { sslrootcert: 'authorities', sslcert: 'certificate', sslkey: 'key' } as const;

/** `ssl` and the mode `no-verify` are parameters of the Node driver; libpq does not have them. */
const TLS_WORDS = ['sslmode', ...Object.keys(FILES), 'sslpassword', 'ssl', 'uselibpqcompat'];
const POOLER_WORDS = ['pooler', 'direct'];
const TARGET = 'target_session_attrs';
const TARGETS = { 'read-write': 'primary', primary: 'primary', standby: 'standby', 'read-only': 'standby' } as const;
const READ_HERE = [...TLS_WORDS, ...POOLER_WORDS, TARGET];
const SEVERAL_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)(.*)$/;
const POSTGRES_PORT = 5432;
const HOST_AND_PORT = /^[^\s/?#@]+$/;
const NO_VERIFY = 'no-verify';
const SYSTEM = 'system';
const scheme = address('postgres', 'postgresql');

/** Errors never contain the URL, because it may contain a password. */
export const databaseAddress: SettingType<string> = parsedBy((text) => {
  const form = SEVERAL_HOSTS.test(text) ? undefined : scheme.safeParse(text).error;
  if (form !== undefined) return { ok: false, reason: form.issues[0]?.message ?? '' };
  const read = readDatabaseAddress(text);
  return read.ok ? { ok: true, value: text } : read;
}, scheme.description ?? '');

/** Begins with the name of a shard; config-shards.ts checks the entries. */
export const NAMED_DATABASES = /^[a-z][a-z0-9-]{0,30}=/;

const replicaAddresses: SettingType<string> = parsedBy((text) => {
  const error = NAMED_DATABASES.test(text) ? undefined : databaseAddress.safeParse(text).error;
  return error === undefined ? { ok: true, value: text } : { ok: false, reason: error.issues[0]?.message ?? '' };
}, 'as `DATABASE_URL`, or as `SHARDS`');

/** TLS parameters as in libpq, with their files, and the parameters of pooler and server choice. */
export function readDatabaseAddress(given: string): ParsedSetting<DatabaseAddress> {
  const [, before = '', hosts = '', after = ''] = SEVERAL_HOSTS.exec(given) ?? [];
  if (hosts === '') return readOneServer(given, []);
  const servers = serversOf(hosts);
  if (servers === undefined) return { ok: false, reason: NOT_A_SERVER };
  return readOneServer(`${before}${hosts.slice(0, hosts.indexOf(','))}${after}`, servers);
}

const NOT_A_SERVER = 'holds a server that is not a host and its port';

function serversOf(hosts: string): readonly ServerAddress[] | undefined {
  const servers = hosts.split(',').map((host) => serverOf(host, POSTGRES_PORT));
  return servers.includes(undefined) ? undefined : (servers as ServerAddress[]);
}

/** `servers`: all servers if the original URL has several, otherwise []. */
function readOneServer(text: string, servers: readonly ServerAddress[]): ParsedSetting<DatabaseAddress> {
  if (!URL.canParse(text)) return { ok: true, value: { url: text, mode: undefined } }; // the driver knows more forms
  const url = new URL(text);
  const given = (name: string) => url.searchParams.get(name) || undefined;
  const mode = modeOf(url.searchParams);
  if (!mode.ok) return mode;
  const files: Partial<Record<(typeof FILES)[keyof typeof FILES], string>> = {};
  for (const [name, member] of Object.entries(FILES)) {
    const path = given(name);
    if (path === undefined || path === SYSTEM) continue;
    const content = readText(path);
    if (content === undefined) return { ok: false, reason: `${name} names a file that cannot be read` };
    files[member as keyof typeof files] = content;
  }
  const pooler = poolerOf(url);
  if (!pooler.ok) return pooler;
  const choice = choiceOf(url, servers);
  if (!choice.ok) return choice;
  const passphrase = given('sslpassword');
  if (READ_HERE.some((name) => url.searchParams.has(name))) for (const name of READ_HERE) url.searchParams.delete(name);
  return {
    ok: true,
    value: {
      url: url.href === new URL(text).href ? text : url.href,
      mode: strengthened(mode.value, files.authorities),
      ...files,
      ...(passphrase === undefined ? {} : { passphrase }),
      ...(pooler.value === undefined ? {} : { pooler: pooler.value }),
      ...(choice.value === undefined ? {} : { choice: choice.value }),
    },
  };
}

/** `target_session_attrs`. With several servers, the default is the server that accepts writes; with one, undefined. */
function choiceOf(url: URL, several: readonly ServerAddress[]): ParsedSetting<ServerChoice | undefined> {
  const word = url.searchParams.get(TARGET) || undefined;
  if (word === undefined && several.length === 0) return { ok: true, value: undefined };
  const target = Object.entries(TARGETS).find(([known]) => known === (word ?? 'read-write'));
  if (target === undefined) return { ok: false, reason: `has a ${TARGET} that is not one of ${Object.keys(TARGETS).join(', ')}` };
  const servers = several.length > 0 ? several : serversOf(url.host);
  if (servers === undefined) return { ok: false, reason: NOT_A_SERVER };
  return { ok: true, value: { servers, wants: target[1] } };
}

/** `pooler=transaction`, and `direct=host:port` if the server can also be reached directly. */
function poolerOf(url: URL): ParsedSetting<Pooler | undefined> {
  const [word, direct] = POOLER_WORDS.map((name) => url.searchParams.get(name) || undefined);
  if (word === undefined && direct !== undefined)
    return { ok: false, reason: 'holds direct without pooler=transaction: without a pooler every connection is direct' };
  if (word === undefined || word === 'session') return { ok: true, value: undefined };
  if (word !== 'transaction') return { ok: false, reason: 'holds a pooler that is neither session nor transaction' };
  if (direct === undefined) return { ok: true, value: { directUrl: undefined } };
  const server = new URL(url);
  for (const name of POOLER_WORDS) server.searchParams.delete(name);
  if (direct.includes(',')) return severalDirect(server, direct);
  server.port = '';
  server.host = direct;
  const isTaken = HOST_AND_PORT.test(direct) && server.host.toLowerCase() === direct.toLowerCase();
  return isTaken
    ? { ok: true, value: { directUrl: server.href } }
    : { ok: false, reason: 'holds a direct that is not a host and its port' };
}

function severalDirect(server: URL, hosts: string): ParsedSetting<Pooler> {
  if (serversOf(hosts) === undefined) return { ok: false, reason: 'holds a direct that is not a host and its port' };
  return { ok: true, value: { directUrl: server.href.replace(server.host, hosts) } };
}

function modeOf(parameters: URLSearchParams): ParsedSetting<TlsMode | undefined> {
  const word = parameters.get('sslmode') || undefined;
  const isSystem = parameters.get('sslrootcert') === SYSTEM;
  if (word === undefined) return { ok: true, value: isSystem || asksForTls(parameters) ? 'verify-full' : undefined };
  if (word === NO_VERIFY) return { ok: true, value: 'require' };
  const mode = TLS_MODES.find((known) => known === word);
  if (mode === undefined) return { ok: false, reason: `has an sslmode that is not one of ${TLS_MODES.join(', ')}` };
  if (isSystem && mode !== 'verify-full')
    return { ok: false, reason: 'holds sslrootcert=system, which needs sslmode=verify-full' };
  return { ok: true, value: mode };
}

/** True if a URL for the Node driver requires TLS without `sslmode`. */
function asksForTls(parameters: URLSearchParams): boolean {
  const isSwitchedOn = ['true', '1'].includes(parameters.get('ssl') ?? '');
  return isSwitchedOn || Object.keys(FILES).some((name) => parameters.has(name));
}

/** `verify-ca` for `require` with certificates of authorities, as in libpq. Other modes stay. */
function strengthened(mode: TlsMode | undefined, authorities: string | undefined): TlsMode | undefined {
  return mode === 'require' && authorities !== undefined ? 'verify-ca' : mode;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export const PROCESS = z.object({
  port: setting('PORT', wholeNumber(0, 65_535), 8080).describe(
    'port of the API. If you set a port that is busy, the start stops. If you do not set it, the next free one of 8090, 8100, … is used. 0: any free port',
  ),
  uiPort: setting('UI_PORT', wholeNumber(0, 65_535), 8081).describe('port of the web UI; same rules'),
  uiPublicUrl: optional('UI_PUBLIC_URL', address('http', 'https')).describe(
    'address of the web UI in browsers, for the redirects of the sign-in. Absent: the `Host` header and the scheme of the request',
  ),
  uiRequiresReason: setting('UI_REQUIRE_REASON', flag, false).describe(
    'whether the web UI requires a reason to change variables, move tokens, fork, suspend or cancel; otherwise it is optional. The API never requires one',
  ),
  metricsPort: setting('METRICS_PORT', wholeNumber(0, 65_535), 9464).describe(
    '`/metrics`, `/health`, `/alive`, `/ready` of a worker, a plugin host or a projector; same rules',
  ),
  host: setting('HOST', text.describe('an address'), '127.0.0.1').describe(
    'address that the ports listen on. The default only accepts connections of this machine. The container image sets `0.0.0.0`, every IPv4 address (`::`: also IPv6)',
  ),
  allowedHosts: list('ALLOWED_HOSTS', hostPattern).describe(
    'allowed host names besides addresses, `localhost` and the name in `HOST`, for example `sluice.example,*.inside.example`; others get 421 ([how to](../how-to/secure-the-api.md#4-name-the-hosts)). `*`: every host. The web UI also allows the host of `UI_PUBLIC_URL`',
  ),
  processName: optional('PROCESS_NAME', text, { fallback: '`<role>-<host name>-<8 hexadecimal digits>`' }).describe(
    'name in log lines and in the list of database connections',
  ),
  databaseUrl: secret('DATABASE_URL', databaseAddress).describe(
    'Postgres to use: one server or [several](../how-to/size-and-scale.md#several-hosts), with `sslmode` [as in libpq](../how-to/set-up-tls.md#tls-to-postgres-and-redis) and `pooler=transaction` [behind a pooler](../how-to/size-and-scale.md#a-pooler). Absent: `npm start` starts an embedded one; single roles refuse to start. Secret',
  ),
  shards: secret('SHARDS', text.describe('`name=postgres://…,name=postgres://…`')).describe(
    'databases of [an installation with several](../how-to/size-and-scale.md#shards), instead of `DATABASE_URL`. The first owns the definitions; add others at the end, never change the order. Secret',
  ),
  servedShards: list('SERVED_SHARDS', text).describe('names in `SHARDS` that this worker or projector serves. Absent: all'),
  databaseReplicaUrl: secret('DATABASE_REPLICA_URL', replicaAddresses).describe(
    'a streaming replica of that database, from which API and UI [read lists](../how-to/size-and-scale.md#replicas). With several shards: replicas by the names of the shards; a shard may have none. Secret',
  ),
  dataDir: optional('DATA_DIR', folder, { fallback: '`./.data`; for root `/var/lib/sluice`' }).describe(
    'folder of the embedded Postgres; only used without `DATABASE_URL`',
  ),
  redisUrl: secret('REDIS_URL', redisAddress).describe(
    'Redis for the queue: one server, [a cluster, or sentinels](../how-to/size-and-scale.md#redis-cluster). Absent: the queue is in Postgres. Use the same value for all replicas; [other installations](operations.md#several-installations-on-one-redis) can share it. Secret',
  ),
  logLevel: setting<LogLevel>('LOG_LEVEL', logLevel, 'Information').describe('lowest level that is logged'),
  nodeEnv: optional('NODE_ENV', text).describe(
    '`production`: JSON log lines also on a terminal. `development`: the API serves its documentation even if `Docs:Enabled` is `false`',
  ),
  configFile: optional('CONFIG_FILE', path).describe('JSON file with settings'),
});

/** Export of traces, metrics and logs, with the keys of OpenTelemetry. */
export const TELEMETRY = z.object({
  endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', address('http', 'https').describe('`http://`, `https://`')).describe(
    'OTLP/HTTP collector for [traces, metrics and logs](operations.md#traces-and-export)',
  ),
  headers: secret('OTEL_EXPORTER_OTLP_HEADERS', pairs).describe('headers for the collector; **secret**'),
  metricsEveryMs: setting('OTEL_METRIC_EXPORT_INTERVAL', wholeNumber(10, 86_400_000), 60_000).describe(
    'milliseconds between two exports of metrics',
  ),
  serviceName: optional('OTEL_SERVICE_NAME', text, { fallback: '`sluice-<role>`' }).describe(
    'service name in traces, metrics and logs',
  ),
  resource: optional('OTEL_RESOURCE_ATTRIBUTES', pairs).describe(
    'further attributes in traces, metrics and logs, for example `deployment.environment.name=test`; `service.name` here applies if `OTEL_SERVICE_NAME` is absent',
  ),
});

/** Port to bind. If an explicit port is busy, the start fails; a busy default port is replaced by a free one. 0: any free port. */
export interface PortSetting {
  readonly key: 'PORT' | 'UI_PORT' | 'METRICS_PORT';
  readonly number: number;
  readonly isExplicit: boolean;
}

/** Reads a port and whether it was set, which decides if a busy port is an error. */
export function readPort(source: ConfigSource, port: Setting<number>): PortSetting {
  const isExplicit = source.originOf(port) !== 'default';
  return { key: keyOf(port) as PortSetting['key'], number: source.read(port), isExplicit };
}

/** Replica from which lists are read (docs/how-to/size-and-scale.md#replicas). */
export interface ReplicaConfig {
  /** secret */
  readonly url: string;
  /** maximum lag: with a larger one, lists are not read from it */
  readonly maxLagSeconds: number;
}

/**
 * Checks the URL of a database, by default that of `DATABASE_URL`. `key`: the setting that holds it. Throws ConfigError if it selects a standby, or is a
 * pooler in transaction mode without Redis: the queue in Postgres needs LISTEN.
 */
export function readDatabaseUrl(
  source: ConfigSource,
  url = source.read(PROCESS.shape.databaseUrl),
  key = keyOf(PROCESS.shape.databaseUrl),
): string | undefined {
  const { redisUrl } = PROCESS.shape;
  const read = url === undefined ? undefined : readDatabaseAddress(url);
  if (read?.ok === true && read.value.choice?.wants === 'standby')
    throw new ConfigError(key, `holds a ${TARGET} without writes, which every role needs: use read-write`);
  if (read?.ok !== true || read.value.pooler === undefined || source.read(redisUrl) !== undefined) return url;
  throw new ConfigError(key, `holds pooler=transaction, which needs the queue in Redis: set ${keyOf(redisUrl)}`);
}

/** Replica of the only database. Throws ConfigError if it is the embedded one, which cannot have a replica. */
export function readReplica(source: ConfigSource, maxLagSeconds: number): ReplicaConfig | undefined {
  const { databaseUrl, shards, databaseReplicaUrl } = PROCESS.shape;
  const url = source.read(databaseReplicaUrl);
  if (url === undefined) return undefined;
  if (NAMED_DATABASES.test(url))
    throw new ConfigError(keyOf(databaseReplicaUrl), `names shards, but ${keyOf(shards)} is not set: use one postgres://…`);
  if (source.read(databaseUrl) !== undefined) return { url, maxLagSeconds };
  throw new ConfigError(keyOf(databaseReplicaUrl), `needs ${keyOf(databaseUrl)}: the embedded database has no replicas`);
}

/** Relative to the working directory, or for the user root in the state directory of the system. */
export function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/sluice' : './.data';
}

/** The service name is that of its setting, else of the resource attributes, else `sluice-<role>`. */
export function readTelemetry(source: ConfigSource, role: ProcessRole): ExportSettings {
  const { serviceName, resource: texts, ...settings } = source.readSection(TELEMETRY);
  const resource = readPairs(texts);
  return {
    ...settings,
    serviceName: serviceName ?? resource['service.name'] ?? `sluice-${role}`,
    ...(Object.keys(resource).length === 0 ? {} : { resource }),
  };
}
