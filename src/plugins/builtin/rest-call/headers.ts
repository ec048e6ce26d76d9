import { type JsonValue, TaskFailure } from '../../plugin.ts';

/** Header values by lower-case name. */
export type Headers = ReadonlyMap<string, string>;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, blanks and tabs of Latin-1 (RFC 9110, 5.5): no line breaks or other control characters. */
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
/** Headers sent to another origin. All others may contain credentials. */
const SAFE_FOR_OTHER_ORIGINS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** Error for an invalid input: code `400`, not retryable. */
export function badInput(message: string): TaskFailure {
  return new TaskFailure('400', message, { isRetryable: false });
}

/** Reads the input `headers`. Throws {@link TaskFailure} `400` for invalid names and values. */
export function readHeaders(value: JsonValue | undefined): Map<string, string> {
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
export function headerName(name: string, input: string): string {
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
  return JSON.stringify(name.slice(0, 64));
}
