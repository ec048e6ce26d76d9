import type { Cursor } from './cursor.ts';
import type { CastType } from './syntax.ts';

const CASTS: ReadonlyMap<string, CastType> = new Map<string, CastType>([
  ...(['int', 'long', 'short', 'byte', 'Integer', 'Long'] as const).map((name) => [name, 'int'] as const),
  ...(['double', 'float', 'decimal', 'Double', 'BigDecimal'] as const).map((name) => [name, 'double'] as const),
  ...(['bool', 'boolean', 'Boolean'] as const).map((name) => [name, 'bool'] as const),
  ...(['string', 'String'] as const).map((name) => [name, 'string'] as const),
  ...(['object', 'dynamic', 'Object'] as const).map((name) => [name, 'object'] as const),
]);
const COLLECTIONS: ReadonlyMap<string, 'list' | 'map'> = new Map<string, 'list' | 'map'>([
  ...['List', 'IList', 'IEnumerable', 'ICollection', 'ArrayList', 'LinkedList', 'Collection', 'HashSet', 'Set', 'Array'].map(
    (name) => [name, 'list'] as const,
  ),
  ...['Dictionary', 'IDictionary', 'Map', 'HashMap', 'LinkedHashMap', 'TreeMap', 'ExpandoObject'].map(
    (name) => [name, 'map'] as const,
  ),
]);

/** `width`: in tokens. `cast`: collections and arrays pass values unchanged. */
export interface TypeAhead {
  readonly width: number;
  readonly cast: CastType;
  readonly nullable: boolean;
  readonly collection?: 'list' | 'map';
  readonly isGeneric: boolean;
}

/** `ahead` places after the cursor (`type`, `generic`: docs/contributing/spec/expressions.md#lenient-grammar). `suffixes`: includes `?` and `[]`. */
export function typeAhead(cursor: Cursor, ahead: number, suffixes: boolean): TypeAhead | undefined {
  let at = ahead;
  while (cursor.peek(at).kind === 'name' && cursor.isOperator('.', at + 1) && cursor.peek(at + 2).kind === 'name') at += 2;
  const name = cursor.peek(at);
  if (name.kind !== 'name') return undefined;
  const scalar = CASTS.get(name.text);
  const collection = COLLECTIONS.get(name.text);
  if (scalar === undefined && collection === undefined) return undefined;
  at++;
  const generic = collection === undefined ? 0 : genericWidth(cursor, at);
  at += generic;
  let nullable = false;
  let isArray = false;
  while (suffixes) {
    if (cursor.isOperator('?', at)) nullable = true;
    else if (cursor.isOperator('[', at) && cursor.isOperator(']', at + 1)) isArray = true;
    else if (cursor.isOperator('?[', at) && cursor.isOperator(']', at + 1)) isArray = true;
    else break;
    at += cursor.isOperator('?', at) ? 1 : 2;
  }
  const kind = isArray ? 'list' : collection;
  const found = {
    width: at - ahead,
    cast: kind === undefined ? (scalar ?? 'object') : 'object',
    nullable,
    isGeneric: generic > 0,
  } as const;
  return kind === undefined ? found : { ...found, collection: kind };
}

/** Tokens of `Order`, `com.acme.Order` or `Page<Order>`, with a capital first letter; else 0. */
export function classWidth(cursor: Cursor, ahead: number): number {
  let at = ahead;
  while (cursor.peek(at).kind === 'name' && cursor.isOperator('.', at + 1) && cursor.peek(at + 2).kind === 'name') at += 2;
  const name = cursor.peek(at);
  return name.kind === 'name' && /^\p{Lu}/u.test(name.text) ? at + 1 + genericWidth(cursor, at + 1, true) - ahead : 0;
}

/** Tokens of type arguments: limits the lookahead after each `<` of a comparison. */
const MAX_GENERIC_WIDTH = 64;

/** Tokens of `<string, List<object>>`; else 0. */
function genericWidth(cursor: Cursor, ahead: number, inOneLine = false): number {
  if (!cursor.isOperator('<', ahead)) return 0;
  let depth = 0;
  for (let at = ahead; at < ahead + MAX_GENERIC_WIDTH; at++) {
    const token = cursor.peek(at);
    if (inOneLine && token.newline) return 0;
    if (cursor.isOperator('<', at)) depth++;
    else if (cursor.isOperator('>', at)) depth--;
    else if (token.kind !== 'name' && !(token.kind === 'operator' && [',', '.', '?', '[', ']', '?['].includes(token.text)))
      return 0;
    if (depth === 0) return at - ahead + 1;
  }
  return 0;
}
