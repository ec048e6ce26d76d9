import { address, type ParsedSetting, parsedBy, type SettingType } from './setting-types.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Value of `REDIS_URL`. */
export type RedisAddress = SingleRedis | RedisCluster | RedisSentinels;

/** The driver parses the URL. */
interface SingleRedis {
  readonly kind: 'single';
  readonly url: string;
}

/** `nodes`: some of them. */
export interface RedisCluster extends Access {
  readonly kind: 'cluster';
  readonly nodes: readonly ServerAddress[];
}

/** A primary and its replicas, watched by Redis Sentinel. */
export interface RedisSentinels extends Access {
  readonly kind: 'sentinel';
  readonly sentinels: readonly ServerAddress[];
  /** name of the primary in the configuration of the sentinels */
  readonly primary: string;
  readonly database: number;
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
}

interface Access {
  readonly isTls: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** `rediss+cluster://user:password@a:6379,b:6379/path?parameters` */
const SEVERAL = /^(rediss?)\+(cluster|sentinel):\/\/((?:[^@/?#]*@)?)([^@/?#]+)([/?].*)?$/;
const PORTS = { cluster: 6379, sentinel: 26_379 } as const;
const single = address('redis', 'rediss');
const REASON =
  'must be an address that begins with redis://, rediss://, redis+cluster://, rediss+cluster://, redis+sentinel:// or rediss+sentinel://';

const SCHEME_MISSING = 'holds several servers: begin it with redis+cluster:// or redis+sentinel://, or rediss+ with TLS';

/** The reason of an error never contains the URL, because it may contain a password. */
export const redisAddress: SettingType<string> = parsedBy((text) => {
  const read = readRedisAddress(text);
  return read.ok ? { ok: true, value: text } : read;
}, `${single.description}, also with \`+cluster\` or \`+sentinel\` after the scheme`);

/** Parses the URL of one server, a cluster or sentinels (docs/how-to/size-and-scale.md#redis-cluster). */
export function readRedisAddress(text: string): ParsedSetting<RedisAddress> {
  const several = SEVERAL.exec(text);
  if (several === null) {
    if (!single.safeParse(text).success) return { ok: false, reason: REASON };
    if (new URL(text).host.includes(',')) return { ok: false, reason: SCHEME_MISSING };
    return { ok: true, value: { kind: 'single', url: text } };
  }
  const [, scheme, kind, user = '', hosts = '', rest = ''] = several as unknown as [
    string,
    string,
    keyof typeof PORTS,
    ...string[],
  ];
  const servers = hosts.split(',').map((host) => serverOf(host, PORTS[kind]));
  const known = servers.filter((server) => server !== undefined);
  const common = `redis://${user}host${rest}`;
  if (known.length < servers.length || !URL.canParse(common))
    return { ok: false, reason: 'holds a server that is not a host and its port' };
  const url = new URL(common);
  const access = { isTls: scheme === 'rediss', ...textOf('username', url.username), ...textOf('password', url.password) };
  return kind === 'cluster' ? clusterOf(url, access, known) : sentinelsOf(url, access, known);
}

function clusterOf(url: URL, access: Access, nodes: readonly ServerAddress[]): ParsedSetting<RedisAddress> {
  if (!/^\/?0?$/.test(url.pathname))
    return { ok: false, reason: 'holds the number of a database, which a cluster does not have' };
  return { ok: true, value: { kind: 'cluster', nodes, ...access } };
}

function sentinelsOf(url: URL, access: Access, sentinels: readonly ServerAddress[]): ParsedSetting<RedisAddress> {
  const [primary = '', database = '0', ...more] = url.pathname.slice(1).split('/');
  if (primary === '' || !/^\d{1,5}$/.test(database) || more.length > 0)
    return {
      ok: false,
      reason: 'must end in the name of the primary, for example /mymaster, and perhaps a database, /mymaster/0',
    };
  const ofSentinel = {
    ...textOf('sentinelUsername', url.searchParams.get('sentinelUsername') ?? '', false),
    ...textOf('sentinelPassword', url.searchParams.get('sentinelPassword') ?? '', false),
  };
  const name = decodeURIComponent(primary);
  return {
    ok: true,
    value: { kind: 'sentinel', sentinels, primary: name, database: Number(database), ...access, ...ofSentinel },
  };
}

function textOf<Name extends string>(name: Name, value: string, isEncoded = true): Partial<Record<Name, string>> {
  if (value === '') return {};
  return { [name]: isEncoded ? decodeURIComponent(value) : value } as Record<Name, string>;
}

/** The port is optional. Undefined if the text has another form. */
export function serverOf(text: string, defaultPort: number): ServerAddress | undefined {
  const form = `redis://${text}`;
  if (text === '' || !URL.canParse(form)) return undefined;
  const { hostname, port, host } = new URL(form);
  if (host.toLowerCase() !== text.toLowerCase()) return undefined;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port) };
}
