import { ERROR_CODE_HEADER, type ErrorCode, type ErrorCodeOf, statusOf } from './error-codes.ts';
import { LoopTurn } from './loops.ts';

/** Approximate size of one part, in characters. */
const PART_LENGTH = 65_536;

type Portions<T> = () => AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** JSON array whose items are read in portions when the client needs them. */
export class JsonList {
  readonly portions: Portions<unknown>;
  /** JSON text of an item of the portions */
  readonly textOf: (item: unknown) => string;

  private constructor(portions: Portions<unknown>, textOf: (item: unknown) => string) {
    this.portions = portions;
    this.textOf = textOf;
  }

  static of<T>(portions: Portions<T>, textOf: (item: T) => string): JsonList {
    return new JsonList(portions, textOf as (item: unknown) => string);
  }
}

/**
 * Text of a JSON object in parts of limited length. A member is a JsonList, which is written item by item, or any small value. Yields to other work, keeps
 * one portion in memory, and reads the next one only after the consumer has taken the earlier parts.
 */
export async function* jsonParts(members: object): AsyncGenerator<string> {
  let begun = '{';
  for (const [name, member] of Object.entries(members)) {
    begun += `${begun === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (member instanceof JsonList) {
      yield begun;
      yield* listParts(member);
      begun = '';
    } else begun += JSON.stringify(member);
  }
  yield `${begun}}`;
}

async function* listParts({ portions, textOf }: JsonList): AsyncGenerator<string> {
  const turn = new LoopTurn();
  let text = '[';
  let separator = '';
  for await (const portion of portions()) {
    for (const item of portion) {
      if (turn.isOver) await turn.begin();
      text += separator + textOf(item);
      separator = ',';
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
    }
    turn.end();
  }
  yield `${text}]`;
}

/** Answer before it is sent. `headers`: name, value, name, value. */
export interface Answer {
  readonly status: number;
  /** absent: an empty body without content type */
  readonly contentType?: string;
  readonly body: string;
  /** prepared once, instead of `body` */
  readonly bytes?: Buffer;
  /** created while they are sent, instead of `body`. If that fails, the server closes the connection, so that a partial answer never looks complete. */
  readonly parts?: AsyncIterable<string>;
  readonly headers?: readonly string[];
}

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const PROBLEM_SECTION = 'https://tools.ietf.org/html/rfc9110#section-';

/** `type` and `title` of a problem follow from the status (docs/contributing/spec/http/errors.md#problem-types). */
const PROBLEMS = {
  400: ['15.5.1', 'Bad Request'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  405: ['15.5.6', 'Method Not Allowed'],
  406: ['15.5.7', 'Not Acceptable'],
  409: ['15.5.10', 'Conflict'],
  413: ['15.5.14', 'Content Too Large'],
  415: ['15.5.16', 'Unsupported Media Type'],
  421: ['15.5.20', 'Misdirected Request'],
  422: ['15.5.21', 'Unprocessable Content'],
  500: ['15.6.1', 'Internal Server Error'],
  503: ['15.6.4', 'Service Unavailable'],
} as const satisfies Readonly<Record<number, readonly [section: string, title: string]>>;

/** Code of an error for which problem details exist. */
export type ProblemCode = ErrorCodeOf<keyof typeof PROBLEMS>;

/** See docs/contributing/spec/http.md#empty-answer. */
export const EMPTY_ANSWER: Answer = { status: 200, body: '' };

/** Answer with status 200. */
export function jsonAnswer(body: unknown): Answer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** Answer with status 200. */
export function jsonPartsAnswer(parts: AsyncIterable<string>): Answer {
  return { status: 200, contentType: JSON_TYPE, body: '', parts };
}

/** Plain text answer, for health and metrics. */
export function textAnswer(status: number, body: string, contentType = 'text/plain; charset=utf-8'): Answer {
  return { status, contentType, body };
}

export function errorCodeHeader(code: ErrorCode): readonly [name: string, value: string] {
  return [ERROR_CODE_HEADER, code];
}

/** Form `{error}` (docs/contributing/spec/http/errors.md#shape-e). `more`: further members. */
export function errorAnswer(code: ErrorCode, text: string, more: object = {}): Answer {
  const body = JSON.stringify({ error: text, ...more });
  return { status: statusOf(code), contentType: JSON_TYPE, body, headers: errorCodeHeader(code) };
}

/** Problem details (docs/contributing/spec/http/errors.md#shape-p). `path`: request path as sent, without the query. */
export function problemAnswer(code: ProblemCode, detail: string, path: string, headers: readonly string[] = []): Answer {
  const status = statusOf(code);
  const [section, title] = PROBLEMS[status];
  const body = JSON.stringify({ type: PROBLEM_SECTION + section, title, status, detail, instance: path, code });
  return { status, contentType: PROBLEM_TYPE, body, headers: [...errorCodeHeader(code), ...headers] };
}

/** Adds headers: name, value, name, value. */
export function withHeaders(answer: Answer, headers: readonly string[]): Answer {
  // put a new member before spread members: after them it costs many times as much
  if (!Object.hasOwn(answer, 'headers')) return { headers, ...answer };
  return { ...answer, headers: [...(answer.headers ?? []), ...headers] };
}
