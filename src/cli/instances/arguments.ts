import { parseArgs } from 'node:util';

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
  readonly url: string | undefined;
  readonly isJson: boolean;
  readonly isTable: boolean;
}

export const FIND_USAGE = `Usage: sluice instances [options]

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

/** Reads the arguments behind the verb; a text: what is wrong with them, for people. */
export function readFindArguments(args: readonly string[]): FindRequest | string {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.json === true && values.table === true) return 'give --json or --table, not both';
    const query = new URLSearchParams({ filters: filtersOf(values).join(',') });
    const further = { sorts: values.sort, page: values.page, pageSize: values['page-size'], businessId: values['business-id'] };
    for (const [name, value] of Object.entries(further)) if (value !== undefined) query.set(name, value);
    return { query, url: values.url, isJson: values.json === true, isTable: values.table === true };
  } catch (error) {
    return (error as Error).message;
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function filtersOf(values: Values): readonly string[] {
  const term = (name: string, operator: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}${operator}${escaped(value)}`];
  const status = values.status === undefined ? [] : [`Status==${values.status.map(escaped).join('|')}`];
  return [
    ...term('ProcessDefinitionKey', '==', values.process),
    ...term('Version', '==', values.version),
    ...status,
    ...term('ActivityId', '==', values.activity),
    ...term('ErrorCode', '==', values.error),
    ...term('ParentInstanceId', '==', values.parent),
    ...term('CreatedAt', '>=', values.from),
    ...term('CreatedAt', '<', values.to),
    ...term('CompletedAt', '>=', values['ended-from']),
    ...term('CompletedAt', '<', values['ended-to']),
    ...(values.where ?? []).map((condition) => `Variables.${escaped(condition)}`),
  ];
}

/** What ends a term, or a value, stands for itself. */
function escaped(value: string): string {
  return value.replaceAll(/[\\,|]/g, '\\$&');
}
