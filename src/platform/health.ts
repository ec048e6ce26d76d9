import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, errorCodeHeader, textAnswer, withHeaders } from './answer.ts';
import type { Logger } from './log.ts';
import { withTimeout } from './retry.ts';

/**
 * Parts that readiness depends on (docs/contributing/spec/observability.md#readiness-parts). `migration`: the database does not have the schema of this
 * release. `starting`: the process does not wait for another part.
 */
export type HealthPart = 'postgres' | 'queue' | 'migration' | 'starting';
/** Rejects if the part does not work. */
export type HealthCheck = () => Promise<unknown>;
export interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: string;
}

export interface Health {
  /** A part fails if one of its checks rejects or takes too long. The returned function removes the check. */
  addCheck(part: HealthPart, check: HealthCheck): () => void;
  /** Reports the part as not ready until `work` has ended. Returns the result of `work`. */
  during<T>(part: HealthPart, work: Promise<T>): Promise<T>;
  /** Makes `ready` report `Not ready: shutting down`. */
  beginShutdown(): void;
  readonly isShuttingDown: boolean;
  /** /health and /alive: the process has started. */
  alive(): HealthAnswer;
  /** /ready: runs the checks. Concurrent calls share one run. Never rejects. */
  ready(): Promise<HealthAnswer>;
}

/** Answered under any host name, because monitors use their own names, and the answers contain nothing confidential. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', '/alive', '/ready']);
const CHECK_TIMEOUT_MS = 2000;
const PART_ORDER: readonly HealthPart[] = ['postgres', 'queue', 'migration'];

/** Logs each loss of readiness once (7045). */
export function openHealth(log: Logger): Health {
  const checks = new Map<HealthCheck, HealthPart>();
  let isShuttingDown = false;
  let wasReady = false; // a process that was never ready cannot lose readiness
  let running: Promise<HealthAnswer> | undefined;

  async function checkAll(): Promise<HealthAnswer> {
    const failed = await failingParts(checks);
    if (failed.length > 0 && wasReady) log.event('readiness-lost', { Parts: failed });
    wasReady = failed.length === 0;
    return wasReady ? { status: 200, body: 'Ready' } : { status: 503, body: `Not ready: ${failed.join(', ')}` };
  }

  function addCheck(part: HealthPart, check: HealthCheck): () => void {
    const own: HealthCheck = () => check();
    checks.set(own, part);
    return () => checks.delete(own);
  }

  return {
    addCheck,
    during: (part, work) => work.finally(addCheck(part, () => Promise.reject(new Error('not there yet')))),
    beginShutdown() {
      isShuttingDown = true;
    },
    get isShuttingDown() {
      return isShuttingDown;
    },
    alive: () => ({ status: 200, body: 'Healthy' }),
    async ready() {
      if (!isShuttingDown) {
        running ??= checkAll().finally(() => {
          running = undefined;
        });
        const answer = await running;
        if (!isShuttingDown) return answer;
      }
      return { status: 503, body: 'Not ready: shutting down' };
    },
  };
}

async function failingParts(checks: ReadonlyMap<HealthCheck, HealthPart>): Promise<readonly HealthPart[]> {
  const failed = new Set<HealthPart>();
  await Promise.all(
    [...checks].map(async ([check, part]) => {
      try {
        await withTimeout(check(), CHECK_TIMEOUT_MS, part);
      } catch {
        failed.add(part);
      }
    }),
  );
  const outside = PART_ORDER.filter((part) => failed.has(part));
  return outside.length === 0 && failed.has('starting') ? ['starting'] : outside;
}

export type Page = () => Promise<Answer>;

/** Pages by path in lower case (docs/contributing/spec/observability.md#health). */
export function healthPages(health: Health): Map<string, Page> {
  return new Map<string, Page>([
    ['/health', async () => health.alive()],
    ['/alive', async () => health.alive()],
    ['/ready', async () => answerOfHealth(await health.ready())],
  ]);
}

/** Adds the error code `not-ready` if the check failed. */
export function answerOfHealth({ status, body }: HealthAnswer): Answer {
  const answer = textAnswer(status, body);
  return status === 200 ? answer : withHeaders(answer, errorCodeHeader('not-ready'));
}

/** Path in lower case, without query and final slash. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

/** Sends without Express. The default content type is plain text. No body for HEAD. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const headers = ['Content-Type', answer.contentType ?? 'text/plain; charset=utf-8'];
  headers.push('Content-Length', String(Buffer.byteLength(answer.body)));
  headers.push('Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff');
  if (answer.status === 405) headers.push('Allow', 'GET, HEAD');
  if (answer.headers !== undefined) headers.push(...answer.headers);
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
