import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { redactText } from '../platform/redact.ts';

/** What commands ask of the API. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** under an idempotency key of its own: repeated once when the outcome is unknown */
  post<T>(path: string, body: object): Promise<T>;
  /** Copies a text to a stream as it comes, however long it is. @returns true: it is done */
  copy(path: string, to: NodeJS.WritableStream): Promise<true>;
  /** as post */
  delete<T>(path: string): Promise<T>;
}

/** The API has said no, or is not there. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** 0: no answer */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const TIMEOUT_MS = 60_000;

/** A client of the API at an address; `token`: of an access token, where the API asks for one. */
export function openClient(baseUrl: string, token: string | undefined): ApiClient {
  async function send(path: string, init: RequestInit, signal = AbortSignal.timeout(TIMEOUT_MS)): Promise<Response> {
    const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
    // an address would be made of them in which another endpoint stands
    if (/\/\.{1,2}(?:[/?]|$)/.test(path)) throw new ApiRefusal(0, "'.' and '..' are no ids");
    const headers = { ...init.headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
    try {
      return notElsewhere(url, await fetch(url, { ...init, headers, signal, redirect: 'manual' }));
    } catch (error) {
      if (error instanceof ApiRefusal) throw error;
      const { name, message, cause } = error as Error;
      // its message would show the token
      if (name === 'TypeError' && cause === undefined) throw new ApiRefusal(0, 'the address or SLUICE_TOKEN cannot be used');
      throw new ApiRefusal(
        0,
        `${redactText(url)} does not answer: ${cause instanceof Error && cause.message !== '' ? cause.message : message}`,
      );
    }
  }
  /** Sends a write, once more when the outcome is unknown. */
  async function write(path: string, init: RequestInit): Promise<unknown> {
    const once = { ...init, headers: { ...init.headers, 'Idempotency-Key': randomUUID() } };
    const first = await send(path, once);
    return answered(first.status === 503 ? await send(path, once) : first);
  }
  return {
    get: async <T>(path: string) => (await answered(await send(path, {}))) as T,
    post: async <T>(path: string, body: object) =>
      (await write(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })) as T,
    copy: async (path, to) => {
      // the time limit is for its beginning
      const beginning = new AbortController();
      const timer = setTimeout(() => beginning.abort(), TIMEOUT_MS);
      const response = await send(path, {}, beginning.signal).finally(() => clearTimeout(timer));
      if (!response.ok || response.body === null) await answered(response);
      else await copied(response.body, to);
      return true;
    },
    delete: async <T>(path: string) => (await write(path, { method: 'DELETE' })) as T,
  };
}

/** A redirect is not followed: the token is for this address, and a write would become a read. */
function notElsewhere(url: string, response: Response): Response {
  if (response.status < 300 || response.status > 399) return response;
  const place = response.headers.get('location') ?? '';
  const origin = URL.canParse(place, url) ? new URL(place, url).origin : 'elsewhere';
  throw new ApiRefusal(response.status, `${redactText(url)} leads to ${origin}: give the address of the API itself`);
}

/** What has come is no whole text when the connection breaks. */
async function copied(body: ReadableStream<Uint8Array>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(body, to, { end: false });
  } catch (error) {
    throw new ApiRefusal(0, `the answer broke off: ${(error as Error).message}`);
  }
}

async function answered(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: Error) => {
    throw new ApiRefusal(0, `the answer broke off: ${error.message}`);
  });
  if (response.ok) return jsonOf(text);
  throw new ApiRefusal(response.status, refusalText(response.status, text));
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiRefusal(0, 'what answers there is not the API of Sluice: its answer is not JSON');
  }
}

function refusalText(status: number, text: string): string {
  if (status === 401) return 'the API asks for a token: set SLUICE_TOKEN, or keep one with sluice profile add';
  try {
    const { detail, error, Errors = [] } = JSON.parse(text) as { detail?: string; error?: string; Errors?: readonly string[] };
    return [detail ?? error ?? `status ${status}`, ...Errors.slice(1)].join('\n');
  } catch {
    return `status ${status}`;
  }
}
