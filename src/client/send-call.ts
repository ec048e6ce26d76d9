import type { AccessToken } from './access-token.ts';
import { BadCall, NoAnswer, SluiceError, TimedOut, Unauthorized } from './errors.ts';
import { pause, pauseBehind } from './pause.ts';
import { refuseUnlessDone } from './read-answer.ts';

/** One call, ready to be sent. Unit of times: ms. */
export interface PreparedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** most attempts; 1: it is not repeated */
  readonly attempts: number;
  /** for all attempts and pauses together */
  readonly timeoutMs: number;
  /** for one attempt */
  readonly attemptTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** State that the calls of one client share. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly token: AccessToken;
}

/** Location for error texts: without the query, which may hold personal data. */
export function placeOf(call: Pick<PreparedCall, 'method' | 'url'>): string {
  return `${call.method} ${call.url.split('?')[0]}`;
}

/**
 * Sends a call until it is answered, as often as it may be repeated. A refused token is renewed once; that does not count as an
 * attempt.
 * @param read takes the result from a 200; its exception counts as a fault of the answer
 */
export async function sendCall<T>(wire: Wire, call: PreparedCall, read: (answer: Response) => Promise<T>): Promise<T> {
  const deadline = performance.now() + call.timeoutMs;
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    call.signal?.throwIfAborted();
    let token: string | undefined;
    try {
      token = await wire.token.current();
      return await attemptOnce(wire, call, token, deadline, read);
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!(error instanceof SluiceError)) throw error;
      if (error instanceof Unauthorized && !isRenewed && wire.token.drop(token)) {
        isRenewed = true;
        attempt -= 1;
        continue;
      }
      const waitMs = pauseBehind(attempt, error.retryAfterMs);
      if (!error.isTransient || attempt >= call.attempts || performance.now() + waitMs >= deadline) throw error;
      await pause(waitMs, call.signal);
    }
  }
}

async function attemptOnce<T>(
  { fetch }: Wire,
  call: PreparedCall,
  token: string | undefined,
  deadline: number,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, Math.min(call.attemptTimeoutMs, deadline - performance.now())));
  const signal = call.signal === undefined ? late.signal : AbortSignal.any([late.signal, call.signal]);
  try {
    const headers = { ...call.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    const sent = fetch(call.url, {
      method: call.method,
      headers,
      redirect: 'manual',
      signal,
      ...(call.body !== undefined && { body: call.body }),
    });
    const answer = await sent.catch((cause: Error) => {
      throw unsent(call, cause);
    });
    await refuseUnlessDone(answer, placeOf(call));
    return await read(answer);
  } catch (error) {
    if (late.signal.aborted && call.signal?.aborted !== true) throw new TimedOut(`${placeOf(call)} does not answer in time`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Uses the cause, because the texts of fetch are generic. Without a cause the call itself is invalid. */
function unsent(call: PreparedCall, thrown: Error): SluiceError {
  const cause = thrown.cause instanceof Error ? thrown.cause : undefined;
  const isMisused =
    thrown.name === 'TypeError' && cause === undefined && /\b(?:header|parse|URL|credentials)\b/i.test(thrown.message);
  if (isMisused) return new BadCall(`${placeOf(call)} cannot be sent`);
  return new NoAnswer(`${placeOf(call)} does not answer: ${cause?.message || thrown.message}`, { cause: thrown });
}
