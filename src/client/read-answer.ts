import {
  BadRequest,
  Conflict,
  type ErrorFacts,
  Forbidden,
  KeyReused,
  NoAnswer,
  NotFound,
  NotTheApi,
  Redirected,
  ServerFault,
  type SluiceError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from './errors.ts';

/** Body of a 200. */
export type AnswerKind = 'json' | 'empty' | 'text' | 'stream';

/** Characters of a body that is not JSON, in an error. */
const KEPT_TEXT = 1000;

type RefusalClass = new (message: string, facts: ErrorFacts) => SluiceError;
const CLASS_OF_STATUS: ReadonlyMap<number, RefusalClass> = new Map<number, RefusalClass>([
  [401, Unauthorized],
  [403, Forbidden],
  [404, NotFound],
  [409, Conflict],
  [422, KeyReused],
  [429, TooManyRequests],
  [502, Unavailable],
  [503, Unavailable],
  [504, Unavailable],
]);

/** Throws for an error status, or an answer of another address. */
export async function refuseUnlessDone(response: Response, where: string): Promise<void> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel().catch(() => undefined);
    const place = response.headers.get('location') ?? '';
    const origin = URL.canParse(place, response.url || undefined)
      ? new URL(place, response.url || undefined).origin
      : 'elsewhere';
    throw new Redirected(`${where} leads to ${origin}: give the address of the API itself`, { status: response.status });
  }
  if (!response.ok) throw refusalOf(response, await textOf(response, where), where);
}

/** Body of a 200. */
export async function bodyOf(response: Response, kind: AnswerKind, where: string): Promise<unknown> {
  if (kind === 'stream') return response.body ?? new Blob([]).stream();
  const text = await textOf(response, where);
  if (kind === 'text') return text;
  if (text === '') {
    if (kind === 'empty') return undefined;
    throw new NotTheApi(`${where} has answered nothing`, { status: response.status });
  }
  const facts = { status: response.status, body: text.slice(0, KEPT_TEXT) };
  if (!isJson(response)) throw new NotTheApi(`what answers at ${where} is not Sluice: its answer is not JSON`, facts);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer(`the answer of ${where} broke off`, { ...facts, cause });
  }
}

async function textOf(response: Response, where: string): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new NoAnswer(`the answer of ${where} broke off`, { status: response.status, cause });
  }
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

function refusalOf(response: Response, text: string, where: string): SluiceError {
  const { status } = response;
  const body = isJson(response) ? parsed(text) : undefined;
  const facts = {
    status,
    errorCode: response.headers.get('service-error-code') ?? undefined,
    body: body ?? text.slice(0, KEPT_TEXT),
    retryAfterMs: retryAfterOf(response.headers),
  };
  const Refusal = CLASS_OF_STATUS.get(status) ?? (status >= 500 ? ServerFault : BadRequest);
  return new Refusal(detailOf(body) ?? `${where} has answered ${status}`, facts);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text of either shape of errors, with the further reasons of a deploy. */
function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { detail, error, Errors } = body as Readonly<Record<string, unknown>>;
  const text = typeof detail === 'string' ? detail : error;
  if (typeof text !== 'string') return undefined;
  return Array.isArray(Errors) ? [text, ...Errors.slice(1)].join('\n') : text;
}

/** A time of day is relative to the clock of the sender, because the local one may be wrong. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const wait = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
