import { cutText } from '../platform/cut-text.ts';
import type { ErrorCode } from '../platform/error-codes.ts';
import { visibleText } from '../platform/redact.ts';
import { type ApiCall, type ApiCaller, type ApiReply, jsonOf, memberOf } from './api-caller.ts';
import type { ToolAnswer } from './tool.ts';

/** Limits of one value. `text`: characters. `entries`: items of a list or members of an object. */
interface Bound {
  readonly text: number;
  readonly entries: number;
}

/** Limits from large to small; the first that fits is used. */
const BOUNDS: readonly Bound[] = [
  { text: 30_000, entries: 1000 },
  { text: 8000, entries: 200 },
  { text: 2000, entries: 100 },
  { text: 500, entries: 50 },
  { text: 200, entries: 20 },
  { text: 80, entries: 5 },
];
const DEEPEST = 16;

/** `isCut`: parts were omitted. */
export interface Bounded {
  readonly value: unknown;
  readonly isCut: boolean;
}

/** Cuts a value to at most `most` characters of JSON. Placeholders mark omitted parts; if nothing suffices, the value is only a placeholder. */
export function bounded(value: unknown, most: number): Bounded {
  for (const bound of BOUNDS) {
    const cutter = new Cutter(bound);
    const copy = cutter.copyOf(value, 0);
    if (lengthOf(copy) <= most) return { value: copy, isCut: cutter.hasCut };
  }
  return { value: '(left out: too large)', isCut: true };
}

/** A cut text ends with its original length. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most)}… (${text.length} characters in all)`;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}

class Cutter {
  readonly #bound: Bound;
  hasCut = false;

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEEPEST) {
      this.hasCut = true;
      return '(left out: too deep)';
    }
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  #text(text: string): string {
    if (text.length > this.#bound.text) this.hasCut = true;
    return shortened(text, this.#bound.text);
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const kept = list.slice(0, this.#bound.entries).map((entry) => this.copyOf(entry, depth + 1));
    const leftOut = list.length - kept.length;
    if (leftOut === 0) return kept;
    this.hasCut = true;
    return [...kept, `(${leftOut} more left out)`];
  }

  #object(object: object, depth: number): object {
    const members = Object.entries(object);
    const kept = members
      .slice(0, this.#bound.entries)
      .map(([name, member]): [string, unknown] => [this.#text(name), this.copyOf(member, depth + 1)]);
    if (kept.length === members.length) return Object.fromEntries(kept);
    this.hasCut = true;
    return Object.fromEntries([...kept, ['(left out)', `${members.length - kept.length} more members`]]);
  }
}

const MOST_QUOTED = 300;

/** `summarize`: formats a successful answer. */
export async function asking(
  api: ApiCaller,
  call: ApiCall,
  summarize: (json: unknown) => Pick<ToolAnswer, 'summary' | 'data'>,
): Promise<ToolAnswer> {
  const reply = await api(call);
  return reply.status === 200 ? summarize(jsonOf(reply)) : refusalOf(reply);
}

export function refusalOf(reply: ApiReply): ToolAnswer {
  const { status, code, idempotencyKey } = reply;
  return {
    isError: true,
    summary: `${openingOf(reply)} ${quoted(reasonOf(reply))}`,
    data: {
      status,
      ...(code !== undefined && { code }),
      ...(status === 503 && idempotencyKey !== undefined && { idempotencyKey }),
    },
  };
}

/** Cuts an external text and escapes control characters, for use in a sentence. */
export function quoted(text: unknown): string {
  return visibleText(JSON.stringify(shortened(String(text ?? ''), MOST_QUOTED)));
}

/** Codes of 503 whose request changed nothing. */
const NOTHING_DONE: ReadonlySet<string> = new Set<ErrorCode>([
  'queue-unavailable',
  'overloaded',
  'starting',
  'position-not-reached',
]);

function openingOf({ status, code = '' }: ApiReply): string {
  if (status === 401) return 'The token is missing or not valid. Answer of the API:';
  if (status === 403) return 'You do not have the permission. Answer of the API:';
  if (status === 404) return 'It does not exist, or you do not have the permission to see it. Answer of the API:';
  if (status === 429) return 'Too many requests. Wait a minute. Answer of the API:';
  if (status === 503 && !NOTHING_DONE.has(code)) {
    return 'The outcome is unknown. Check first, or repeat the call with the same idempotencyKey. Answer of the API:';
  }
  if (status === 0 || status >= 500) return 'The call failed. Answer of the API:';
  return 'The API rejected the call:';
}

function reasonOf(reply: ApiReply): string {
  const json = jsonOf(reply);
  const shown = memberOf(json, 'detail') ?? memberOf(json, 'error');
  if (typeof shown === 'string') return shown;
  return reply.status === 0 ? reply.text : `status ${reply.status}`;
}
