import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { type ApiMethods, OPERATIONS } from '../../client/generated/operations.ts';
import { NotTheApi, openClient as openSluice, SluiceError, Unauthorized } from '../../client/index.ts';
import type { ErrorCode } from '../../platform/error-codes.ts';
import { isGuid } from '../../platform/ids.ts';
import { redactText, visibleText } from '../../platform/redact.ts';

/** URL of the API, and the token for it; undefined: none. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string | undefined;
}

/** The answer of an operation of the API. */
export type AnswerOf<K extends keyof ApiMethods> = Awaited<ReturnType<ApiMethods[K]>>;

/** Client of the API for commands. Its calls reject with {@link ApiRefusal}. */
export interface ApiClient {
  /**
   * Calls an operation. `parts`: path parameters, in order. `argument`: query or body. A write has a new idempotency key, and is repeated once if its
   * outcome is unknown.
   */
  call<K extends keyof ApiMethods>(name: K, parts: readonly string[], argument?: URLSearchParams | object): Promise<AnswerOf<K>>;
  /** Copies the text of an answer of any length to a stream, and does not end the stream. @returns true (done) */
  copy(path: string, to: NodeJS.WritableStream): Promise<true>;
}

/** The API has rejected a call or is not reachable. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** HTTP status; 0: no answer */
  readonly status: number;
  /** code of the answer (src/platform/error-codes.ts); undefined: no answer, or one of another server */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const UNKNOWN_ENDPOINT: ErrorCode = 'unknown-endpoint';
/** Maximum number of attempts. It is low, because a user waits at the terminal. */
const ATTEMPTS = 2;
/** Maximum time of one attempt. */
const TIMEOUT_MS = 60_000;

/** Opens a client of the API. `token`: access token; undefined: none. */
export function openClient(baseUrl: string, token: string | undefined): ApiClient {
  const sluice = openSluice({ url: baseUrl, token, attempts: ATTEMPTS, attemptTimeoutMs: TIMEOUT_MS, timeoutMs: 2 * TIMEOUT_MS });
  async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    // URL parsers would remove such segments, which would give the URL of another endpoint
    if (/\/\.{1,2}(?:[/?]|$)/.test(path)) throw new ApiRefusal(0, "'.' and '..' are no ids");
    return (await sluice.request(method, path, body).catch(refuse)) as T;
  }
  return {
    call: (name, parts, argument) => {
      const { method, path } = OPERATIONS[name];
      const left = [...parts];
      const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
      const isQuery = argument instanceof URLSearchParams;
      const asked = ask<AnswerOf<typeof name>>(
        method,
        isQuery ? `${filled}?${argument}` : filled,
        isQuery ? undefined : argument,
      );
      return asked.catch((error) => refuseId(error, parts));
    },
    copy: async (path, to) => {
      const text = await sluice.stream(path).catch(refuse);
      await copied(text, to);
      return true;
    },
  };
}

/** Copies a text to a stream. Rejects with ApiRefusal if the connection breaks, because the text is then incomplete. */
async function copied(text: ReadableStream<Uint8Array>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(text as NodeStream<Uint8Array>), to, { end: false });
  } catch (error) {
    throw new ApiRefusal(0, `the answer broke off: ${(error as Error).message}`);
  }
}

/** Rethrows an error. If the endpoint is unknown because a path parameter is not an id, throws an error that states this. */
function refuseId(error: unknown, parts: readonly string[]): never {
  const malformed = parts.find((part) => !isGuid(part));
  if (!(error instanceof ApiRefusal) || error.code !== UNKNOWN_ENDPOINT || malformed === undefined) throw error;
  throw new ApiRefusal(error.status, `'${visibleText(malformed)}' is not an id`, error.code);
}

function refuse(error: unknown): never {
  if (!(error instanceof SluiceError)) throw error;
  if (error instanceof Unauthorized)
    throw new ApiRefusal(401, 'the API requires a token: set SLUICE_TOKEN, or save one with sluice profile add');
  throw new ApiRefusal(error instanceof NotTheApi ? 0 : error.status, redactText(error.message), error.errorCode);
}
