import { isIP } from 'node:net';
import type { LogLevel } from './log-events.ts';

/** A value read from its text, or the reason why it cannot be used. The reason never repeats the value. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
type Parser<T> = (text: string) => Parsed<T>;

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

function good<T>(value: T): Parsed<T> {
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

/** A log level with its short forms (contract 11). */
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

/** Networks in CIDR notation, separated by commas. */
export const networks: Parser<readonly string[]> = (value) => {
  const all = value.split(',').map((network) => network.trim());
  return all.every(isNetwork) ? good(all) : bad('must be networks in CIDR notation separated by commas, for example 10.1.0.0/16');
};

function isNetwork(text: string): boolean {
  const [ip = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && !ip.includes('%');
}
