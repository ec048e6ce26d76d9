import type { CommandResults } from '../../messages/commands.ts';
import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { entityId } from '../../platform/ids.ts';
import { createMemberReader } from '../body/members.ts';
import { readMigrationOrder } from '../body/migration-order.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type WriteEndpoint } from '../endpoint.ts';
import type { migrationResponse } from '../schemas/migrations.ts';
import { migrateInstanceRequest } from '../schemas/requests.ts';
import type { ResponseBody } from '../schemas/responses.ts';

const readMigrate = createMemberReader(migrateInstanceRequest);

/** POST /Instances/{instanceId}/migrate (docs/contributing/spec/moving-to-a-version.md#request). */
export function migrateRoute(run: CommandRunner): WriteEndpoint {
  return {
    method: 'POST',
    pattern: '/Instances/{instanceId}/migrate',
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const { body, path, params } = request;
      const read = readMigrate(body, path);
      if (!read.ok) return read.answer;
      const plan = readMigrationOrder(read.members);
      if (!plan.ok) return problemAnswer('invalid-field', plan.detail, path);
      const [instanceId = ''] = params;
      const { DefinitionId: definitionId, DryRun: isDryRun = false } = read.members;
      return run(request, { kind: 'MigrateInstance', instanceId, definitionId, plan: plan.value, isDryRun }, (migration) =>
        jsonAnswer(migrationJson(instanceId, migration)),
      );
    },
  };
}

function migrationJson(
  instanceId: string,
  { from, to, report }: CommandResults['MigrateInstance'],
): ResponseBody<typeof migrationResponse> {
  const idOf = (entry: number | null) => (entry === null ? null : entityId(instanceId, entry));
  return {
    isDryRun: report !== null,
    fromProcessDefinitionId: from.definitionId,
    fromVersion: from.version,
    processDefinitionId: to.definitionId,
    version: to.version,
    report: report && {
      isPossible: report.faults.length === 0,
      refusals: report.faults.map(({ entry, element: activityId, reason }) => ({
        activityInstanceId: idOf(entry),
        activityId,
        reason,
      })),
      plan: report.elements.map(({ from: was, to: now, isGiven }) => ({ from: was, to: now, isGiven })),
      activities: report.entries.map(({ entry, from: was, to: now, isDescribedAnew }) => ({
        activityInstanceId: entityId(instanceId, entry),
        from: was,
        to: now,
        isDescribedAnew,
      })),
      events: report.waits.map(({ entry, from: was, to: now, kind, becomes, name, key, dueAt }) => ({
        activityInstanceId: idOf(entry),
        from: was,
        to: now,
        kind,
        becomes,
        name,
        correlationKey: key,
        dueAt: dueAt === null ? null : formatTimestamp(dueAt),
      })),
      joins: report.joins.map(({ entry, element: activityId, missing, goesOn }) => ({
        activityInstanceId: entityId(instanceId, entry),
        activityId,
        missingSequenceFlowIds: [...missing],
        goesOn,
      })),
      isCut: report.isCut,
    },
  };
}
