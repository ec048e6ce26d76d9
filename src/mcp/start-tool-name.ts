import { hash } from 'node:crypto';

const PREFIX = 'start_';
/** What clients of models take: 64 characters in all. */
const MOST_OF_KEY = 58;
const PLAIN = /^[A-Za-z0-9_-]+$/;
/** The end of names whose key had to be changed. A key that ends like this is changed too, so that it never takes the name of another. */
const MARKED = /_[0-9a-f]{20}$/;
const MARK_LENGTH = 21;

/**
 * Name of the tool that starts a process. Keys of letters, digits, `_` and `-` are used unchanged. Others are changed and get a
 * digest, so that names are unique.
 */
export function startToolName(key: string): string {
  if (key.length <= MOST_OF_KEY && PLAIN.test(key) && !MARKED.test(key)) return PREFIX + key;
  const safe = key.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_OF_KEY - MARK_LENGTH);
  return `${PREFIX}${safe}_${hash('sha256', key, 'hex').slice(0, MARK_LENGTH - 1)}`;
}

/** The key in a tool name. `exact`: the complete key; otherwise its beginning. Undefined: another kind of name. */
export function keyBehind(toolName: string): { readonly text: string; readonly isExact: boolean } | undefined {
  if (!toolName.startsWith(PREFIX)) return undefined;
  const rest = toolName.slice(PREFIX.length);
  if (!MARKED.test(rest)) return startToolName(rest) === toolName ? { text: rest, isExact: true } : undefined;
  // a place with `_` may have been another character
  return { text: rest.slice(0, -MARK_LENGTH).split('_', 1)[0] ?? '', isExact: false };
}
