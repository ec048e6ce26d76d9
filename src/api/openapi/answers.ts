import type { ResponseConfig, ZodMediaTypeObject } from '@asteasolutions/zod-to-openapi';
import { ERROR_CODE_HEADER } from '../../platform/error-codes.ts';
import { HEALTH_PATHS } from '../../platform/health.ts';
import type { DocumentedRefusal, Endpoint } from '../endpoint.ts';
import { errorBody, problem } from '../schemas/values.ts';

type Headers = Record<string, { readonly $ref: string }>;
type Answers = Record<string, ResponseConfig>;

/**
 * Descriptions (docs/contributing/spec/http.md#positions, docs/contributing/spec/http/access.md#unauthorized,
 * docs/contributing/spec/http/access.md#rate-limit-headers).
 */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'If the outcome is unknown and the request had no key: the key to repeat the request with.',
  'Idempotency-Replayed': '`true` if this is the stored reply of an earlier request with the same key.',
  RateLimit:
    'Requests left in the window: `"<Policy>"; r=<requests left>; t=<seconds until the window ends>`. Sent if rate limits are on.',
  'RateLimit-Policy': 'Size of the window: `"<Policy>"; q=<requests>; w=<window in seconds>`. Sent if rate limits are on.',
  'Retry-After': 'Seconds to wait before you repeat the request.',
  [ERROR_CODE_HEADER]: 'The error as a stable code. Compare the code, never the text. Later releases may add codes.',
  'Service-Position':
    'Consistency token of the write. Send it as `Service-Min-Position` with a read. Absent if the write changed nothing.',
  'WWW-Authenticate': 'Why the token was rejected (RFC 6750). Absent if the issuer cannot be reached.',
};

function headers(...names: readonly string[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const LIMITS = headers('RateLimit', 'RateLimit-Policy');

/** Common to endpoints of this kind (docs/contributing/spec/http/errors.md#order-of-checks). */
function commonRefusals(endpoint: Endpoint): readonly (Omit<DocumentedRefusal, 'status'> & { readonly status: number })[] {
  const P = 'P' as const;
  const ofHost = [
    { status: 400, shape: P, text: 'The request must name its host once, as a name or an address, with or without a port.' },
    { status: 421, shape: P, text: "This service does not answer to the host '<host>'. Its hosts are named in ALLOWED_HOSTS." },
  ];
  const read = [
    ...ofHost,
    { status: 400, shape: P, text: 'The request path is malformed.' },
    { status: 500, shape: P, text: 'An unexpected error occurred. See server logs for details.' },
  ];
  if (endpoint.rateLimit === undefined) return HEALTH_PATHS.has(endpoint.pattern) ? [] : ofHost;
  const forbidden = [{ status: 403, shape: P, text: 'This needs the role <role>, … or <role>.' }];
  const limited = [...forbidden, { status: 429, shape: 'E' as const, text: 'Too many requests. Please retry later.' }];
  const unavailable = { status: 503, shape: P, text: 'The database is not reachable. …' };
  const inPath = endpoint.pattern.includes('{') ? [{ status: 404, shape: P, text: 'No endpoint matches this path.' }] : [];
  if (endpoint.method === 'GET') {
    const position = 'Service-Min-Position is not a position issued by this service.';
    const behind = 'Lists do not contain the requested write yet. Repeat the request after the Retry-After delay.';
    const ofPosition = [
      { status: 400, shape: P, text: position },
      { status: 503, shape: P, text: behind },
    ];
    return [...read, ...limited, ...inPath, ...(endpoint.readsProjection === true ? ofPosition : []), unavailable];
  }
  return [...read, ...limited, ...inPath, ...writeRefusals(endpoint.body !== null), unavailable];
}

function writeRefusals(readsBody: boolean): readonly (Omit<DocumentedRefusal, 'status'> & { readonly status: number })[] {
  const P = 'P' as const;
  const ofBody = [
    { status: 400, shape: P, text: 'The request body is not valid JSON: <diagnostic>' },
    { status: 415, shape: P, text: 'The request body must be JSON (application/json).' },
  ];
  return [
    { status: 400, shape: P, text: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' },
    ...(readsBody ? ofBody : []),
    { status: 409, shape: P, text: 'This request was already processed, and its data was erased later.' },
    { status: 413, shape: P, text: 'The request body is larger than <limit> bytes.' },
    { status: 422, shape: P, text: 'Idempotency-Key was already used with a different request.' },
    { status: 503, shape: P, text: 'The command queue is not reachable. Nothing was done.' },
    { status: 503, shape: P, text: 'No worker answered within <n> seconds. The outcome is unknown. …' },
  ];
}

/** Answers by status. */
export function answersOf(endpoint: Endpoint): Answers {
  const answers: Answers = { 200: successOf(endpoint) };
  const refusals = [...(endpoint.refusals ?? []), ...commonRefusals(endpoint)];
  for (const status of [...new Set(refusals.map((refusal) => refusal.status))].sort()) {
    answers[status] = refusalOf(
      endpoint,
      status,
      refusals.filter((refusal) => refusal.status === status),
    );
  }
  if (endpoint.pattern === '/ready') {
    answers['503'] = {
      description: '`Not ready: <parts>`',
      headers: headers(ERROR_CODE_HEADER),
      content: { 'text/plain': { schema: { type: 'string' } } },
    };
  }
  if (endpoint.rateLimit !== undefined) {
    const description = 'Authentication is on and the request has no valid token. The body is empty.';
    answers['401'] = { description, headers: { ...LIMITS, ...headers(ERROR_CODE_HEADER, 'WWW-Authenticate') } };
  }
  return answers;
}

function successOf({ method, rateLimit, answer }: Endpoint): ResponseConfig {
  const sent = { ...(rateLimit && LIMITS), ...(method !== 'GET' && headers('Service-Position', 'Idempotency-Replayed')) };
  const withHeaders = Object.keys(sent).length > 0 ? { headers: sent } : {};
  if (answer === 'empty') return { description: 'Success. The body is empty.', ...withHeaders };
  const isText = 'mediaType' in answer;
  const content = isText
    ? { [answer.mediaType]: { schema: { type: 'string' as const } } }
    : { 'application/json': { schema: answer } };
  return { description: 'Success.', content: content as Record<string, ZodMediaTypeObject>, ...withHeaders };
}

/** All error answers with one status. */
function refusalOf(
  endpoint: Endpoint,
  status: number,
  refusals: readonly Pick<DocumentedRefusal, 'shape' | 'text'>[],
): ResponseConfig {
  const shapes = new Set(refusals.map((refusal) => refusal.shape));
  const isWrite = endpoint.method !== 'GET';
  const sent: Headers = {
    ...headers(ERROR_CODE_HEADER),
    ...(endpoint.rateLimit && LIMITS),
    ...((status === 429 || status === 503) && headers('Retry-After')),
    ...(isWrite && (status === 404 || status === 409) && headers('Idempotency-Replayed')),
    ...(isWrite && status === 503 && headers('Idempotency-Key')),
  };
  return {
    description: refusals.map(({ text }) => `- \`${text}\``).join('\n'),
    content: {
      ...(shapes.has('E') && { 'application/json': { schema: (status === 400 && endpoint.badRequest) || errorBody } }),
      ...(shapes.has('P') && { 'application/problem+json': { schema: problem } }),
    },
    headers: sent,
  };
}
