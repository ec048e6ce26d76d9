import { randomUUID } from 'node:crypto';
import { type ApiCall, type ApiCaller, type ApiReply, targetOf } from '../../mcp/api-caller.ts';
import { ERROR_CODE_HEADER } from '../../platform/error-codes.ts';
import { redactText } from '../../platform/redact.ts';
import type { McpCall } from '../program-declarations.ts';

const TIMEOUT_MS = 60_000;

/** Repeats a POST once if its outcome is unknown. `token`: access token. */
function createHttpCaller(baseUrl: string, token: string | undefined): ApiCaller {
  const base = baseUrl.replace(/\/+$/, '');
  return async (call) => {
    if (call.method === 'GET') return ask(base, call, token);
    const once = { ...call, idempotencyKey: call.idempotencyKey ?? randomUUID() };
    const first = await ask(base, once, token);
    // unknown outcome: a repetition with the same key runs only once
    const reply = first.status === 503 || first.status === 0 ? await ask(base, once, token) : first;
    return { ...reply, idempotencyKey: once.idempotencyKey };
  };
}

async function ask(base: string, call: ApiCall, token: string | undefined): Promise<ApiReply> {
  const { method, body, idempotencyKey } = call;
  try {
    const response = await fetch(base + targetOf(call), {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const code = response.headers.get(ERROR_CODE_HEADER) ?? undefined;
    return { status: response.status, text: await response.text(), code };
  } catch (error) {
    return { status: 0, text: faultText(base, error as Error) };
  }
}

function faultText(base: string, { name, message, cause }: Error): string {
  // the message contains the token
  if (name === 'TypeError' && cause === undefined) return 'SLUICE_URL or SLUICE_TOKEN cannot be used';
  const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return `${redactText(base)} does not answer: ${why}`;
}

/** Serves an assistant until it disconnects. Standard output contains only messages of the protocol. */
export async function runMcp({ findApi }: McpCall): Promise<true> {
  const { url, token } = findApi();
  const api = createHttpCaller(url, token);
  const { serveStdio } = await import('../../mcp/server.ts');
  await serveStdio(api);
  return true;
}
