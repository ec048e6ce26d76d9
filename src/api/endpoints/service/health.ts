import { textAnswer } from '../../../platform/answer.ts';
import { answerOfHealth } from '../../../platform/health.ts';
import type { Endpoint } from '../../endpoint.ts';

const TEXT = { mediaType: 'text/plain' } as const;
const MONITORING = { method: 'GET', permission: 'nothing', tag: 'Service', answer: TEXT } as const;

/** Endpoints without token and rate limit, plain text (docs/contributing/spec/observability.md). */
export const monitoringEndpoints: readonly Endpoint[] = [
  {
    ...MONITORING,
    pattern: '/health',
    id: 'health',
    summary: 'Check that the process has started',
    handle: (_, { health }) => answerOfHealth(health.alive()),
  },
  {
    ...MONITORING,
    pattern: '/alive',
    id: 'alive',
    summary: 'Check that the process has started',
    handle: (_, { health }) => answerOfHealth(health.alive()),
  },
  {
    ...MONITORING,
    pattern: '/ready',
    id: 'ready',
    summary: 'Check readiness',
    handle: async (_, { health }) => answerOfHealth(await health.ready()),
  },
  {
    ...MONITORING,
    pattern: '/metrics',
    id: 'metrics',
    summary: 'Read metrics',
    handle: async (_, { metrics }) => textAnswer(200, await metrics.text(), metrics.contentType),
  },
];
