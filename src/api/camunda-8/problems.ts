import type { Answer } from '../../platform/answer.ts';
import type { ErrorCode } from '../../platform/error-codes.ts';
import { codeOf, errorTextOf, headersWithout, KEY_HEADER } from '../camunda-results.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** Titles by status, as clients compare them. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'INVALID_STATE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
/** Nothing has changed: clients repeat a 503 only with this title. */
const EXHAUSTED = 'RESOURCE_EXHAUSTED';
const EXISTS = 'ALREADY_EXISTS';
const REPEATABLE: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'overloaded',
  'queue-unavailable',
  'starting',
  'not-ready',
]);
/** Errors with another status in Camunda 8. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { 'task-not-locked': 404, 'decision-failed': 400 };

/** Error in the shape of Camunda 8. */
export function problem(status: number, detail: string, path: string, title = TITLES[status] ?? 'INTERNAL_ERROR'): Answer {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance: path });
  return { status, contentType: PROBLEM_TYPE, body };
}

export function invalid(detail: string, path: string): Answer {
  return problem(400, detail, path);
}

/** Converts errors to the shape of Camunda 8. Other answers stay unchanged. */
export function asProblem(answer: Answer, path: string): Answer {
  if (answer.status < 400 || answer.contentType === PROBLEM_TYPE) return answer;
  const code = codeOf(answer);
  const status = (code !== undefined && STATUSES[code]) || answer.status;
  const title = REPEATABLE.has(code) ? EXHAUSTED : code === 'message-id-in-use' ? EXISTS : TITLES[status];
  return { ...problem(status, errorTextOf(answer), path, title), headers: headersWithout(answer, KEY_HEADER) };
}
