import { BadCall, NoAnswer, NoToken, SluiceError, TimedOut, Unauthorized } from './errors.ts';
import { refuseUnlessDone } from './read-answer.ts';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Ends early, without error, when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/**
 * Pause in ms. Doubles with each attempt (from 1), with a random part, so that clients that were refused together do not retry together. Never
 * shorter than the service requested.
 */
export function pauseBehind(attempt: number, retryAfterMs = 0): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
  return retryAfterMs + most / 2 + (Math.random() * most) / 2;
}

/** Called when there is no token, and after the service has refused the last one. */
export type TokenSource = () => string | Promise<string>;

/** Token of one client. */
export interface AccessToken {
  /** undefined: none */
  current(): Promise<string | undefined>;
  /** Drops a refused token. False: no other token is available. */
  drop(refused: string | undefined): boolean;
}

/** Keeps the token until the service refuses it; the local clock may be wrong. Callers that were refused together share one new token. */
export function keepToken(given: string | TokenSource | undefined): AccessToken {
  if (typeof given !== 'function') {
    const token = given === undefined ? undefined : usable(given);
    return { current: async () => token, drop: () => false };
  }
  let kept: Promise<string> | undefined;
  let known: string | undefined;
  async function ask(source: TokenSource): Promise<string> {
    try {
      // asynchronous: this promise is stored even if the source throws synchronously
      known = usable(await Promise.resolve().then(source));
      return known;
    } catch (cause) {
      kept = undefined;
      throw cause instanceof BadCall ? cause : new NoToken(cause);
    }
  }
  return {
    current: () => {
      kept ??= ask(given);
      return kept;
    },
    drop: (refused) => {
      if (refused !== undefined && known === refused) {
        kept = undefined;
        known = undefined;
      }
      return true;
    },
  };
}

/** Fetch would show the whole header in its error. */
function usable(token: unknown): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new BadCall('the token must be a text of visible ASCII characters');
}

/** Call, ready to be sent. Times: ms. */
export interface PreparedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** maximum; 1: no repetition */
  readonly attempts: number;
  /** limit of all attempts and pauses */
  readonly timeoutMs: number;
  /** limit of one attempt */
  readonly attemptTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Shared by the calls of one client. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly token: AccessToken;
}

/** Location for errors: without the query, which may hold personal data. */
export function placeOf(call: Pick<PreparedCall, 'method' | 'url'>): string {
  return `${call.method} ${call.url.split('?')[0]}`;
}

/**
 * Repeats as allowed. A refused token is renewed once, which is not an attempt.
 * @param read reads the result of a 200; its exception counts as a fault of the answer
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

/** Uses the cause, because texts of fetch are generic. Without cause, the call is invalid. */
function unsent(call: PreparedCall, thrown: Error): SluiceError {
  const cause = thrown.cause instanceof Error ? thrown.cause : undefined;
  const isMisused =
    thrown.name === 'TypeError' && cause === undefined && /\b(?:header|parse|URL|credentials)\b/i.test(thrown.message);
  if (isMisused) return new BadCall(`${placeOf(call)} cannot be sent`);
  return new NoAnswer(`${placeOf(call)} does not answer: ${cause?.message || thrown.message}`, { cause: thrown });
}
