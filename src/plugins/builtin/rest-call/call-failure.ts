import { errorMessage } from '../../../platform/redact.ts';
import { isTaskFailure, TaskFailure } from '../../plugin.ts';

/** Characters of a response that its failure repeats (docs/contributing/spec/http/custom-tasks.md#rest-call-failures). */
const SHOWN_CHARACTERS = 1024;
/** U+0000, and half of a pair that the cut left behind. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** A status that is no success: the status is the code. `Retry-After` in seconds asks for that wait before the next run. */
export function statusFailure(status: number, from: string, text: string, retryAfter: string | undefined): TaskFailure {
  const shown = text.slice(0, SHOWN_CHARACTERS).replaceAll(UNSTORABLE, '\ufffd');
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const message = `HTTP ${status} from ${from}: ${shown}`;
  if (seconds === undefined || seconds > MAX_RETRY_AFTER_SECONDS) return new TaskFailure(String(status), message);
  return new TaskFailure(String(status), message, { retryAfterMs: seconds * 1000 });
}

/** The call was sent on too often. */
export function tooManyRedirects(from: string, most: number): TaskFailure {
  return new TaskFailure('502', `${from} led to more than ${most} redirects.`);
}

/** The body is larger than a result may be. */
export function tooLarge(from: string, limit: number): TaskFailure {
  return new TaskFailure('502', `The response from ${from} is larger than ${limit} bytes.`, { isRetryable: false });
}

/** The failure behind anything that was thrown on the way: `504` when time is up, `502` when the network or the other side is at fault. */
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

/** What went wrong, in words. The message of a TLS error names places in the source of its library; its reason does not. */
function reasonOf(thrown: unknown): string {
  const { reason } = (thrown ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? `TLS: ${reason}` : errorMessage(thrown);
}
