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
    summary: 'List audit entries',
    description:
      'Accepted and rejected actions of users and operators, newest first. Sluice records them if `Audit:Enabled` is true.',
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
    summary: 'Export audit entries as CSV',
    description:
      'All entries that match the filters, newest first. A text that a spreadsheet could read as a formula starts with an apostrophe.',
    policy: 'Read',
    query: auditFileQuery,
    examples: { 'of one process': { filters: 'ProcessKey==order' } },
    answer: { mediaType: 'text/csv' },
  },
];
