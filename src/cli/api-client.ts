import { randomUUID } from 'node:crypto';

/** What commands ask of the API. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** under an idempotency key of its own: repeated once when the outcome is unknown */
  post<T>(path: string, body: object): Promise<T>;
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
  return {
    get: async <T>(path: string) => (await answered(await send(path, {}))) as T,
    async post<T>(path: string, body: object) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const first = await send(path, init);
      return (await answered(first.status === 503 ? await send(path, init) : first)) as T;
    },
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
    const { detail, error } = JSON.parse(text) as { detail?: string; error?: string };
    return detail ?? error ?? `status ${status}`;
  } catch {
    return `status ${status}`;
  }
}
