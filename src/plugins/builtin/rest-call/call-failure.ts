import { errorMessage } from '../../../platform/redact.ts';
import { isTaskFailure, TaskFailure } from '../../plugin.ts';

/** Characters of the response in the error message (docs/contributing/spec/http/custom-tasks.md#rest-call-failures). */
const SHOWN_CHARACTERS = 1024;
/** U+0000 and unpaired surrogates, which the cut may create. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Error for a status other than success: its code is the status. `Retry-After` in seconds delays the next run. */
export function statusFailure(status: number, from: string, text: string, retryAfter: string | undefined): TaskFailure {
  const shown = text.slice(0, SHOWN_CHARACTERS).replaceAll(UNSTORABLE, '\ufffd');
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const message = `HTTP ${status} from ${from}: ${shown}`;
  if (seconds === undefined || seconds > MAX_RETRY_AFTER_SECONDS) return new TaskFailure(String(status), message);
  return new TaskFailure(String(status), message, { retryAfterMs: seconds * 1000 });
}

export function tooManyRedirects(from: string, most: number): TaskFailure {
  return new TaskFailure('502', `${from} led to more than ${most} redirects.`);
}

export function tooLarge(from: string, limit: number): TaskFailure {
  return new TaskFailure('502', `The response from ${from} is larger than ${limit} bytes.`, { isRetryable: false });
}

/** Converts any exception of a call: `504` on timeout, `502` for errors of the network or the server. */
export function callFailure(thrown: unknown, from: string, timeoutMs: number, isTimeUp: boolean): TaskFailure {
  for (let error = thrown, depth = 0; depth < 5 && error instanceof Error; error = error.cause, depth += 1) {
    if (isTaskFailure(error)) return error;
  }
  const code = (thrown as { code?: unknown } | null)?.code;
  if (isTimeUp || TIMEOUT_CODES.has(code)) {
    return new TaskFailure('504', `No complete response from ${from} within ${timeoutMs / 1000} seconds.`, { cause: thrown });
  }
  return new TaskFailure('502', `The call of ${from} failed: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Error text. The message of a TLS error has source locations of its library, so its reason is used. */
function reasonOf(thrown: unknown): string {
  const { reason } = (thrown ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? `TLS: ${reason}` : errorMessage(thrown);
}
