import { WrongArguments } from '../arguments.ts';
import { LISTS } from '../lists.ts';
import { filtersOf, printList, queryOf } from '../output/tables.ts';
import { type Call, declareVerb, PAGE } from '../verb-declaration.ts';

const OPTIONS = {
  act: { value: '<name>', filter: 'Act==', about: 'filter by action' },
  actor: { value: '<name>', filter: 'Actor==', about: 'filter by actor' },
  process: { value: '<key>', filter: 'ProcessKey==', about: 'filter by process key', completes: 'process' },
  target: { value: '<id>', filter: 'TargetId==', about: 'filter by id of the target' },
  address: { value: '<address>', filter: 'ClientAddress==', about: 'filter by client address' },
  result: { value: '<result>', filter: 'Result==', about: 'filter by result', choices: ['accepted', 'refused', 'failed'] },
  from: { value: '<time>', filter: 'At>=', about: 'at or after this time: 2026-01-31 or 2026-01-31T08:00:00Z' },
  to: { value: '<time>', filter: 'At<', about: 'before this time' },
  page: PAGE,
  csv: { about: 'print all matching entries as CSV' },
} as const;

type AuditCall = Call<typeof OPTIONS, 'list'>;

export const AUDIT = declareVerb({
  name: 'audit',
  group: 'data',
  about: 'list or export the audit: actions, actors and refusals',
  actions: { list: { about: 'list entries, newest first, 100 at a time', isDefault: true } },
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runAudit(call),
});

/** Lists recorded actions. */
async function runAudit(call: AuditCall): Promise<true> {
  const { options, isJson } = call;
  if (options.csv === true && isJson) throw new WrongArguments('give --csv or --json, not both');
  if (options.csv === true && options.page !== undefined) throw new WrongArguments('--csv has no pages');
  if (options.csv !== true) return printList(LISTS.audit, call, OPTIONS);
  const filters = filtersOf(OPTIONS, options).join(',');
  return call.openApi().copy(`/Audit/csv?${queryOf({ filters })}`, process.stdout);
}
