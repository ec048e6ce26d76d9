import { visibleText } from '../../platform/redact.ts';
import { sleep } from '../../platform/retry.ts';
import { WrongArguments } from '../arguments.ts';
import { type AnswerOf, type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { LISTS } from '../lists.ts';
import { printList, tableText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { any, type Call, declareVerb, one, PAGE } from '../verb-declaration.ts';

const WHICH = { of: ['list', 'retry', 'drop'] } as const;
const OPTIONS = {
  kind: { value: '<kind>', filter: 'Kind==', about: 'filter by kind of the command, instead of ids', ...WHICH },
  instance: {
    value: '<id>',
    filter: 'InstanceId==',
    about: 'filter by instance, instead of ids',
    ...WHICH,
    completes: 'instance',
  },
  process: {
    value: '<key>',
    filter: 'ProcessKey==',
    about: 'filter by process key, instead of ids',
    ...WHICH,
    completes: 'process',
  },
  before: { value: '<time>', filter: 'ParkedAt<', about: 'filter by time before, instead of ids', ...WHICH },
  all: { about: 'retry all dead letters', of: ['retry'] },
  status: { value: '<status>', filter: 'Status==', about: 'filter by status: CarriedOut, Refused, Dropped, …', of: ['list'] },
  page: { ...PAGE, of: ['list'] },
  reason: { value: '<text>', about: 'reason for the discard', of: ['drop'], mayBeEmpty: true },
  wait: {
    value: '<seconds>',
    about: 'how long to wait for the result (10)',
    of: ['retry'],
    shape: { pattern: /^\d{1,5}$/, rule: 'takes seconds' },
  },
} as const;

const ACTIONS = {
  list: { about: 'list dead letters, 100 at a time', isDefault: true },
  show: { about: 'show one with its error and its command', operands: one('<id>', 'one id') },
  retry: { about: 'run the commands again', operands: any('<id>', 'ids') },
  drop: { about: 'discard them; cannot be undone; needs --reason', operands: any('<id>', 'ids') },
} as const;

type LettersCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEAD_LETTERS = declareVerb({
  name: 'dead-letters',
  group: 'repair',
  about: 'list, show, retry and discard dead letters',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runDeadLetters(call),
});

type Handled = AnswerOf<'retryDeadLetters'>;
interface Outcome {
  readonly deadLetterId: string;
  readonly outcome: string;
  /** false: failed or rejected; true also for a retry that has not ended in time */
  readonly isDone: boolean;
}

const DEFAULT_WAIT_SECONDS = 10;
const POLL_MS = 200;

/** @returns false if an action failed or was refused */
async function runDeadLetters(call: LettersCall): Promise<boolean> {
  switch (call.action) {
    case 'list':
      return printList(LISTS.deadLetters, call, OPTIONS);
    case 'show':
      return show(call);
    case 'retry':
      checkWhich(call);
      return printOutcomes(call, await retried(call.openApi(), call));
    case 'drop':
      checkWhich(call);
      return printOutcomes(call, await dropped(call.openApi(), call));
  }
}

function checkWhich({ action, operands: ids, options }: LettersCall): void {
  const { kind, instance, process: key, before, all, reason = '' } = options;
  const names = [kind, instance, key, before, all].some((value) => value !== undefined);
  if (ids.length > 0 && names) throw new WrongArguments('give ids or options, not both');
  if (ids.length === 0 && !names) throw new WrongArguments(`${action} needs ids or filter options`);
  if (action === 'drop' && reason.trim() === '') throw new WrongArguments('drop needs --reason');
}

async function show({ operands: [id = ''], printsJson, openApi }: LettersCall): Promise<boolean> {
  const { error, command, ...letter } = await openApi().call('readDeadLetter', [id]);
  if (printsJson) return printJson({ ...letter, error, command });
  const facts = Object.entries(letter).filter(([, value]) => value !== null && typeof value !== 'object');
  print(
    tableText(
      ['', ''],
      facts.map(([name, value]) => [name, String(value)]),
    ).trimStart(),
  );
  const lines = error.split('\n').map((line) => `  ${visibleText(line)}`);
  return print(['', 'error', ...lines, '', 'command', visibleJson(command)].join('\n'));
}

async function retried(client: ApiClient, { operands: ids, options }: LettersCall): Promise<readonly Outcome[]> {
  const refused: Outcome[] = [];
  const retriedIds: string[] = [];
  const note = ({ refusedCount }: Handled) => {
    if (refusedCount > 0) refused.push({ deadLetterId: '-', outcome: `${refusedCount} cannot be retried`, isDone: false });
  };
  for (const id of ids) {
    const outcome = await handledOne(client, id, 'retry', {});
    if (outcome === undefined) retriedIds.push(id);
    else refused.push(outcome);
  }
  if (ids.length === 0) retriedIds.push(...(await handledMany(client, 'retry', filterOf(options), note)));
  const until = performance.now() + Number(options.wait ?? DEFAULT_WAIT_SECONDS) * 1000;
  const outcomes: Outcome[] = [];
  for (const id of retriedIds) outcomes.push(await outcomeOf(client, id, until));
  return [...outcomes, ...refused];
}

async function outcomeOf(client: ApiClient, deadLetterId: string, until: number): Promise<Outcome> {
  for (;;) {
    const { status, errorMessage, reason } = await client.call('readDeadLetter', [deadLetterId]);
    if (status === 'CarriedOut') return { deadLetterId, outcome: 'done', isDone: true };
    if (status === 'Refused') return { deadLetterId, outcome: `refused: ${reason ?? '-'}`, isDone: false };
    if (status === 'Parked') return { deadLetterId, outcome: `parked again: ${errorMessage}`, isDone: false };
    if (performance.now() > until) return { deadLetterId, outcome: 'retry started, not done yet', isDone: true };
    await sleep(POLL_MS);
  }
}

async function dropped(client: ApiClient, { operands: ids, options }: LettersCall): Promise<readonly Outcome[]> {
  const body = { ...filterOf(options), Reason: options.reason };
  const outcomes: Outcome[] = [];
  const note = ({ consequences }: Handled) => {
    for (const { deadLetterId, consequence } of consequences)
      outcomes.push({ deadLetterId, outcome: `discarded. ${consequence}`, isDone: true });
  };
  for (const id of ids) {
    const refused = await handledOne(client, id, 'drop', { Reason: options.reason }, note);
    if (refused !== undefined) outcomes.push(refused);
  }
  if (ids.length === 0) await handledMany(client, 'drop', body, note);
  return outcomes;
}

/** @returns the rejection; undefined: accepted */
async function handledOne(
  client: ApiClient,
  deadLetterId: string,
  action: 'retry' | 'drop',
  body: object,
  note: (handled: Handled) => void = () => {},
): Promise<Outcome | undefined> {
  try {
    note(await client.call(`${action}DeadLetter`, [deadLetterId], body));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || (error.status !== 404 && error.status !== 409)) throw error;
    return { deadLetterId, outcome: error.message, isDone: false };
  }
}

/**
 * One page per request, until none is left, or until a page contains only known ones, which have failed again.
 * @param note called with each answer of a drop, but only the last answer of a retry, which counts all rejected ones
 * @returns ids of the handled dead letters
 */
async function handledMany(
  client: ApiClient,
  action: 'retry' | 'drop',
  body: object,
  note: (handled: Handled) => void,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (;;) {
    const handled = await client.call(`${action}DeadLetters`, [], body);
    const isNew = handled.deadLetterIds.some((id) => !ids.has(id));
    for (const id of handled.deadLetterIds) ids.add(id);
    if (handled.remainingCount > 0 && isNew) {
      if (action === 'drop') note(handled);
      continue;
    }
    note(handled);
    return [...ids];
  }
}

function filterOf({ kind, instance, process: key, before }: LettersCall['options']): object {
  return { Kind: kind, InstanceId: instance, ProcessKey: key, ParkedBefore: before };
}

function printOutcomes({ isJson }: LettersCall, outcomes: readonly Outcome[]): boolean {
  const isDone = outcomes.every((outcome) => outcome.isDone);
  if (isJson) printJson(outcomes);
  else if (outcomes.length === 0) print('No dead letters match.');
  else for (const { deadLetterId, outcome } of outcomes) print(`${visibleText(deadLetterId)}  ${visibleText(outcome)}`);
  return isDone;
}

function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => `  ${visibleText(line)}`)
    .join('\n');
}
