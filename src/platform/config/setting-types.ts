import { isIP } from 'node:net';
import { z } from 'zod';
import type { LogLevel } from '../log-events.ts';

/** `keepMs` null: no limit. */
export interface RetentionRule {
  /** process key, prefix followed by `*`, or `*` */
  readonly pattern: string;
  readonly keepMs: number | null;
}

/** Retention time from the most specific matching rule. Undefined if no rule matches or the rule has no limit. */
export function keepMsOf(rules: readonly RetentionRule[], key: string): number | undefined {
  let found: RetentionRule | undefined;
  for (const rule of rules) {
    if (fits(rule.pattern, key) && (found === undefined || rank(rule.pattern) > rank(found.pattern))) found = rule;
  }
  return found?.keepMs ?? undefined;
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

/** A whole key is the most specific, then prefixes by their length. */
function rank(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Number.POSITIVE_INFINITY;
}

/** Instances can be searched by it (ADR 0025). `key`: process key, or `*` for all. `path`: property names, separated by dots. */
export interface IndexedVariable {
  readonly key: string;
  readonly path: string;
}

/** Paths without duplicates. */
export function indexedPathsOf(indexed: readonly IndexedVariable[], processKey: string): readonly string[] {
  return [...new Set(indexed.filter(({ key }) => key === '*' || key === processKey).map(({ path }) => path))];
}

/** The reason never contains the value, because it may be secret. */
export type ParsedSetting<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Syntax of the text of a setting. Its description is the column «Allowed» of docs/reference/settings.md. */
export type SettingType<T> = z.ZodType<T, string>;

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

/** `allowed`: description of the type. */
export function parsedBy<T>(parse: (text: string) => ParsedSetting<T>, allowed: string): SettingType<T> {
  return z
    .string()
    .transform((value, context) => {
      const parsed = parse(value);
      if (parsed.ok) return parsed.value;
      context.addIssue(parsed.reason);
      return z.NEVER;
    })
    .describe(allowed);
}

/** One reason for all errors. `read` returns undefined for an invalid text. */
function readBy<T>(read: (text: string) => T | undefined, allowed: string, reason: string): SettingType<T> {
  return parsedBy((value) => {
    const result = read(value);
    return result === undefined ? { ok: false, reason } : { ok: true, value: result };
  }, allowed);
}

function matching(fits: (text: string) => boolean, allowed: string, reason: string): SettingType<string> {
  return z.string().refine(fits, reason).describe(allowed);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

export const text = z.string().describe('any text');
export const path = text.describe('a path');
export const folder = text.describe('a folder');
export const pairs = text.describe('`name=value` pairs, separated by commas');

/** Type for a whole number; both bounds are included. */
export function wholeNumber(least: number, most: number): SettingType<number> {
  return readBy(
    (value) => (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined),
    `${least} to ${most}`,
    `must be a whole number from ${least} to ${most}`,
  );
}

/** Type for `true` or `false`; ignores case. */
export const flag: SettingType<boolean> = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })
  .describe(quoted(['true', 'false']));

/** The words must be in lower case; the value may have any case. */
export function oneOf<const T extends string>(...words: readonly T[]): SettingType<T> {
  const reason = `must be one of ${words.join(', ')}`;
  return readBy((value) => words.find((word) => word === value.toLowerCase()), quoted(words), reason);
}

/** Log level with its short forms (docs/reference/settings.md). */
export const logLevel = readBy(
  (value) => LEVELS.get(value.toLowerCase()),
  `${quoted(['debug', 'information', 'warning', 'error', 'critical'])}; also ${quoted(['info', 'warn', 'fatal'])}`,
  'must be one of debug, information, warning, error, critical',
);

/** Type for an absolute URL with one of the schemes. */
export function address(...schemes: readonly string[]): SettingType<string> {
  const forms = schemes.map((scheme) => `${scheme}://`);
  return matching(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
    forms.map((form) => `\`${form}\``).join(' or '),
    `must be an address that begins with ${forms.join(' or ')}`,
  );
}

export const ipAddress = matching(
  (value) => isIP(value) !== 0,
  'IP addresses',
  'must hold IP addresses, for example 10.0.0.7 or fd00::7',
);

export const cidrRange = matching(
  (value) => {
    const [network = '', bits = '', ...more] = value.split('/');
    const family = isIP(network);
    const most = family === 4 ? 32 : 128;
    return family !== 0 && !network.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
  },
  'networks in CIDR form',
  'must hold networks in CIDR form, for example 10.0.0.0/8 or fd00::/8',
);

const NAME = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const HOST_PATTERN = new RegExp(`^(?:\\*|(?:\\*\\.)?${NAME}(?:\\.${NAME})*\\.?)$`, 'i');

/** A host name, `*.name` for all names below one, or `*` for every host. */
export const hostPattern = readBy(
  (value) => (HOST_PATTERN.test(value) ? value.toLowerCase() : undefined),
  'names, `*.name`, `*`',
  'must hold host names without scheme and port, for example sluice.example or *.example.org, or *',
);

const BROKER = new RegExp(`^(?:${NAME}(?:\\.${NAME})*|\\[[0-9a-f:.]+\\]):(\\d{1,5})$`, 'i');

