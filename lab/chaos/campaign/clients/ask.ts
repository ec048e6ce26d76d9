import { setTimeout as pause } from 'node:timers/promises';
import { type HttpAnswer, http } from '../../../../test/support/http/http-client.ts';

/** A stopped process answers nothing: then another one is asked. */
const PATIENCE_MS = 8000;
const AGAIN_MS = 100;

/** Addresses of the service, and whether clients continue. */
export interface Service {
  readonly apis: readonly string[];
  readonly isOver: () => boolean;
}

/** The answer of any of the processes. @returns undefined: the outcome is unknown */
export async function ask(
  service: Service,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer | undefined> {
  const url = service.apis[Math.floor(Math.random() * service.apis.length)] as string;
  try {
    const method = body === undefined ? 'GET' : 'POST';
    return await http(url, { method, path, headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return undefined;
  }
}

/** Sends a write with a key until it is answered by more than «not now»; undefined: the clients stop before that. */
export async function insist(service: Service, path: string, body: unknown, key: string): Promise<HttpAnswer | undefined> {
  const headers = { 'Idempotency-Key': key };
  for (;;) {
    const answer = await ask(service, path, body, headers);
    if (answer !== undefined && answer.status < 500) return answer;
    if (service.isOver()) return undefined;
    await pause(AGAIN_MS);
  }
}
