import { type Call, declareVerb, PAGE } from '../declaration.ts';

const OPTIONS = {
  act: { value: '<name>', about: 'only this act' },
  actor: { value: '<name>', about: 'only what this one did' },
  process: { value: '<key>', about: 'only what was done to this process', completes: 'process' },
  target: { value: '<id>', about: 'only what was done to this' },
  address: { value: '<address>', about: 'only what came from there' },
  result: { value: '<result>', about: 'only what ended like this', choices: ['accepted', 'refused', 'failed'] },
  from: { value: '<time>', about: 'at or after: 2026-01-31 or 2026-01-31T08:00:00Z' },
  to: { value: '<time>', about: 'before' },
  page: PAGE,
  csv: { about: 'all that match, as CSV' },
} as const;

export type AuditCall = Call<typeof OPTIONS, 'list'>;

export const AUDIT = declareVerb({
  name: 'audit',
  group: 'data',
  about: 'lists who did what, and what was refused, or exports it as CSV',
  actions: { list: { about: 'the newest first, 100 at a time', isDefault: true } },
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./audit.ts')).runAudit(call),
});
