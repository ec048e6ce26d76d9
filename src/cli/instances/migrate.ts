import { visibleText } from '../../platform/log-text.ts';
import { type ApiClient, ApiRefusal } from '../api-client.ts';
import { askingApi } from '../asking-api.ts';
import { filterTerm } from '../filter-term.ts';
import { printJson } from '../print.ts';
import { MIGRATE_USAGE, type MigrateRequest, readMigrateArguments } from './migrate-arguments.ts';

interface Migrated {
  readonly isDryRun: boolean;
  readonly fromVersion: number;
  readonly version: number;
  readonly report: {
    readonly isPossible: boolean;
    readonly refusals: readonly {
      readonly activityInstanceId: string | null;
      readonly activityId: string;
      readonly reason: string;
    }[];
    readonly activities: readonly { readonly from: string; readonly to: string | null; readonly isDescribedAnew: boolean }[];
    readonly events: readonly {
      readonly from: string | null;
      readonly to: string | null;
      readonly kind: string;
      readonly becomes: string;
      readonly dueAt: string | null;
    }[];
    readonly joins: readonly {
      readonly activityId: string;
      readonly missingSequenceFlowIds: readonly string[];
      readonly goesOn: boolean;
    }[];
  } | null;
}

/** `sluice migrate <instance>`: a running instance goes on in another version of its process (docs/spec/moving-to-a-version.md). */
export async function runMigrate(args: readonly string[]): Promise<void> {
  await askingApi(
    MIGRATE_USAGE,
    () => readMigrateArguments(args),
    async (client, request) => {
      const DefinitionId = await definitionOf(client, request);
      const path = `/Instances/${encodeURIComponent(request.id)}/migrate`;
      const migrated = await client.post<Migrated>(path, { DefinitionId, ...request.body });
      if (request.isJson) printJson(migrated);
      else process.stdout.write(`${linesOf(migrated).map(visibleText).join('\n')}\n`);
      return migrated.report?.isPossible ?? true;
    },
  );
}

/** A number is one of a version of the process that the instance is of. */
async function definitionOf(client: ApiClient, { id, to }: MigrateRequest): Promise<string> {
  if (!/^\d{1,10}$/.test(to)) return to;
  const { processDefinitionKey: key } = await client.get<{ processDefinitionKey: string }>(
    `/Instances/${encodeURIComponent(id)}/waiting?pageSize=1`,
  );
  const filters = [...filterTerm('ProcessDefinitionKey', '==', key), ...filterTerm('Version', '==', to)].join(',');
  const { items } = await client.get<{ items: readonly { readonly processDefinitionId: string }[] }>(
    `/Definitions?${new URLSearchParams({ filters })}`,
  );
  const [found] = items;
  if (found === undefined) throw new ApiRefusal(404, `'${key}' has no version ${to}.`);
  return found.processDefinitionId;
}

function linesOf({ fromVersion, version, report }: Migrated): string[] {
  if (report === null) return [`Migrated from version ${fromVersion} to version ${version}.`];
  const { isPossible, refusals, activities, events, joins } = report;
  return [
    ...activities.map(
      ({ from, to, isDescribedAnew }) => `${from} > ${to ?? 'nowhere'}${isDescribedAnew ? ', described anew' : ''}`,
    ),
    ...events.map(
      ({ from, to, kind, becomes, dueAt }) => `${kind} ${to ?? from}: ${becomes}${dueAt === null ? '' : `, due ${dueAt}`}`,
    ),
    ...joins.map(({ activityId, missingSequenceFlowIds: missing, goesOn }) =>
      goesOn ? `join ${activityId}: goes on` : `join ${activityId}: waits for ${missing.join(', ') || 'other paths'}`,
    ),
    ...refusals.map(({ activityId, reason }) => `refused: ${activityId}: ${reason}`),
    isPossible ? `Can be migrated from version ${fromVersion} to version ${version}.` : 'Cannot be migrated like this.',
  ];
}
