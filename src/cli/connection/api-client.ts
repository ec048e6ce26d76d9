import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { type ApiMethods, OPERATIONS } from '../../client/generated/operations.ts';
import { NotTheApi, openClient as openSluice, SluiceError, Unauthorized } from '../../client/index.ts';
import type { ErrorCode } from '../../platform/error-codes.ts';
import { isGuid } from '../../platform/ids.ts';
import { redactText, visibleText } from '../../platform/redact.ts';

/** `token` undefined: none. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string | undefined;
}

export type AnswerOf<K extends keyof ApiMethods> = Awaited<ReturnType<ApiMethods[K]>>;

/** Calls reject with {@link ApiRefusal}. */
export interface ApiClient {
  /** `parts`: path parameters, in order. `argument`: query or body. A write has a new idempotency key, and is repeated once if its outcome is unknown. */
  call<K extends keyof ApiMethods>(name: K, parts: readonly string[], argument?: URLSearchParams | object): Promise<AnswerOf<K>>;
  /** Copies an answer of any length, without ending the stream. @returns true (done) */
  copy(path: string, to: NodeJS.WritableStream): Promise<true>;
}

/** The API rejected a call or is not reachable. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** 0: no answer */
  readonly status: number;
  /** see src/platform/error-codes.ts; undefined: no answer, or one of another server */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const UNKNOWN_ENDPOINT: ErrorCode = 'unknown-endpoint';
/** Low, because a user waits at the terminal. */
const ATTEMPTS = 2;
/** Timeout of one attempt. */
const TIMEOUT_MS = 60_000;

/** `token` undefined: none. */
export function openClient(baseUrl: string, token: string | undefined): ApiClient {
  const sluice = openSluice({ url: baseUrl, token, attempts: ATTEMPTS, attemptTimeoutMs: TIMEOUT_MS, timeoutMs: 2 * TIMEOUT_MS });
  async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    // URL parsers would remove such segments, which gives another endpoint
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

/** Rejects with ApiRefusal if the connection breaks, because the text is incomplete. */
async function copied(text: ReadableStream<Uint8Array>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(text as NodeStream<Uint8Array>), to, { end: false });
  } catch (error) {
    throw new ApiRefusal(0, `the answer broke off: ${(error as Error).message}`);
  }
}

/** Rethrows. If the endpoint is unknown because a path parameter is not an id, the error states this. */
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
