import { filterTerm, filterValue } from '../filter-term.ts';
import { type GivenOptions, readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  process: { type: 'string' },
  version: { type: 'string' },
  status: { type: 'string', multiple: true },
  activity: { type: 'string' },
  error: { type: 'string' },
  'business-id': { type: 'string' },
  parent: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'ended-from': { type: 'string' },
  'ended-to': { type: 'string' },
  where: { type: 'string', multiple: true },
  sort: { type: 'string' },
  page: { type: 'string' },
  'page-size': { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean' },
  table: { type: 'boolean' },
} as const;

/** Which instances a person looks for, and where. `query`: as the API takes it. */
export interface FindRequest {
  readonly query: URLSearchParams;
  readonly options: { readonly url: string | undefined };
  readonly isJson: boolean;
  readonly isTable: boolean;
}

export const FIND_USAGE = `Usage: sluice instances [options]
       sluice instances delete <id>…
       sluice instances erase --business-id <id> [--cancel-running]

  --process <key>, --version <n>        of a process, and of one of its versions
  --status <status>                     Running, Completed, Cancelled or Failed; may be repeated
  --activity <element>                  where they stand, or failed
  --error <code>                        of the failure
  --business-id <id>, --parent <id>
  --from <time>, --to <time>            begun at or after, and before; ended: --ended-from, --ended-to
  --where <path><operator><value>       a variable, as total>100 or customer.name==Ada; may be repeated
  --sort <names>                        CreatedAt, CompletedAt; - in front: downward (-CreatedAt)
  --page <n>, --page-size <n>
  --json                                the answer of the API; so it is when the output is no terminal
  --table                               a table, also when it is none
  --url <url>                           the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN. Ends with 0, with 1 when the API refuses, with 2 on wrong arguments.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readFindArguments(args: readonly string[]): FindRequest {
  const { values } = readOptions(args, { options: OPTIONS });
  if (values.json === true && values.table === true) throw new WrongArguments('give --json or --table, not both');
  const query = new URLSearchParams({ filters: filtersOf(values).join(',') });
  const further = { sorts: values.sort, page: values.page, pageSize: values['page-size'], businessId: values['business-id'] };
  for (const [name, value] of Object.entries(further)) if (value !== undefined) query.set(name, value);
  return { query, options: { url: values.url }, isJson: values.json === true, isTable: values.table === true };
}

function filtersOf(values: GivenOptions<typeof OPTIONS>): readonly string[] {
  const status = values.status === undefined ? [] : [`Status==${values.status.map(filterValue).join('|')}`];
  return [
    ...filterTerm('ProcessDefinitionKey', '==', values.process),
    ...filterTerm('Version', '==', values.version),
    ...status,
    ...filterTerm('ActivityId', '==', values.activity),
    ...filterTerm('ErrorCode', '==', values.error),
    ...filterTerm('ParentInstanceId', '==', values.parent),
    ...filterTerm('CreatedAt', '>=', values.from),
    ...filterTerm('CreatedAt', '<', values.to),
    ...filterTerm('CompletedAt', '>=', values['ended-from']),
    ...filterTerm('CompletedAt', '<', values['ended-to']),
    ...(values.where ?? []).map((condition) => `Variables.${oneTerm(condition)}`),
  ];
}

/** A condition has its operator inside, which may end with a star: only what would end the term or the value stands for itself. */
function oneTerm(condition: string): string {
  return condition.replaceAll(/[\\,|]/g, '\\$&');
}
