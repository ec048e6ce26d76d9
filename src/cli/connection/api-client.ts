import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { NotTheApi, openClient as openSluice, SluiceError, Unauthorized } from '../../client/index.ts';
import { redactText } from '../../platform/redact.ts';

/** The API of a command. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string | undefined;
}

/** Calls of the API by commands. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** sends a new idempotency key, and repeats the call if the outcome is unknown */
  post<T>(path: string, body: object): Promise<T>;
  /** Copies a text to a stream as it comes, however long it is. @returns true: it is done */
  copy(path: string, to: NodeJS.WritableStream): Promise<true>;
  /** as post */
  delete<T>(path: string): Promise<T>;
}

/** The API has refused a call or cannot be reached. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** 0: no answer */
  readonly status: number;
  /** code of the answer (src/platform/error-codes.ts); undefined: no answer, or one of another server */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Few attempts, because a user waits at the terminal. */
const ATTEMPTS = 2;
/** For one attempt; long, because most calls are not repeated. Unit: ms. */
const TIMEOUT_MS = 60_000;

/** A client of the API at an address; `token`: an access token, if the API requires one. */
export function openClient(baseUrl: string, token: string | undefined): ApiClient {
  const sluice = openSluice({ url: baseUrl, token, attempts: ATTEMPTS, attemptTimeoutMs: TIMEOUT_MS, timeoutMs: 2 * TIMEOUT_MS });
  async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    // such segments would make the URL of another endpoint
    if (/\/\.{1,2}(?:[/?]|$)/.test(path)) throw new ApiRefusal(0, "'.' and '..' are no ids");
    return (await sluice.request(method, path, body).catch(refuse)) as T;
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    delete: (path) => ask('DELETE', path),
    copy: async (path, to) => {
      const text = await sluice.stream(path).catch(refuse);
      await copied(text, to);
      return true;
    },
  };
}

/** A text is incomplete if the connection breaks. */
async function copied(text: ReadableStream<Uint8Array>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(text as NodeStream<Uint8Array>), to, { end: false });
  } catch (error) {
    throw new ApiRefusal(0, `the answer broke off: ${(error as Error).message}`);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SluiceError)) throw error;
  if (error instanceof Unauthorized)
    throw new ApiRefusal(401, 'the API requires a token: set SLUICE_TOKEN, or save one with sluice profile add');
  throw new ApiRefusal(error instanceof NotTheApi ? 0 : error.status, redactText(error.message), error.errorCode);
}
