import type { ErrorCode } from '../../../platform/error-codes.ts';
import type { SessionView } from '../../wire/session.ts';
import { explained } from '../texts/errors.ts';
import { texts } from '../texts/texts.ts';
import { setDraftOwner } from './draft-owner.ts';
import { jsonObject } from './json-text.ts';

/** Time after an unknown outcome in which an equal request gets the same idempotency key. */
const COUNTS_MS = 5 * 60_000;

/** Requests with an unknown outcome, by path and body. */
const unknown = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * Reuses the key of an equal request with an unknown outcome, so that an action repeated after a missing answer runs only once
 * (docs/contributing/spec/http.md#idempotency-key).
 * @param request path and body
 */
export function keyOf(request: string): string {
  const before = unknown.get(request);
  if (before !== undefined && before.until > Date.now()) return before.key;
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Call it after a request. `isKnown` false: the request may have run or still run, so a repetition uses its key. */
export function settle(request: string, key: string, isKnown: boolean): void {
  if (isKnown) unknown.delete(request);
  else unknown.set(request, { key, until: Date.now() + COUNTS_MS });
}

/** An error answer, or no answer. `message`: in the language of the pages. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0: no answer */
  readonly status: number;
  /** undefined: no answer, or not from the service (for example from a proxy) */
  readonly code: ErrorCode | undefined;
  /** unchanged text of the service */
  readonly detail: string;

  constructor(status: number, detail: string, code?: ErrorCode) {
    super(explained(code, detail));
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

const SERVICE = '/ui/api/service';

/** Time after a write in which reads send its position. Later, the projector has applied it, or an alert fires. */
const POSITION_COUNTS_MS = 10_000;

/** Time after a write in which reads bypass shared answers, which the server caches for 2 s. */
const BYPASS_MS = 3000;

let lastWriteAt = Number.NEGATIVE_INFINITY;
let csrfToken: string | undefined;
let lastPosition: { readonly text: string; readonly until: number } | undefined;
const expiredListeners = new Set<() => void>();

/** Called for each answer 401 (docs/contributing/spec/http/access.md#expired-sign-in). Returns a function that removes the listener. */
export function onSignInExpired(listener: () => void): () => void {
  expiredListeners.add(listener);
  return () => expiredListeners.delete(listener);
}

/** GET `/ui/api/<path>`. After a write, waits up to 2 s until it is visible. Rejects with an ApiError, or an AbortError after `signal`. */
export function getView<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>(`/ui/api/${path}${queryText(query)}`, { headers: headersOfRead(), ...(signal && { signal }) });
}

/** GET `<path>` of the API with the session. Waits and rejects like {@link getView}. */
export function getService<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>(`${SERVICE}${path}${queryText(query)}`, { headers: headersOfRead(), ...(signal && { signal }) });
}

/**
 * POST `<path>` of the API with an idempotency key. Repeats once if the antiforgery token is outdated. Rejects with an ApiError.
 * @param members values, or JSON texts
 */
export async function postService<T = undefined>(path: string, members: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const body = jsonObject(members);
  const request = `${path} ${body}`;
  const key = keyOf(request);
  try {
    const answer = await postWithToken<T>(path, body, key);
    settle(request, key, true);
    return answer;
  } catch (error) {
    settle(request, key, error instanceof ApiError && error.status > 0 && error.status < 500);
    throw error;
  }
}

/** Stores the antiforgery token for writes, and the user as owner of drafts. */
export async function readSession(signal?: AbortSignal): Promise<SessionView> {
  const session = await ask<SessionView>('/ui/api/session', signal ? { signal } : {});
  csrfToken = session.csrfToken;
  setDraftOwner(session.user);
  return session;
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/** Unchanged text of the service, in which code can search names. Other errors: the message. */
export function detailOf(error: Error): string {
  return error instanceof ApiError ? error.detail : error.message;
}

/** Undefined and empty parameters are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

async function postWithToken<T>(path: string, body: string, key: string): Promise<T> {
  try {
    return await post<T>(path, body, key);
  } catch (error) {
    if (!hasCode(error, 'invalid-antiforgery-token')) throw error;
    csrfToken = undefined; // new session since the page was loaded; nothing was done
    return post<T>(path, body, key);
  }
}

async function post<T>(path: string, body: string, key: string): Promise<T> {
  const token = csrfToken ?? (await readSession()).csrfToken;
  const answer = await ask<T>(`${SERVICE}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token, 'Idempotency-Key': key },
    body,
  });
  lastWriteAt = performance.now();
  return answer;
}

/** Requests without an answer. `since`: ms since 1970. */
const open = new Set<{ readonly since: number; readonly isWrite: boolean }>();

/** The oldest request without an answer. */
export function oldestOpenRequest(): { readonly since: number; readonly isWrite: boolean } | undefined {
  return open.values().next().value;
}

async function ask<T>(address: string, init: RequestInit): Promise<T> {
  const request = { since: Date.now(), isWrite: init.method === 'POST' };
  open.add(request);
  return await answerOf<T>(address, init).finally(() => open.delete(request));
}

async function answerOf<T>(address: string, init: RequestInit): Promise<T> {
  const answer = await fetch(address, { credentials: 'same-origin', ...init }).catch(unreachable);
  if (answer.status === 401) for (const listener of expiredListeners) listener();
  const text = await answer.text().catch(unreachable);
  if (!answer.ok) {
    const code = answer.headers.get('Service-Error-Code') as ErrorCode | null;
    throw new ApiError(answer.status, messageOf(text, answer.status), code ?? undefined);
  }
  const position = answer.headers.get('Service-Position');
  if (position !== null) lastPosition = { text: position, until: Date.now() + POSITION_COUNTS_MS };
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') === true;
  return (isJson ? JSON.parse(text) : text === '' ? undefined : text) as T;
}

function unreachable(error: Error): never {
  if (error.name === 'AbortError') throw error;
  throw new ApiError(0, texts.shared.unreachable);
}

function headersOfRead(): Record<string, string> {
  return {
    ...(lastPosition !== undefined && lastPosition.until > Date.now() && { 'Service-Min-Position': lastPosition.text }),
    ...(performance.now() - lastWriteAt < BYPASS_MS && { 'Cache-Control': 'no-cache' }),
  };
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Error text, in one of two formats (docs/contributing/spec/http/errors.md#shapes). */
function messageOf(text: string, status: number): string {
  try {
    const body = JSON.parse(text) as { readonly error?: unknown; readonly detail?: unknown };
    if (typeof body.error === 'string') return body.error;
    if (typeof body.detail === 'string') return body.detail;
  } catch {
    // not JSON
  }
  return status === 401 ? texts.signIn.expired : texts.shared.answered(status);
}
