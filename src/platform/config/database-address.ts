import { readFileSync } from 'node:fs';
import { address, type ParsedSetting, parsedBy, type SettingType } from './setting-types.ts';

/** Behaviour of libpq for the connection: docs/how-to/set-up-tls.md#tls-to-postgres-and-redis. */
export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof TLS_MODES)[number];

/** Database URL without its TLS parameters. */
export interface DatabaseAddress {
  /** without the parameters that are read here */
  readonly url: string;
  /** undefined: the driver decides */
  readonly mode: TlsMode | undefined;
  /** certificates of authorities in PEM form; undefined: those that Node trusts */
  readonly authorities?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** A pooler that gives a connection for one transaction is in between: nothing of a session lasts. */
  readonly pooler?: Pooler;
}

/** How a pooler is passed by (docs/how-to/size-and-scale.md#a-pooler). */
interface Pooler {
  /** address of the server itself, for sessions; undefined: not reachable, so no LISTEN */
  readonly directUrl: string | undefined;
}

const FILES = { sslrootcert: 'authorities', sslcert: 'certificate', sslkey: 'key' } as const;

/** `no-verify` and `ssl` are words of the driver for Node; libpq has none of them. */
const TLS_WORDS = ['sslmode', ...Object.keys(FILES), 'sslpassword', 'ssl', 'uselibpqcompat'];
const POOLER_WORDS = ['pooler', 'direct'];
const READ_HERE = [...TLS_WORDS, ...POOLER_WORDS];
const HOST_AND_PORT = /^[^\s/?#@]+$/;
const NO_VERIFY = 'no-verify';
const SYSTEM = 'system';
const scheme = address('postgres', 'postgresql');

/** An address of Postgres whose words about TLS can be used. The reason never repeats the address. */
export const databaseAddress: SettingType<string> = scheme
  .pipe(
    parsedBy((text) => {
      const read = readDatabaseAddress(text);
      return read.ok ? { ok: true, value: text } : read;
    }, ''),
  )
  .describe(scheme.description ?? '');

/** Reads the TLS parameters of an address as libpq does, and the files they name. */
export function readDatabaseAddress(text: string): ParsedSetting<DatabaseAddress> {
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
    },
  };
}

/** `pooler=transaction`, with `direct=host:port` where the server itself can be reached too. */
function poolerOf(url: URL): ParsedSetting<Pooler | undefined> {
  const [word, direct] = POOLER_WORDS.map((name) => url.searchParams.get(name) || undefined);
  if (word === undefined && direct !== undefined)
    return { ok: false, reason: 'holds direct without pooler=transaction: without a pooler every connection is direct' };
  if (word === undefined || word === 'session') return { ok: true, value: undefined };
  if (word !== 'transaction') return { ok: false, reason: 'holds a pooler that is neither session nor transaction' };
  if (direct === undefined) return { ok: true, value: { directUrl: undefined } };
  const server = new URL(url);
  for (const name of POOLER_WORDS) server.searchParams.delete(name);
  server.port = '';
  server.host = direct;
  const isTaken = HOST_AND_PORT.test(direct) && server.host.toLowerCase() === direct.toLowerCase();
  return isTaken
    ? { ok: true, value: { directUrl: server.href } }
    : { ok: false, reason: 'holds a direct that is not a host and its port' };
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

/** URLs of the Node driver, which can require TLS without an sslmode. */
function asksForTls(parameters: URLSearchParams): boolean {
  const isSwitchedOn = ['true', '1'].includes(parameters.get('ssl') ?? '');
  return isSwitchedOn || Object.keys(FILES).some((name) => parameters.has(name));
}

/** With certificates of authorities, `require` checks them, as in libpq. */
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
