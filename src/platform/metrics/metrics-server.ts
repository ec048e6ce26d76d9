import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, errorCodeHeader } from '../answer.ts';
import type { PortSetting } from '../config/config.ts';
import { type ErrorCode, statusOf } from '../error-codes.ts';
import { HEALTH_PATHS, type Health, healthPages, type Page, pathOf, sendAnswer } from '../health.ts';
import type { HostCheck } from '../host-check.ts';
import { type RunningHttpServer, startHttpServer } from '../http-server.ts';
import type { Metrics } from './metrics.ts';

/** /metrics, /health, /alive and /ready of a process that runs only workers or projectors (docs/contributing/spec/observability.md). */
export function startMetricsServer(
  health: Health,
  metrics: Metrics,
  host: string,
  port: PortSetting,
  hosts: HostCheck,
): Promise<RunningHttpServer> {
  const pages = healthPages(health);
  pages.set('/metrics', async () => ({ status: 200, body: await metrics.text(), contentType: metrics.contentType }));
  return startHttpServer((request, response) => void serve(pages, hosts, request, response), host, port);
}

async function serve(
  pages: ReadonlyMap<string, Page>,
  hosts: HostCheck,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const path = pathOf(request.url ?? '/');
  const refusal = HEALTH_PATHS.has(path) ? undefined : hosts(request);
  const answer = refusal ? refused(refusal.code, refusal.detail) : await answerOf(pages.get(path), isRead);
  sendAnswer(request, response, answer);
}

async function answerOf(page: Page | undefined, isRead: boolean): Promise<Answer> {
  if (page === undefined) return refused('unknown-endpoint', 'Not found');
  if (!isRead) return refused('method-not-allowed', 'Method not allowed');
  try {
    return await page();
  } catch {
    return refused('internal-error', 'Internal error');
  }
}

function refused(code: ErrorCode, body: string): Answer {
  return { status: statusOf(code), body, headers: errorCodeHeader(code) };
}
