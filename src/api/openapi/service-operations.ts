import { z } from 'zod';
import type { ReadOperation } from './operation.ts';

const TEXT = { mediaType: 'text/plain' } as const;

/** Monitoring endpoints and the API description (docs/contributing/spec/observability.md, docs/contributing/spec/http.md#api-description): anonymous and unlimited. */
export const serviceOperations: readonly ReadOperation[] = [
  service('/health', 'health', 'Check that the process has started', TEXT),
  service('/alive', 'alive', 'Check that the process has started', TEXT),
  service('/ready', 'ready', 'Check readiness', TEXT),
  service('/metrics', 'metrics', 'Read metrics', TEXT),
  service('/openapi.json', 'openApi', 'Read the OpenAPI document', z.looseObject({ openapi: z.literal('3.1.0') })),
  service('/docs', 'docs', 'Open the API page', { mediaType: 'text/html' }),
];

function service(pattern: string, id: string, summary: string, answer: ReadOperation['answer']): ReadOperation {
  return { method: 'GET', pattern, id, tag: 'Service', summary, answer };
}
