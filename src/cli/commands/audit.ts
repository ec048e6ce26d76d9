import { filterTerm, WrongArguments } from '../arguments.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
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

interface Entry {
  readonly at: string;
  readonly act: string;
  readonly result: string;
  readonly code: string | null;
  readonly count: number;
  readonly identifiedBy: string;
  readonly actor: string | null;
  readonly clientAddress: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
}
interface Page {
  readonly items: readonly Entry[];
  readonly totalCount: number;
}

const PAGE_SIZE = '100';
const HEADS = ['AT', 'ACT', 'RESULT', 'COUNT', 'ACTOR', 'ADDRESS', 'ON'];

/** `sluice audit`: who did what, over the API. */
async function runAudit({ options, isJson, printsJson, openApi }: AuditCall): Promise<true> {
  if (options.csv === true && isJson) throw new WrongArguments('give --csv or --json, not both');
  if (options.csv === true && options.page !== undefined) throw new WrongArguments('--csv has no pages');
  const filters = filtersOf(options);
  if (options.csv === true) return openApi().copy(`/Audit/csv?${new URLSearchParams({ filters })}`, process.stdout);
  const query = new URLSearchParams({ pageSize: PAGE_SIZE, page: options.page ?? '1', filters });
  const page = await openApi().get<Page>(`/Audit?${query}`);
  if (printsJson) return printJson(page);
  if (page.totalCount === 0) return print('No entries.');
  print(tableText(HEADS, page.items.map(rowOf)));
  return page.totalCount > page.items.length ? print(`${page.totalCount} in all`) : true;
}

function filtersOf({ act, actor, process: key, target, address, result, from, to }: AuditCall['options']): string {
  return [
    ...filterTerm('Act', '==', act),
    ...filterTerm('Actor', '==', actor),
    ...filterTerm('ProcessKey', '==', key),
    ...filterTerm('TargetId', '==', target),
    ...filterTerm('ClientAddress', '==', address),
    ...filterTerm('Result', '==', result),
    ...filterTerm('At', '>=', from),
    ...filterTerm('At', '<', to),
  ].join(',');
}

function rowOf(entry: Entry): readonly string[] {
  const { at, act, result, code, count, identifiedBy, actor, clientAddress, targetKind, targetId } = entry;
  const outcome = code === null ? result : `${result}: ${code}`;
  const on = [targetKind, targetId].filter((text) => text !== null).join(' ');
  return [at, act, outcome, String(count), actor ?? identifiedBy, clientAddress ?? '-', on || '-'];
}
