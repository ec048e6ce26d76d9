import { isUtf8 } from 'node:buffer';

/** Members and text of a JSON object. Read the members only as own properties. */
export interface JsonBody {
  readonly members: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** `empty`: no bytes, or `null`; both count as `{}` (docs/contributing/spec/http.md#empty-body). */
export type ParsedBody =
  | { readonly kind: 'object'; readonly body: JsonBody }
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-an-object' }
  | { readonly kind: 'invalid'; readonly diagnostic: string };

export const NO_BODY: JsonBody = { members: Object.freeze({}), text: '{}' };

const BYTE_ORDER_MARK = 0xfeff;

/** The bytes must be UTF-8. Ignores a byte order mark. */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) return { kind: 'invalid', diagnostic: 'the bytes are not UTF-8' };
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  if (text === '') return { kind: 'empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'invalid', diagnostic: (error as SyntaxError).message };
  }
  if (value === null) return { kind: 'empty' };
  if (typeof value !== 'object' || Array.isArray(value)) return { kind: 'not-an-object' };
  return { kind: 'object', body: { members: value as Record<string, unknown>, text } };
}
