import { isIP } from 'node:net';
import type { IndexedVariable } from '../indexed-variables.ts';
import type { LogLevel } from '../log-events.ts';
import type { RetentionRule } from '../retention-rules.ts';

/** A value read from its text, or the reason why it cannot be used. The reason never repeats the value. */
export type ParsedSetting<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
type Parser<T> = (text: string) => ParsedSetting<T>;

const LEVELS = new Map<string, LogLevel>([
  ['debug', 'Debug'],
  ['information', 'Information'],
  ['info', 'Information'],
  ['warning', 'Warning'],
  ['warn', 'Warning'],
  ['error', 'Error'],
  ['critical', 'Critical'],
  ['fatal', 'Critical'],
]);

function good<T>(value: T): ParsedSetting<T> {
  return { ok: true, value };
}
function bad(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

/** Any text. */
export const text: Parser<string> = (value) => good(value);

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return good(number);
    return bad(`must be a whole number from ${least} to ${most}`);
  };
}

/** `true` or `false`, any case. */
export const flag: Parser<boolean> = (value) => {
  const lower = value.toLowerCase();
  return lower === 'true' || lower === 'false' ? good(lower === 'true') : bad('must be true or false');
};

/** One of some lower-case words, any case. */
export function oneOf<const T extends string>(...words: readonly T[]): Parser<T> {
  return (value) => {
    const found = words.find((word) => word === value.toLowerCase());
    return found === undefined ? bad(`must be one of ${words.join(', ')}`) : good(found);
  };
}

/** A log level with its short forms (docs/reference/settings.md). */
export const logLevel: Parser<LogLevel> = (value) => {
  const level = LEVELS.get(value.toLowerCase());
  return level === undefined ? bad('must be one of debug, information, warning, error, critical') : good(level);
};

/** An absolute address with one of the schemes; the reason never repeats it, it may hold a password. */
export function address(...schemes: readonly string[]): Parser<string> {
  const forms = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return (value) => {
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol.slice(0, -1))) {
      return bad(`must be an address that begins with ${forms}`);
    }
    return good(value);
  };
}

/** An IPv4 or IPv6 address. */
export const ipAddress: Parser<string> = (value) =>
  isIP(value) === 0 ? bad('must hold IP addresses, for example 10.0.0.7 or fd00::7') : good(value);

/** A network in CIDR form. */
export const cidrRange: Parser<string> = (value) => {
  const [network = '', bits = '', ...more] = value.split('/');
  const family = isIP(network);
  const most = family === 4 ? 32 : 128;
  const isRange = family !== 0 && !network.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
  return isRange ? good(value) : bad('must hold networks in CIDR form, for example 10.0.0.0/8 or fd00::/8');
};

const NAME = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const HOST_PATTERN = new RegExp(`^(?:\\*|(?:\\*\\.)?${NAME}(?:\\.${NAME})*\\.?)$`, 'i');

/** A host name, all names below one, or every host. */
export const hostPattern: Parser<string> = (value) =>
  HOST_PATTERN.test(value)
    ? good(value.toLowerCase())
    : bad('must hold host names without scheme and port, for example sluice.example or *.example.org, or *');

const BROKER = new RegExp(`^(?:${NAME}(?:\\.${NAME})*|\\[[0-9a-f:.]+\\]):(\\d{1,5})$`, 'i');

/** Host and port of a broker. */
export const brokerAddress: Parser<string> = (value) => {
  const port = Number(BROKER.exec(value)?.[1] ?? 0);
  return port > 0 && port <= 65_535
    ? good(value)
    : bad('must hold hosts with a port and without a scheme, for example kafka-1:9092,kafka-2:9092');
};

/** The name of a topic, as brokers allow it. */
export const topicName: Parser<string> = (value) =>
  /^[\w.-]{1,249}$/.test(value) && value !== '.' && value !== '..'
    ? good(value)
    : bad('must be the name of a topic: at most 249 letters, digits, dots, hyphens and underscores');

