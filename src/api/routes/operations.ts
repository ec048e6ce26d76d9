import { textAnswer } from '../../platform/answer.ts';
import { answerOfHealth } from '../../platform/pages.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ApiPorts } from '../ports.ts';

/** /health, /alive, /ready and /metrics: anonymous, unlimited, plain text (docs/contributing/spec/observability.md). */
export function operationsRoutes({ health, metrics }: Pick<ApiPorts, 'health' | 'metrics'>): readonly Endpoint[] {
  return [
    { method: 'GET', pattern: '/health', handle: () => answerOfHealth(health.alive()) },
    { method: 'GET', pattern: '/alive', handle: () => answerOfHealth(health.alive()) },
    { method: 'GET', pattern: '/ready', handle: async () => answerOfHealth(await health.ready()) },
    {
      method: 'GET',
      pattern: '/metrics',
      handle: async () => textAnswer(200, await metrics.text(), metrics.contentType),
    },
  ];
}
