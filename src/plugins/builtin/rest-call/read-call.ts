import type { JsonValue, PluginContext, Values } from '../../plugin.ts';
import { badInput, type Headers, headerName, readHeaders } from './headers.ts';

/** A validated call. */
export interface RestCall {
  readonly url: URL;
  /** Original URL text, for messages. */
  readonly urlText: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Empty: 200 to 299. */
  readonly successCodes: ReadonlySet<number>;
  readonly timeoutMs: number;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_TIMEOUT_SECONDS = 300;
const IDEMPOTENCY_KEY = 'idempotency-key';
const MAX_URL_LENGTH = 8192;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a URL parser drops line ends instead of refusing them
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Reads the inputs of a call (docs/contributing/spec/http/custom-tasks.md#rest-call). Throws TaskFailure `400` with the name of an invalid input. */
export function readCall(input: Values, { idempotencyKey }: Pick<PluginContext, 'idempotencyKey'>): RestCall {
  const urlText = requiredText(input, 'url');
  const headers = readHeaders(own(input, 'headers'));
  const body = text(input, 'body');
  if (body !== undefined && body !== '' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  setIdempotencyKey(headers, text(input, 'idempotencyKeyHeader'), idempotencyKey);
  return {
    url: readUrl(urlText, 'url'),
    urlText,
    method: readMethod(text(input, 'method')),
    headers,
    body: body === '' ? undefined : body,
    successCodes: readCodes(own(input, 'successCodes')),
    timeoutMs: readTimeout(own(input, 'timeoutSec')) * 1000,
  };
}

/** Absolute http or https URL without user information. `name`: name in error messages. Throws TaskFailure `400`. */
export function readUrl(value: string, name: string, base?: URL): URL {
  if (CONTROL.test(value)) throw badInput(`${name} must not hold control characters.`);
  const address = value.trim();
  if (address.length > MAX_URL_LENGTH) throw badInput(`${name} must not be longer than ${MAX_URL_LENGTH} characters.`);
  if ((base === undefined && !/^https?:\/\//i.test(address)) || !URL.canParse(address, base?.href)) {
    throw badInput(`${name} must be an absolute http or https address.`);
  }
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw badInput(`${name} must be an http or https address.`);
  if (url.username !== '' || url.password !== '') throw badInput(`${name} must not hold a user name or a password.`);
  return url;
}

/** Sets the same key for every attempt of a job. A key in the headers of the model takes precedence; `name` replaces the default header. */
function setIdempotencyKey(headers: Map<string, string>, name: string | undefined, key: string): void {
  if (name !== undefined && name !== '') headers.set(headerName(name, 'idempotencyKeyHeader'), key);
  else if (!headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, key);
}

function readMethod(value: string | undefined): string {
  if (value === undefined || value === '') return 'GET';
  const method = value.toUpperCase();
  if (!METHODS.has(method)) throw badInput(`method must be one of ${[...METHODS].join(', ')}.`);
  return method;
}

function readCodes(value: JsonValue | undefined): ReadonlySet<number> {
  if (value === undefined || value === null) return new Set();
  if (!Array.isArray(value) || !value.every((code) => Number.isInteger(code))) {
    throw badInput('successCodes must be a list of whole numbers.');
  }
  return new Set(value as readonly number[]);
}

function readTimeout(value: JsonValue | undefined): number {
  if (value === undefined || value === null) return DEFAULT_TIMEOUT_SECONDS;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_TIMEOUT_SECONDS) {
    throw badInput(`timeoutSec must be a whole number from 1 to ${MAX_TIMEOUT_SECONDS}.`);
  }
  return value;
}

function requiredText(input: Values, name: string): string {
  const value = text(input, name);
  if (value === undefined || value.trim() === '') throw badInput(`${name} is required.`);
  return value;
}

function text(input: Values, name: string): string | undefined {
  const value = own(input, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw badInput(`${name} must be a text.`);
  return value;
}

function own(input: Values, name: string): JsonValue | undefined {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}
