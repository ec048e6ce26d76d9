import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { filterTerm, WrongArguments } from '../arguments.ts';
import { type AnswerOf, type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { printJson } from '../output/terminal.ts';
import type { MigrateCall } from './instance-declarations.ts';

/** The list of versions is written shortly after a deploy: so often it is read before a version counts as missing. */
const LOOKS = 11;
const LOOK_MS = 200;

/**
 * `sluice migrate`: without arguments it updates the database schema; with an id it migrates a running instance to another
 * version (docs/contributing/spec/moving-to-a-version.md).
 * @returns false when the migration is not possible
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
  else process.stdout.write(`${linesOf(migrated).map(visibleText).join('\n')}\n`);
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

/** A number is one of a version of the process that the instance is of. */
async function definitionOf(client: ApiClient, id: string, to: string): Promise<string> {
  if (!/^\d{1,10}$/.test(to)) return to;
  const { processDefinitionKey: key } = await client.call('readWaiting', [id], new URLSearchParams({ pageSize: '1' }));
  const filters = [...filterTerm('ProcessDefinitionKey', '==', key), ...filterTerm('Version', '==', to)].join(',');
  for (let looks = 1; ; looks += 1) {
    const { items } = await client.call('listDefinitions', [], new URLSearchParams({ filters }));
    const [found] = items;
    if (found !== undefined) return found.processDefinitionId;
    if (looks === LOOKS) throw new ApiRefusal(404, `'${key}' has no version ${to}.`);
    await sleep(LOOK_MS);
  }
}

function linesOf({ fromVersion, version, report }: AnswerOf<'migrateInstance'>): string[] {
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
