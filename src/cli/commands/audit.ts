import { WrongArguments } from '../arguments.ts';
import { LISTS } from '../lists.ts';
import { filtersOf, printList, queryOf } from '../output/list-table.ts';
import { type Call, declareVerb, PAGE } from '../verb-declaration.ts';

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

/** `sluice audit`: who did what, over the API. */
async function runAudit(call: AuditCall): Promise<true> {
  const { options, isJson } = call;
  if (options.csv === true && isJson) throw new WrongArguments('give --csv or --json, not both');
  if (options.csv === true && options.page !== undefined) throw new WrongArguments('--csv has no pages');
  if (options.csv !== true) return printList(LISTS.audit, call);
  const filters = filtersOf(LISTS.audit.filters ?? {}, options).join(',');
  return call.openApi().copy(`/Audit/csv?${queryOf({ filters })}`, process.stdout);
}
