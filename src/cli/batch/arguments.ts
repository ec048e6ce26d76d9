import { assigned } from '../instances/assigned.ts';
import { type GivenOptions, readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OF_CREATE = {
  operation: { type: 'string' },
  filter: { type: 'string', multiple: true },
  'ids-file': { type: 'string' },
  set: { type: 'string', multiple: true },
  delete: { type: 'string', multiple: true },
  reason: { type: 'string' },
  instructions: { type: 'string' },
  definition: { type: 'string' },
  plan: { type: 'string' },
  timers: { type: 'string' },
  subscriptions: { type: 'string' },
  'without-called': { type: 'boolean' },
  rate: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;
const OPTIONS = {
  ...OF_CREATE,
  watch: { type: 'boolean' },
  items: { type: 'boolean' },
  page: { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

const ACTIONS = ['create', 'list', 'show', 'pause', 'resume', 'stop'] as const;
type Action = (typeof ACTIONS)[number];

/** What a person wants with batches. `body`: of a batch that is made, without what stands in files. */
export interface BatchRequest {
  readonly action: Action;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly options: GivenOptions<typeof OPTIONS>;
}

export const BATCH_USAGE = `Usage: sluice batch [list | create … | show <id> | pause <id> | resume <id> | stop <id>]

  create --operation <name>   retry, resolve, cancel, revive, suspend, resume, modify, variables,
                              migrate or delete
    --filter <term>           what it hits, as in the list of incidents or instances; several have all to hold
    --ids-file <file>         ids, one in a line, in place of filters; - reads them from the standard input
    --set <name>=<value>      of resolve, revive, variables: a variable; may be repeated
    --delete <name>           of variables: a name to be removed; may be repeated
    --reason <text>           of cancel, suspend, resume, modify
    --instructions <file>     of modify: a JSON array, as the API takes them
    --definition <id>         of migrate: the version that they go on in
    --plan <file>             of migrate: a JSON array of pairs, as the API takes them
    --timers, --subscriptions <keep or renew>   of migrate
    --without-called          of suspend: not the instances that were called
    --rate <n>                items per second
    --dry-run                 only counts what it would hit
  --watch                     of create and show: waits until it has ended
  --items                     of show: what became of its items; --filter narrows them, --page goes on
  --filter <term>, --page <n> of list
  --json                      for programs
  --url <url>                 the API, in place of SLUICE_URL (http://localhost:8080)

Ends with 1 when an item failed. A token is read from SLUICE_TOKEN.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readBatchArguments(args: readonly string[]): BatchRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [given = 'list', ...ids] = positionals;
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined) throw new WrongArguments(`unknown action '${given}'`);
  const takesId = action !== 'create' && action !== 'list';
  if (ids.length !== (takesId ? 1 : 0)) throw new WrongArguments(takesId ? `${action} takes one id` : `${action} takes no ids`);
  checkOptions(action, values);
  return { action, id: ids[0] ?? '', body: action === 'create' ? bodyOf(values) : {}, options: values };
}

function checkOptions(action: Action, values: BatchRequest['options']): void {
  const isOfLists = action === 'list' || (action === 'show' && values.items === true);
  const ofCreate = Object.keys(OF_CREATE).find(
    (name) => name !== 'filter' && values[name as keyof typeof OF_CREATE] !== undefined,
  );
  if (action !== 'create' && ofCreate !== undefined) throw new WrongArguments(`--${ofCreate} is for create`);
  if (values.filter !== undefined && action !== 'create' && !isOfLists)
    throw new WrongArguments('--filter is for create, list and show --items');
  if (values.items === true && action !== 'show') throw new WrongArguments('--items is for show');
  if (values.watch === true && action !== 'create' && action !== 'show')
    throw new WrongArguments('--watch is for create and show');
  if (values.page !== undefined && (!isOfLists || !/^[1-9]\d{0,8}$/.test(values.page)))
    throw new WrongArguments('--page is a number, and for list and show --items');
}

function bodyOf(values: BatchRequest['options']): Readonly<Record<string, unknown>> {
  const { operation, filter, 'ids-file': idsFile, rate, reason } = values;
  if (operation === undefined) throw new WrongArguments('create needs --operation');
  if ((filter === undefined) === (idsFile === undefined))
    throw new WrongArguments('create needs --filter or --ids-file, one of both');
  if (rate !== undefined && !/^[1-9]\d{0,6}$/.test(rate))
    throw new WrongArguments('--rate is a whole number of items per second');
  return {
    Operation: operation,
    ...(filter !== undefined && { Filters: filter.join(',') }),
    ...(values.set !== undefined && { Variables: assigned(values.set) }),
    ...(values.delete !== undefined && { Delete: values.delete }),
    ...(reason !== undefined && { Reason: reason }),
    ...(values.definition !== undefined && { DefinitionId: values.definition }),
    ...(values.timers !== undefined && { Timers: values.timers }),
    ...(values.subscriptions !== undefined && { Subscriptions: values.subscriptions }),
    ...(values['without-called'] === true && { CalledInstances: false }),
    ...(rate !== undefined && { ItemsPerSecond: Number(rate) }),
    ...(values['dry-run'] === true && { DryRun: true }),
  };
}
