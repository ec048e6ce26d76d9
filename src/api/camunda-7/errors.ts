import type { Answer } from '../../platform/answer.ts';
import { ERROR_CODE_HEADER, type ErrorCode } from '../../platform/error-codes.ts';
import { repeated } from '../../requests/request-texts.ts';
import { codeOf, errorTextOf, headersWithout, KEY_HEADER, shown } from '../camunda-results.ts';

/** Type of requests that are refused before the engine. They have no code; errors of the engine have 0. */
const INVALID = 'InvalidRequestException';

/** Names of exceptions by status, as clients compare them. */
const TYPES: Readonly<Record<number, string>> = {
  400: INVALID,
  401: 'AuthenticationException',
  403: 'AuthorizationException',
  404: 'RestException',
  500: 'ProcessEngineException',
};
/** Errors with another status in Camunda 7. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { 'task-not-locked': 404, 'instance-suspended': 500 };
/** Conflicts are exceptions of the engine. */
const CONFLICT_STATUS = 500;

/** Error in the shape of Camunda 7. */
export function fault(status: number, message: string, type = TYPES[status] ?? 'RestException'): Answer {
  return shown({ type, message, code: type === INVALID ? null : 0 }, status);
}

export function invalid(message: string): Answer {
  return fault(400, message);
}

/** `what`: for example `Process instance`. */
export function notFound(what: string, id: string): Answer {
  return fault(404, `${what} with id ${repeated(id)} does not exist`, INVALID);
}

/** Converts errors to the shape of Camunda 7. Other answers stay unchanged. */
export function inShapeOf(answer: Answer): Answer {
  const code = codeOf(answer);
  if (answer.status < 400 || (code === undefined && answer.contentType === 'application/json')) return answer;
  const status = (code !== undefined && STATUSES[code]) || (answer.status === 409 ? CONFLICT_STATUS : answer.status);
  // the code belongs to another status
  const headers = headersWithout(answer, KEY_HEADER, ...(status === answer.status ? [] : [ERROR_CODE_HEADER]));
  return { ...fault(status, errorTextOf(answer)), headers };
}
