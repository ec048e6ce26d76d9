import { BadCall, BadRequest, SluiceError } from './errors.ts';
import { type ApiLists, type ApiMethods, OPERATIONS } from './generated/operations.ts';
import type { ApiOperation, CallOptions } from './operation.ts';
import { bodyOf } from './read-answer.ts';
import { keepToken, type PreparedCall, placeOf, sendCall, type TokenSource, type Wire } from './send-call.ts';
import type { TaskHandler, WorkOptions } from './task-handler.ts';
import { type Worker, work } from './work.ts';

/** Parameters of all lists. */
export interface PagesQuery {
  /** first page; default 1 */
  readonly page?: number | undefined;
  /** default and maximum 100 */
  readonly pageSize?: number | undefined;
}

interface Page {
  readonly items?: readonly unknown[];
  /** items of the list of user tasks */
  readonly data?: readonly unknown[];
  readonly pageSize: number;
}

/** Yields rows from `query.page` on. Requests a page only when the previous one is consumed. */
export async function* readAll(read: (query: PagesQuery) => Promise<Page>, query: PagesQuery = {}): AsyncGenerator<unknown> {
  for (let page = query.page ?? 1; ; page += 1) {
    const { data = [], items = data, pageSize } = await read({ ...query, page, pageSize: query.pageSize ?? 100 });
    yield* items;
    if (items.length < pageSize) return;
  }
}

/** Limit of one header (docs/contributing/spec/http.md#service-min-position). */
const MOST = 20;

/** Writes that no read has contained yet. */
interface SeenPositions {
  /** positions, oldest first */
  list(): readonly string[];
  note(position: string | null): void;
  /** Positions that a read has reached or the server does not know. */
  forget(positions: readonly string[]): void;
}

/** Positions cannot be compared, so the last ones are kept until a read has reached them. */
function seenPositions(): SeenPositions {
  let kept: readonly string[] = [];
  return {
    list: () => kept,
    note: (position) => {
      if (position !== null && position !== '') kept = [...kept.filter((other) => other !== position), position].slice(-MOST);
    },
    forget: (positions) => {
      kept = kept.filter((position) => !positions.includes(position));
    },
  };
}

/** Options of the client. Times: ms. */
export interface ClientOptions {
  /** address of the API, with or without a path */
  readonly url: string;
  /** a function is called once, and again when the service refuses the token */
  readonly token?: string | TokenSource | undefined;
  /** limit of a call with all attempts; default 60000 */
  readonly timeoutMs?: number | undefined;
  /** limit of one attempt; default 30000 */
  readonly attemptTimeoutMs?: number | undefined;
  /** maximum per call; default 10. 1: no repetition */
  readonly attempts?: number | undefined;
  /** reads include earlier writes of this client; default true */
  readonly readsOwnWrites?: boolean | undefined;
  /** instead of the global fetch */
  readonly fetch?: typeof fetch | undefined;
}

/** The operations of the API, and functions that combine them. */
export interface SluiceClient extends ApiMethods {
  /** lists row by row, over all pages */
  readonly all: ApiLists;
  /** Does custom tasks of a type until it is stopped. */
  work(taskType: string, handler: TaskHandler, options?: WorkOptions): Worker;
  /** Calls any path, with JSON bodies, retries and idempotency keys as for the methods. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, options?: CallOptions): Promise<unknown>;
  /** Text of a path such as `/Audit/csv`. The time limit applies to the start of the response. */
  stream(path: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Positions of the last writes: pass them to another client as `minPositions`. */
  positions(): readonly string[];
}

interface Client extends Wire {
  readonly url: string;
  readonly options: ClientOptions;
  readonly positions: SeenPositions;
}

/** No connection, so no close is needed. */
export function openClient(options: ClientOptions): SluiceClient {
  const client: Client = {
    url: addressOf(options.url),
    options,
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    token: keepToken(options.token),
    positions: seenPositions(),
  };
  const methods = Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => [
      name,
      (...args: readonly unknown[]) => callOperation(client, name, operation, args),
    ]),
  ) as unknown as ApiMethods;
  const lists = Object.fromEntries(
    Object.entries(OPERATIONS)
      .filter(([, operation]) => operation.isList)
      .map(([name, { path }]) => {
        const read = methods[name as keyof ApiLists] as (...args: readonly unknown[]) => Promise<never>;
        const parts = partsOf(path).length;
        const all = (...args: readonly unknown[]) =>
          readAll((query) => read(...args.slice(0, parts), query, args[parts + 1]), args[parts] as PagesQuery | undefined);
        return [name, all];
      }),
  ) as unknown as ApiLists;
  return {
    ...methods,
    all: lists,
    work: (taskType, handler, workOptions) => work(methods, taskType, handler, workOptions),
    request: (method, path, body, callOptions) => request(client, method, path, body, callOptions),
    stream: (path, callOptions) => stream(client, path, callOptions),
    positions: () => client.positions.list(),
  };
}

