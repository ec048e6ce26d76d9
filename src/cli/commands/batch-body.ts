import { readFileSync } from 'node:fs';
import { WrongArguments } from '../arguments.ts';
import { type Call, FROM_ONE, one, SET } from '../verb-declaration.ts';
import { assigned } from './instance-changes.ts';

/** Checks rules that option declarations cannot express. Throws {@link WrongArguments}. */
export function checkOptions({ action, options }: BatchCall): void {
  if (action !== 'show' || options.items === true) return;
  if (options.filter !== undefined) throw new WrongArguments('--filter is for create, list and show --items');
  if (options.page !== undefined) throw new WrongArguments('--page is for list and show --items');
}

/** The body of a batch that is made. Throws {@link WrongArguments}, also for files that cannot be read. */
export function bodyOf(values: BatchCall['options']): Readonly<Record<string, unknown>> {
  const { operation, filter, 'ids-file': idsFile, rate, reason } = values;
  if (operation === undefined) throw new WrongArguments('create needs --operation');
  if ((filter === undefined) === (idsFile === undefined))
    throw new WrongArguments('create needs --filter or --ids-file, one of both');
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
    ...fromFiles(values),
  };
}

function fromFiles({ 'ids-file': ids, instructions, plan }: BatchCall['options']): object {
  return {
    ...(ids !== undefined && {
      Ids: readText(ids)
        .split(/\s+/)
        .filter((id) => id !== ''),
    }),
    ...(instructions !== undefined && { Instructions: readJson(instructions) }),
    ...(plan !== undefined && { Plan: readJson(plan) }),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new WrongArguments(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof WrongArguments) throw error;
    throw new WrongArguments(`${file} is not JSON: ${(error as Error).message}`);
  }
}

const CREATE = ['create'] as const;

const RENEWAL = { value: '<how>', about: 'for migrate', of: CREATE, choices: ['keep', 'renew'] } as const;

export const OPTIONS = {
  operation: {
    value: '<name>',
    about: 'retry, resolve, cancel, revive, suspend, resume, modify, variables, migrate or delete',
    of: CREATE,
  },
  filter: {
    value: '<term>',
    about: 'filter expression, as for the list of incidents or instances; repeat to combine with AND',
    multiple: true,
    of: ['create', 'list', 'show'],
  },
  'ids-file': {
    value: '<file>',
    about: 'file with one id per line, instead of filters; - reads standard input',
    of: CREATE,
    completes: 'file',
  },
  set: { ...SET, about: `for resolve, revive and variables: ${SET.about}`, of: CREATE },
  delete: { value: '<name>', about: 'for variables: a name to remove; repeatable', multiple: true, of: CREATE },
  reason: { value: '<text>', about: 'for cancel, suspend, resume and modify', of: CREATE, mayBeEmpty: true },
  instructions: { value: '<file>', about: 'for modify: a JSON array in the format of the API', of: CREATE, completes: 'file' },
  definition: { value: '<id>', about: 'for migrate: the target version', of: CREATE },
  plan: { value: '<file>', about: 'for migrate: a JSON array of pairs in the format of the API', of: CREATE, completes: 'file' },
  timers: { ...RENEWAL, about: 'for migrate' },
  subscriptions: { ...RENEWAL, about: 'for migrate' },
  'without-called': { about: 'for suspend: exclude called instances', of: CREATE },
  rate: {
    value: '<n>',
    about: 'items per second',
    of: CREATE,
    shape: { pattern: /^[1-9]\d{0,6}$/, says: 'is a whole number of items per second' },
  },
  'dry-run': { about: 'only count the matching items', of: CREATE },
  watch: { about: 'wait until the batch has ended', of: ['create', 'show'] },
  items: { about: 'list its items with their results; see --filter and --page', of: ['show'] },
  page: { value: '<n>', about: 'page number', of: ['list', 'show'], shape: FROM_ONE },
} as const;

const ID = one('<id>', 'one id');

export const ACTIONS = {
  list: { about: 'list batches, newest first', isDefault: true },
  create: { about: 'create a batch; needs --operation, and --filter or --ids-file' },
  show: { about: 'show the progress', operands: ID },
  pause: { about: 'start no further items', operands: ID },
  resume: { about: 'continue a paused batch', operands: ID },
  stop: { about: 'end a batch; skip the items that are not started', operands: ID },
} as const;

export type BatchCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;
