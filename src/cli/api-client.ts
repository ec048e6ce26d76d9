import { randomUUID } from 'node:crypto';

/** What commands ask of the API. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** under an idempotency key of its own: repeated once when the outcome is unknown */
  post<T>(path: string, body: object): Promise<T>;
  /** the same */
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
  async function send(path: string, init: RequestInit): Promise<Response> {
    const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
    const headers = { ...init.headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
    try {
      return await fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new ApiRefusal(
        0,
        `${url} does not answer: ${cause instanceof Error && cause.message !== '' ? cause.message : message}`,
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
    delete: async <T>(path: string) => (await write(path, { method: 'DELETE' })) as T,
  };
}

async function answered(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  throw new ApiRefusal(response.status, refusalText(response.status, text));
}

function refusalText(status: number, text: string): string {
  if (status === 401) return 'the API asks for a token: set SLUICE_TOKEN';
  try {
    const { detail, error, Errors = [] } = JSON.parse(text) as { detail?: string; error?: string; Errors?: readonly string[] };
    return [detail ?? error ?? `status ${status}`, ...Errors.slice(1)].join('\n');
  } catch {
    return `status ${status}`;
  }
}
