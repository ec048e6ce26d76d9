import { cutText } from '../platform/cut-text.ts';
/** `detail`: text of the client error, as of a 400 problem. */
export type ParsedText<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly detail: string };

export function accepted<T>(value: T): ParsedText<T> {
  return { ok: true, value };
}

export function refused(detail: string): { readonly ok: false; readonly detail: string } {
  return { ok: false, detail };
}

const MAX_REPEATED_LENGTH = 256;

/** Request value for an error text: cut after 256 characters, with `…` at the end (docs/contributing/spec/http/errors.md#repeated-values). */
export function repeated(value: string): string {
  if (value.length <= MAX_REPEATED_LENGTH) return value;
  return `${cutText(value, MAX_REPEATED_LENGTH)}…`;
}

/** Parameters by name in lower case. Of a repeated name, the first value counts (docs/contributing/spec/http.md#query-names). */
export type QueryParameters = ReadonlyMap<string, string>;

const NONE: QueryParameters = new Map();

/** `queryText`: after the question mark. Accepts any text; bytes that are not UTF-8 become U+FFFD. */
export function readQueryParameters(queryText: string): QueryParameters {
  if (queryText === '') return NONE;
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryText)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/** Returns undefined if it is absent or empty. `name` in lower case. */
export function parameterOf(parameters: QueryParameters, name: string): string | undefined {
  const value = parameters.get(name);
  return value === '' ? undefined : value;
}

const UNPAIRED_SURROGATE = /\p{Surrogate}/u;

/**
 * Whether a text or member name contains U+0000 or an unpaired surrogate, at any depth (docs/contributing/spec/http/errors.md#unstorable-text). No recursion,
 * because the depth may not have been checked yet.
 */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && isUnstorable(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some(isUnstorable)) return true;
    for (const member of Object.values(next)) pending.push(member);
  }
  return false;
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || UNPAIRED_SURROGATE.test(text);
}

/** Years 1 to 9999, in ms since epoch. */
const FIRST_TIME = -62_135_596_800_000;
const LAST_TIME = 253_402_300_799_999;

/** Parses a time as `Date.parse`. Undefined also if the database cannot store it. */
export function storableTime(text: string): Date | undefined {
  const time = Date.parse(text);
  return time >= FIRST_TIME && time <= LAST_TIME ? new Date(time) : undefined;
}

/** Maximum length in UTF-16 code units. */
export const MAX_BUSINESS_ID_LENGTH = 256;
const EDGE_WHITE_SPACE = /^[\p{White_Space}\uFEFF]|[\p{White_Space}\uFEFF]$/u;
const ONLY_WHITE_SPACE = /^[\p{White_Space}\uFEFF]*$/u;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** True if empty or only white space (docs/contributing/spec/http.md#white-space). */
export function isBlank(text: string): boolean {
  return ONLY_WHITE_SPACE.test(text);
}

/** Error text for the first broken rule (docs/contributing/spec/http.md#business-id-rules). */
export function businessIdFault(businessId: string): string | undefined {
  if (isBlank(businessId)) return 'BusinessId must not be empty or white space.';
  if (EDGE_WHITE_SPACE.test(businessId)) return 'BusinessId must not have leading or trailing white space.';
  if (CONTROL_CHARACTER.test(businessId)) return 'BusinessId must not contain control characters.';
  if (businessId.length > MAX_BUSINESS_ID_LENGTH) return `BusinessId must be at most ${MAX_BUSINESS_ID_LENGTH} characters.`;
  return undefined;
}
