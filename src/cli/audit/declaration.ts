import { type Call, declareVerb, PAGE } from '../declaration.ts';

const OPTIONS = {
  act: { value: '<name>', about: 'filter by action' },
  actor: { value: '<name>', about: 'filter by actor' },
  process: { value: '<key>', about: 'filter by process key', completes: 'process' },
  target: { value: '<id>', about: 'filter by id of the target' },
  address: { value: '<address>', about: 'filter by client address' },
  result: { value: '<result>', about: 'filter by result', choices: ['accepted', 'refused', 'failed'] },
  from: { value: '<time>', about: 'at or after this time: 2026-01-31 or 2026-01-31T08:00:00Z' },
  to: { value: '<time>', about: 'before this time' },
  page: PAGE,
  csv: { about: 'print all matching entries as CSV' },
} as const;

export type AuditCall = Call<typeof OPTIONS, 'list'>;

export const AUDIT = declareVerb({
  name: 'audit',
  group: 'data',
  about: 'list or export the audit: actions, actors and refusals',
  actions: { list: { about: 'list entries, newest first, 100 at a time', isDefault: true } },
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./audit.ts')).runAudit(call),
});