function addressOf(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new BadCall('the address of the API is not a URL');
  }
  if (!/^https?:$/.test(url.protocol)) throw new BadCall('the address of the API must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw new BadCall('the address of the API must not hold a user or a password');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The server waits for data. */
const MAY_WAIT: ReadonlySet<string> = new Set(['fetchAndLock', 'readEvents', 'start', 'request']);

const partsOf = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

async function callOperation(client: Client, name: string, operation: ApiOperation, args: readonly unknown[]): Promise<unknown> {
  const parts = partsOf(operation.path);
  const path = parts.reduce((filled, part, at) => filled.replace(`{${part}}`, pathPart(part, args[at])), operation.path);
  const rest = args.slice(parts.length);
  const given = operation.takes === 'nothing' ? undefined : rest.shift();
  const options = (rest[0] ?? {}) as CallOptions;
  const waitMs = MAY_WAIT.has(name) ? waitOf(given) : 0;
  const body = operation.takes === 'body' ? jsonText(given ?? {}) : undefined;
  const key = operation.isKeyed ? (options.idempotencyKey ?? crypto.randomUUID()) || undefined : undefined;
  const call: Omit<PreparedCall, 'headers'> = {
    ...limitsOf(client, operation, options, waitMs),
    ...(operation.method !== 'GET' && key === undefined && { attempts: 1 }),
    method: operation.method,
    url: client.url + path + (operation.takes === 'query' ? queryText(given) : ''),
    body,
  };
  const headers = {
    Accept: operation.gives === 'text' || operation.gives === 'stream' ? '*/*' : 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
  const read = async (answer: Response) => {
    const gave = await bodyOf(answer, operation.gives, placeOf(call));
    if (operation.method !== 'GET') client.positions.note(answer.headers.get('service-position'));
    return gave;
  };
  try {
    if (operation.readsProjection) return await readBehindWrites(client, { ...call, headers }, read, options);
    return await sendCall(client, { ...call, headers }, read);
  } catch (error) {
    if (error instanceof SluiceError) error.idempotencyKey = key;
    throw error;
  }
}

function limitsOf({ options: all }: Client, operation: ApiOperation, options: CallOptions, waitMs: number) {
  const attempts = operation.isService ? 1 : (options.attempts ?? all.attempts ?? 10);
  return {
    attempts,
    timeoutMs: (options.timeoutMs ?? all.timeoutMs ?? 60_000) + waitMs,
    attemptTimeoutMs: (all.attemptTimeoutMs ?? 30_000) + waitMs,
    signal: options.signal,
  };
}

/** The position is from another database. */
const POSITION = 'invalid-position';

/** Sends positions of earlier writes. Drops those of a replaced database, which would fail every later read. */
async function readBehindWrites(
  client: Client,
  call: PreparedCall,
  read: (answer: Response) => Promise<unknown>,
  { minPositions = [] }: CallOptions,
): Promise<unknown> {
  const own = client.options.readsOwnWrites === false ? [] : client.positions.list();
  const asked = [...new Set([...minPositions, ...own])].slice(0, MOST);
  const sendWith = (positions: readonly string[]) =>
    sendCall(
      client,
      positions.length === 0 ? call : { ...call, headers: { ...call.headers, 'Service-Min-Position': positions.join(',') } },
      read,
    );
  try {
    const gave = await sendWith(asked);
    client.positions.forget(asked);
    return gave;
  } catch (error) {
    // earlier releases send no error codes
    const isOfPosition = error instanceof BadRequest && error.status === 400 && (error.errorCode ?? POSITION) === POSITION;
    if (own.length === 0 || !isOfPosition) throw error;
    const gave = await sendWith(minPositions);
    client.positions.forget(own);
    return gave;
  }
}

/** Sends no positions, because only operations define which paths accept them. */
function request(
  client: Client,
  method: ApiOperation['method'],
  path: string,
  body: object | undefined,
  options: CallOptions = {},
): Promise<unknown> {
  if (!path.startsWith('/') || path.startsWith('//') || /\/\.{1,2}(?:[/?]|$)/.test(path))
    return Promise.reject(new BadCall('the path must begin with one slash, and have no part of dots alone'));
  const isRead = method === 'GET';
  const kind = { gives: 'empty', isKeyed: !isRead, readsProjection: false, isList: false, isService: false } as const;
  const operation = { ...kind, method, path: '', takes: isRead || body === undefined ? 'nothing' : 'body' } as const;
  const args = operation.takes === 'body' ? [body, options] : [options];
  return callOperation({ ...client, url: client.url + path }, 'request', operation, args);
}

async function stream(client: Client, path: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
  const limits = limitsOf(client, OPERATIONS.exportAudit, options, 0);
  const call: PreparedCall = { ...limits, method: 'GET', url: client.url + path, headers: { Accept: '*/*' }, body: undefined };
  return sendCall(client, call, async ({ body }) => body ?? new Blob([]).stream());
}

function pathPart(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  // URL parsers treat them as path steps
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..')
    throw new BadCall(`${name} must be a text that can be part of a path`);
  try {
    return encodeURIComponent(text);
  } catch {
    throw new BadCall(`${name} holds half of a character`);
  }
}

function queryText(query: unknown): string {
  const named = Object.entries((query ?? {}) as object).filter(([, value]) => value !== undefined && value !== null);
  return named.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(named.map(([name, value]) => [name, String(value)])))}`;
}

function jsonText(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new BadCall(`the body cannot be written as JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Wait in the request, added to its timeout. Unit: ms. */
function waitOf(given: unknown): number {
  const { WaitSeconds, wait } = (given ?? {}) as { readonly WaitSeconds?: unknown; readonly wait?: unknown };
  const seconds = Number(WaitSeconds ?? wait ?? 0);
  return seconds > 0 && seconds <= 3600 ? seconds * 1000 : 0;
}
