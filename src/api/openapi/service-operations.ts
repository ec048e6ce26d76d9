import { z } from 'zod';
import type { ReadOperation } from './operation.ts';

const TEXT = { mediaType: 'text/plain' } as const;

/** What watches the service and describes it (docs/contributing/spec/observability.md, docs/contributing/spec/http.md#api-description): anonymous and unlimited. */
export const serviceOperations: readonly ReadOperation[] = [
  service('/health', 'health', 'The process has started', TEXT),
  service('/alive', 'alive', 'The process has started', TEXT),
  service('/ready', 'ready', 'Database and queue answer', TEXT),
  service('/metrics', 'metrics', 'Metrics in the text format of Prometheus', TEXT),
  service('/openapi.json', 'openApi', 'This document', z.looseObject({ openapi: z.literal('3.1.0') })),
  service('/docs', 'docs', 'A page that shows this document', { mediaType: 'text/html' }),
];

function service(pattern: string, id: string, summary: string, answer: ReadOperation['answer']): ReadOperation {
  return { method: 'GET', pattern, id, tag: 'Service', summary, answer };
}