/** A process key or `*`, a colon, and names with dots between them. */
export const indexedVariable: Parser<IndexedVariable> = (value) => {
  const colon = value.indexOf(':');
  const [key, path] = [value.slice(0, Math.max(0, colon)), value.slice(colon + 1)];
  const isPath = path.length <= 256 && path.split('.').every((name) => name !== '' && name.trim() === name);
  return colon > 0 && isPath
    ? good({ key, path })
    : bad('must hold entries <process key>:<path>, for example order:customer.name or *:total');
};

/** A secret or the beginning of some, a colon, and a process key or the beginning of some. */
export const secretLimit: Parser<SecretLimit> = (value) => {
  const [, secret, keys] = /^([A-Za-z_][\w.-]*\*?|\*):([^:*]+\*?|\*)$/.exec(value) ?? [];
  return secret !== undefined && keys !== undefined
    ? good({ secret, keys })
    : bad('must hold entries <name>:<process key>, for example STRIPE_KEY:order-*');
};

/** A process key, or the beginning of some with `*` behind it. */
export const keyPattern: Parser<string> = (value) =>
  isKeyPattern(value) ? good(value) : bad('must hold process keys, or beginnings of some with * behind them');

const LEAST_SECRET_LENGTH = 16;
const WHSEC = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What webhooks are signed with: `whsec_` and Base64, or any text. */
export const signingSecret: Parser<string> = (value) => {
  if (value.startsWith('whsec_') && !WHSEC.test(value)) return bad('must have Base64 behind whsec_');
  const isLong = value.replace('whsec_', '').length >= LEAST_SECRET_LENGTH;
  return isLong ? good(value) : bad(`must have at least ${LEAST_SECRET_LENGTH} characters`);
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d{1,9})([smhd])$/i;
/** A hundred years. */
const LONGEST_KEEP_MS = 36_525 * 86_400_000;

function durationMs(value: string): number | undefined {
  const [, count = '', unit = ''] = DURATION.exec(value) ?? [];
  const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0);
  return ms > 0 && ms <= LONGEST_KEEP_MS ? ms : undefined;
}

/** A duration of at least `leastMs`, in ms. */
export function duration(leastMs: number, least: string): Parser<number> {
  return (value) => {
    const ms = durationMs(value);
    return ms !== undefined && ms >= leastMs ? good(ms) : bad(`must be a duration of at least ${least}, for example 90d or 36h`);
  };
}

/** A duration or `never`, for all process keys, or behind a key pattern and `=`. */
export const retentionRule: Parser<RetentionRule> = (value) => {
  const at = value.lastIndexOf('=');
  const [pattern, text] = at === -1 ? ['*', value] : [value.slice(0, at).trim(), value.slice(at + 1).trim()];
  const keepMs = text.toLowerCase() === 'never' ? null : durationMs(text);
  const isPattern = pattern !== '' && !pattern.slice(0, -1).includes('*');
  return isPattern && keepMs !== undefined
    ? good({ pattern, keepMs })
    : bad('must hold durations, for example 90d, order=30d, draft-*=12h or audit=never');
};

/** Entries with commas between them; blanks around an entry and empty entries count for nothing. */
export function listOf<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (value) => {
    const entries: T[] = [];
    for (const part of value.split(',').map((entry) => entry.trim())) {
      if (part === '') continue;
      const entry = parse(part);
      if (!entry.ok) return entry;
      entries.push(entry.value);
    }
    return good(entries);
  };
}

/** One key of the configuration. */
export interface Setting<T> {
  /** `Section:Key` */
  readonly key: string;
  /** Reads the value from its text. */
  readonly parse: (text: string) => ParsedSetting<T>;
  /** the value when the key is absent; undefined: no default, or computed at start-up */
  readonly fallback: T;
  /** the value is never shown */
  readonly isSecret: boolean;
  /** one comma-separated text, or one key per entry with an index */
  readonly isList: boolean;
  /** formats a value that is not text for operators */
  show?(value: T): string;
}

/** Both may end in `*`. */
export interface SecretLimit {
  readonly secret: string;
  /** pattern of process keys */
  readonly keys: string;
}

export function isKeyPattern(text: string): boolean {
  const star = text.indexOf('*');
  return text !== '' && !/\s/.test(text) && (star < 0 || star === text.length - 1);
}
