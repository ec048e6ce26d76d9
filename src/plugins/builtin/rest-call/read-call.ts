import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { cutText } from '../../../platform/cut-text.ts';
import { type JsonValue, type PluginContext, TaskFailure, type Values } from '../../plugin.ts';

/** Values by lower-case name. */
export type Headers = ReadonlyMap<string, string>;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Visible characters, blanks and tabs of Latin-1 (RFC 9110, 5.5). */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers for framing and routing, set by the HTTP client only. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** All other headers may contain credentials. */
const SAFE_FOR_OTHER_ORIGINS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** Error with code `400`, not retryable. */
function badInput(message: string): TaskFailure {
  return new TaskFailure('400', message, { isRetryable: false });
}

/** Throws {@link TaskFailure} `400` for invalid names and values. */
function readHeaders(value: JsonValue | undefined): Map<string, string> {
  const headers = new Map<string, string>();
  if (value === undefined || value === null) return headers;
  if (typeof value !== 'object' || Array.isArray(value)) throw badInput('headers must be a map of texts.');
  for (const [name, content] of Object.entries(value)) {
    if (content === null) continue;
    if (typeof content !== 'string') throw badInput(`headers must hold texts; ${shown(name)} does not.`);
    const text = content.trim();
    if (!VALUE.test(text)) throw badInput(`headers must not hold control characters or line ends in ${shown(name)}.`);
    headers.set(headerName(name, 'headers'), text);
  }
  return headers;
}

/** Validates a header name and returns it in lower case. `input`: parameter name for messages. Throws {@link TaskFailure} `400`. */
function headerName(name: string, input: string): string {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) throw badInput(`${input} holds a name that is not a header name: ${shown(name)}.`);
  if (RESERVED.has(lower)) throw badInput(`${input} must not set ${lower}.`);
  return lower;
}

/** Headers kept when a redirect leaves the original origin. */
export function headersForAnotherOrigin(headers: Headers): Headers {
  return new Map([...headers].filter(([name]) => SAFE_FOR_OTHER_ORIGINS.has(name)));
}

/** Name for error texts: escaped and shortened. */
function shown(name: string): string {
  return JSON.stringify(cutText(name, 64));
}

/** Bytes of a response body. `isCut`: it exceeds the limit. */
interface ReadBytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

export const ACCEPTED_ENCODINGS = 'gzip, br';

/** Ends a pipeline early. */
const ENOUGH = Symbol('enough');

/** Reads up to `limit` decoded bytes, counted while decompressing, so a decompression bomb costs no more. Rejects for an incomplete or invalid body. */
export async function readBytes(body: Readable, encoding: string | undefined, limit: number): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, limit - size));
      size += chunk.length;
      if (size <= limit) continue;
      isCut = true;
      throw ENOUGH;
    }
  };
  try {
    const decoder = decoderOf(encoding);
    await (decoder === undefined ? pipeline(body, collect) : pipeline(body, decoder, collect));
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return { bytes: Buffer.concat(chunks), isCut };
}

/** Undefined without encoding. Unknown encodings are ignored: some servers put a charset here. */
function decoderOf(encoding: string | undefined): Transform | undefined {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

export interface RestCall {
  readonly url: URL;
  /** Original text, for messages. */
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

/** See docs/contributing/spec/http/custom-tasks.md#rest-call. Throws TaskFailure `400` that names an invalid input. */
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

/** http or https without user information; with `base` it may be relative. `name`: for messages. Throws TaskFailure `400`. */
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

/** Sets the same key for every attempt. A key in the headers of the model takes precedence; `name` replaces the default header. */
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
