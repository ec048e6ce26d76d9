import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { ERROR_CODES } from '../../../src/platform/error-codes.ts';

/** The answer. `json` is parsed when the media type is JSON, else undefined. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly json: any;
}

/** A request exactly as written: the path is not normalised, and no header is added but Host and Connection. */
export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** an object is sent as JSON; text and bytes are sent as they are */
  readonly body?: unknown;
  /** send without Content-Length */
  readonly isChunked?: boolean;
  /** aborts the request */
  readonly signal?: AbortSignal;
}

const agent = new Agent({ keepAlive: true });

/** Sends one request to `http://host:port` and reads the whole answer. */
export function http(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body, isChunked, signal }: HttpRequest,
): Promise<HttpAnswer> {
  const isBytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = isBytes ? Buffer.from(body ?? '') : Buffer.from(JSON.stringify(body));
  const sent: Record<string, string> = {
    ...(isBytes ? {} : { 'Content-Type': 'application/json' }),
    ...(body === undefined || isChunked ? {} : { 'Content-Length': String(bytes.length) }),
    ...(isChunked ? { 'Transfer-Encoding': 'chunked' } : {}),
    ...headers,
  };
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const request = startRequest(
      { agent, hostname, port, method, path, headers: sent, ...(signal && { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        // a stream has no end: its beginning is the answer
        const isStream = /^text\/event-stream/.test(response.headers['content-type'] ?? '');
        if (isStream && method !== 'HEAD')
          response.once('data', () => {
            response.removeAllListeners('error').on('error', () => {});
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: undefined });
            response.destroy();
          });
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
          const isJson = /^application\/(?:problem\+)?json/.test(response.headers['content-type'] ?? '');
          const json = isJson && text !== '' ? JSON.parse(text) : undefined;
          const answer = { status: response.statusCode ?? 0, headers: response.headers, text, json };
          const fault = OTHER_SHAPES.test(path) ? undefined : codeFault(answer);
          if (fault === undefined) resolve(answer);
          else reject(new Error(`${method} ${path}: ${fault}`));
        });
      },
    );
    request.on('error', reject);
    if (bytes.length > 0) request.write(bytes);
    request.end();
  });
}

/** APIs of other products, with errors in their shapes. */
const OTHER_SHAPES = /^\/(?:v2|engine-rest)\//;

/**
 * Errors in the code of an error answer (docs/contributing/spec/http/errors.md#error-codes). Answers of other servers, which lack
 * the headers of every answer, have none.
 */
function codeFault({ status, headers, json }: HttpAnswer): string | undefined {
  const code = headers['service-error-code'];
  if (status < 400) return code === undefined ? undefined : `status ${status} with the error code ${code}`;
  if (headers['x-content-type-options'] === undefined) return undefined;
  const declared = ERROR_CODES[code as keyof typeof ERROR_CODES]?.[0];
  if (declared !== status) return `status ${status} with the error code ${code}`;
  const isProblem = json?.detail !== undefined;
  return isProblem && json.code !== code ? `a problem with the code ${json.code}, and ${code} in the header` : undefined;
}

/** POST with a JSON body. */
export function post(
  baseUrl: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  return http(baseUrl, { method: 'POST', path, body, headers });
}

/** GET. Repeats the read while the read side is behind (503, docs/contributing/spec/http.md#read-side-behind), as clients do. `http` sends it once. */
export async function get(baseUrl: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await http(baseUrl, { path, headers });
    if (!isReadSideBehind(answer) || attempt === MOST_ATTEMPTS) return answer;
  }
}

/** The service waits two seconds before it answers that the read side is behind. */
const MOST_ATTEMPTS = 20;

/** Whether the read side had not reached the position that the read named. */
export function isReadSideBehind({ headers }: HttpAnswer): boolean {
  return headers['service-error-code'] === 'position-not-reached';
}