export const brokerAddress = matching(
  (value) => {
    const port = Number(BROKER.exec(value)?.[1] ?? 0);
    return port > 0 && port <= 65_535;
  },
  '`host:port`, separated by commas',
  'must hold hosts with a port and without a scheme, for example kafka-1:9092,kafka-2:9092',
);

/** Topic name as brokers allow it. */
export const topicName = matching(
  (value) => /^[\w.-]{1,249}$/.test(value) && value !== '.' && value !== '..',
  'a topic name',
  'must be the name of a topic: at most 249 letters, digits, dots, hyphens and underscores',
);

/** A process key or `*`, a colon, and names separated by dots. */
export const indexedVariable = readBy(
  (value): IndexedVariable | undefined => {
    const colon = value.indexOf(':');
    const [key, names] = [value.slice(0, Math.max(0, colon)), value.slice(colon + 1)];
    const isPath = names.length <= 256 && names.split('.').every((name) => name !== '' && name.trim() === name);
    return colon > 0 && isPath ? { key, path: names } : undefined;
  },
  '`<process key>:<path>`, separated by commas; `*` for all keys',
  'must hold entries <process key>:<path>, for example order:customer.name or *:total',
);

/** Permission of processes to use a secret. Both patterns may end in `*`. */
export interface SecretLimit {
  readonly secret: string;
  /** pattern of process keys */
  readonly keys: string;
}

export const secretLimit = readBy(
  (value): SecretLimit | undefined => {
    const [, secret, keys] = /^([A-Za-z_][\w.-]*\*?|\*):([^:*]+\*?|\*)$/.exec(value) ?? [];
    return secret !== undefined && keys !== undefined ? { secret, keys } : undefined;
  },
  '`<secret>:<process key>`, separated by commas; both may end in `*`',
  'must hold entries <name>:<process key>, for example STRIPE_KEY:order-*',
);

/** Process key, or prefix followed by `*`. */
export const keyPattern = matching(
  isKeyPattern,
  'process keys, or prefixes with `*`; separated by commas',
  'must hold process keys, or beginnings of some with * behind them',
);

const LEAST_SECRET_LENGTH = 16;
const WHSEC = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** `whsec_` and Base64, or a text. */
export const signingSecret = z
  .string()
  .refine((value) => !value.startsWith('whsec_') || WHSEC.test(value), { error: 'must have Base64 behind whsec_', abort: true })
  .refine(
    (value) => value.replace('whsec_', '').length >= LEAST_SECRET_LENGTH,
    `must have at least ${LEAST_SECRET_LENGTH} characters`,
  )
  .describe(`\`whsec_\` and Base64, or a text of at least ${LEAST_SECRET_LENGTH} characters`);

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d{1,9})([smhd])$/i;
/** Limit: 100 years. */
const LONGEST_KEEP_MS = 36_525 * 86_400_000;

function durationMs(value: string): number | undefined {
  const [, count = '', unit = ''] = DURATION.exec(value) ?? [];
  const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0);
  return ms > 0 && ms <= LONGEST_KEEP_MS ? ms : undefined;
}

/** A duration such as `36h` of at least `least`, in ms. */
export function duration(least: string): SettingType<number> {
  const leastMs = durationMs(least) ?? 0;
  return readBy(
    (value) => {
      const ms = durationMs(value);
      return ms !== undefined && ms >= leastMs ? ms : undefined;
    },
    `at least \`${least}\``,
    `must be a duration of at least ${least}, for example 90d or 36h`,
  );
}

/** Duration in days, hours or seconds: the largest unit without a remainder. '' for undefined. */
export function durationAsText(ms: number | undefined): string {
  if (ms === undefined) return '';
  const unit = ms % 86_400_000 === 0 ? 'd' : ms % 3_600_000 === 0 ? 'h' : 's';
  return `${ms / (UNIT_MS[unit] ?? 1)}${unit}`;
}

/** A duration or `never`, which applies to all process keys, or `<key pattern>=<duration or never>`. */
export const retentionRule = readBy(
  (value): RetentionRule | undefined => {
    const at = value.lastIndexOf('=');
    const [pattern, keep] = at === -1 ? ['*', value] : [value.slice(0, at).trim(), value.slice(at + 1).trim()];
    const keepMs = keep.toLowerCase() === 'never' ? null : durationMs(keep);
    const isPattern = pattern !== '' && !pattern.slice(0, -1).includes('*');
    return isPattern && keepMs !== undefined ? { pattern, keepMs } : undefined;
  },
  'durations: `90d`; per process key: `order=30d`, `draft-*=12h`, `audit=never`; separated by commas',
  'must hold durations, for example 90d, order=30d, draft-*=12h or audit=never',
);

export function rulesAsText(rules: readonly RetentionRule[]): string {
  return rules.map(({ pattern, keepMs }) => `${pattern}=${keepMs === null ? 'never' : durationAsText(keepMs)}`).join(', ');
}

/** A process key, a prefix followed by `*`, or `*`. */
export function isKeyPattern(value: string): boolean {
  const star = value.indexOf('*');
  return value !== '' && !/\s/.test(value) && (star < 0 || star === value.length - 1);
}
