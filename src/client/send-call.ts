import { BadCall, NoAnswer, NoToken, SluiceError, TimedOut, Unauthorized } from './errors.ts';
import { refuseUnlessDone } from './read-answer.ts';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Waits. Ends early, without an error, when the signal is aborted. Unit: ms. */
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
 * Delay in ms after a failed attempt, counted from 1: it doubles each time and has a random part, so that clients that were
 * refused together do not retry together. Never shorter than the service requested.
 */
export function pauseBehind(attempt: number, retryAfterMs = 0): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
  return retryAfterMs + most / 2 + (Math.random() * most) / 2;
}

/** Returns an access token. Called when none exists, and again after the service has refused the last one. */
export type TokenSource = () => string | Promise<string>;

/** The access token of one client. */
export interface AccessToken {
  /** undefined: the client has none */
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
      // asynchronous, so that the caller has stored this promise even if the source throws synchronously
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

/** One call, ready to be sent. Unit of times: ms. */
export interface PreparedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** most attempts; 1: it is not repeated */
  readonly attempts: number;
  /** time limit of all attempts and pauses together */
  readonly timeoutMs: number;
  /** time limit of one attempt */
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
