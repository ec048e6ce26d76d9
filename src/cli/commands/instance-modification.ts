import { isGuid } from '../../platform/ids.ts';
import { visibleText } from '../../platform/redact.ts';
import { sleep } from '../../platform/retry.ts';
import { filterTerm, WrongArguments } from '../arguments.ts';
import { type AnswerOf, type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { printJson } from '../output/terminal.ts';
import { assigned } from './instance-changes.ts';
import type { MigrateCall, ModifyCall } from './instance-declarations.ts';

/** Reads before a version counts as missing: the list is updated shortly after a deploy. */
const MOST_POLLS = 11;
const POLL_MS = 200;

/**
 * `sluice migrate`: without arguments, updates the database schema; with an id, migrates an instance (docs/contributing/spec/moving-to-a-version.md).
 * @returns false if a dry run shows that the migration is not possible
 */
export async function runMigrate(call: MigrateCall): Promise<boolean> {
  const { operands, options, isJson } = call;
  const [id, ...others] = operands;
  if (id === undefined && Object.keys(options).length === 0) {
    await (await import('../verbs.ts')).migrateDatabase();
    return true;
  }
  if (id === undefined || others.length > 0) throw new WrongArguments('migrate takes the id of one instance');
  const { to } = options;
  if (to === undefined) throw new WrongArguments('migrate needs --to with the target version');
  const body = bodyOf(options);
  const client = call.openApi();
  const DefinitionId = await definitionOf(client, id, to);
  const migrated = await client.call('migrateInstance', [id], { DefinitionId, ...body });
  if (isJson) printJson(migrated);
  else process.stdout.write(`${linesOfMigration(migrated).map(visibleText).join('\n')}\n`);
  return migrated.report?.isPossible ?? true;
}

function bodyOf(options: MigrateCall['options']): object {
  const how = (isRenewed: true | undefined) => (isRenewed === true ? 'renew' : 'keep');
  return {
    Plan: (options.map ?? []).map(pairOf),
    Timers: how(options['renew-timers']),
    Subscriptions: how(options['renew-subscriptions']),
    DryRun: options['dry-run'] === true,
  };
}

function pairOf(text: string): { from: string; to: string } {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new WrongArguments(`--map takes <from>=<to>, not '${text}'`);
  return { from: text.slice(0, at), to: text.slice(at + 1) };
}

/** `to`: definition id, or version number of the process of the instance. Rejects with ApiRefusal for an unknown version. */
async function definitionOf(client: ApiClient, id: string, to: string): Promise<string> {
  if (!/^\d{1,10}$/.test(to)) return to;
  const { processDefinitionKey: key } = await client.call('readWaiting', [id], new URLSearchParams({ pageSize: '1' }));
  const filters = [...filterTerm('ProcessDefinitionKey', '==', key), ...filterTerm('Version', '==', to)].join(',');
  for (let polls = 1; ; polls += 1) {
    const { items } = await client.call('listDefinitions', [], new URLSearchParams({ filters }));
    const [found] = items;
    if (found !== undefined) return found.processDefinitionId;
    if (polls === MOST_POLLS) throw new ApiRefusal(404, `'${key}' has no version ${to}.`);
    await sleep(POLL_MS);
  }
}

function linesOfMigration({ fromVersion, version, report }: AnswerOf<'migrateInstance'>): string[] {
  if (report === null) return [`Migrated from version ${fromVersion} to version ${version}.`];
  const { isPossible, refusals, activities, events, joins } = report;
  return [
    ...activities.map(
      ({ from, to, isDescribedAnew }) => `${from} > ${to ?? 'nowhere'}${isDescribedAnew ? ', new description' : ''}`,
    ),
    ...events.map(
      ({ from, to, kind, becomes, dueAt }) => `${kind} ${to ?? from}: ${becomes}${dueAt === null ? '' : `, due ${dueAt}`}`,
    ),
    ...joins.map(({ activityId, missingSequenceFlowIds: missing, goesOn }) =>
      goesOn ? `join ${activityId}: continues` : `join ${activityId}: waits for ${missing.join(', ') || 'other paths'}`,
    ),
    ...refusals.map(({ activityId, reason }) => `refused: ${activityId}: ${reason}`),
    isPossible ? `Can be migrated from version ${fromVersion} to version ${version}.` : 'Cannot be migrated like this.',
  ];
}

/** Instruction as sent to the API. */
type GivenInstruction = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads instructions in the order of the command line. Throws {@link WrongArguments}. */
function readInstructions(order: readonly { readonly name: string; readonly value: string }[]): readonly GivenInstruction[] {
  const given = new Given();
  for (const { name, value } of order) given.take(name, value);
  const instructions = given.all();
  if (instructions.length === 0) throw new WrongArguments('nothing to --cancel or to start');
  return instructions;
}

interface Start {
  readonly kind: 'startBefore' | 'startAfter';
  readonly element: string;
  scope?: string;
  readonly set: string[];
}

/** `--scope` and `--set` belong to the start before them. */
class Given {
  private readonly items: (GivenInstruction | Start)[] = [];
  private last: Start | undefined;

  take(name: string, value: string): void {
    if (name === 'cancel') {
      this.last = undefined;
      this.items.push({ cancel: isGuid(value) ? { entry: value } : { element: value } });
    } else if (name === 'start-before' || name === 'start-after') {
      this.last = { kind: name === 'start-before' ? 'startBefore' : 'startAfter', element: value, set: [] };
      this.items.push(this.last);
    } else if (name === 'scope') {
      if (this.last === undefined || this.last.scope !== undefined) throw new WrongArguments('--scope must follow a start, once');
      this.last.scope = value;
    } else if (name === 'set') {
      if (this.last?.kind !== 'startBefore') throw new WrongArguments('--set must follow a --start-before');
      this.last.set.push(value);
    }
  }

  all(): GivenInstruction[] {
    return this.items.map((item) => ('kind' in item ? startOf(item as Start) : item));
  }
}

function startOf({ kind, element, scope, set }: Start): GivenInstruction {
  const variables = set.length === 0 ? {} : { variables: assigned(set) };
  return { [kind]: { element, ...(scope !== undefined && { scope }), ...variables } };
}

type Modified = AnswerOf<'modifyInstance'>;

/** `sluice modify` (docs/contributing/spec/http/instances.md#modify-an-instance). */
export async function runModify({ operands: [id = ''], options, order, isJson, openApi }: ModifyCall): Promise<true> {
  const { reason } = options;
  const body = {
    instructions: readInstructions(order),
    dryRun: options['dry-run'] === true,
    ...(reason !== undefined && { reason }),
  };
  const modified = await openApi().call('modifyInstance', [id], body);
  if (isJson) return printJson(modified);
  process.stdout.write(linesOfModification(modified));
  return true;
}

function linesOfModification({ isDryRun, cancelledCount, started, after }: Modified): string {
  const [cancelled, begun] = isDryRun ? ['would be cancelled', 'would be started'] : ['cancelled', 'started'];
  const lines = [
    ...(cancelledCount === 0
      ? []
      : [`${cancelledCount} ${cancelledCount === 1 ? 'activity instance' : 'activity instances'} ${cancelled}`]),
    ...started.map(
      ({ activityId, position, scope, openedActivityIds }) =>
        `${begun} ${position} ${activityId}, in ${[scope ?? 'the instance', ...openedActivityIds].join(' > ')}`,
    ),
    ...(after === null ? [] : [`afterwards: ${endOf(after)}`]),
  ];
  return `${lines.map(visibleText).join('\n')}\n`;
}

function endOf({
  isCompleted,
  isCancelled,
  isFailed,
  activeActivityIds,
  errorState,
  isCut,
}: NonNullable<Modified['after']>): string {
  const rest = isCut ? ', and so on' : '';
  if (isFailed) return `failed, ${errorState?.code}: ${errorState?.message}`;
  if (isCancelled) return 'cancelled';
  return isCompleted ? 'completed' : `active: ${activeActivityIds.join(', ') || 'nothing'}${rest}`;
}
