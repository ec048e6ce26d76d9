import { auditPage } from '../schemas/audit.ts';
import type { Operation } from './operation.ts';
import { auditFileQuery, auditQuery } from './parameters.ts';

const tag = 'Audit';

/** /Audit (docs/contributing/spec/audit.md). */
export const auditOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Audit',
    id: 'listAudit',
    tag,
    summary: 'Acts of operators, accepted and refused, newest first',
    description: 'Acts are recorded while `Audit:Enabled` is true; without it the list is empty.',
    policy: 'Read',
    query: auditQuery,
    examples: {
      'of one person': { filters: 'Actor==ann,At>=2026-01-31T00:00:00Z' },
      refused: { filters: 'Result==refused', sorts: '-At' },
    },
    answer: auditPage,
  },
  {
    method: 'GET',
    pattern: '/Audit/csv',
    id: 'exportAudit',
    tag,
    summary: 'All entries that match as CSV, newest first',
    description: 'A text that a table program would take for a formula has an apostrophe before it.',
    policy: 'Read',
    query: auditFileQuery,
    examples: { 'of one process': { filters: 'ProcessKey==order' } },
    answer: { mediaType: 'text/csv' },
  },
];
