import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { entityId } from '../../../platform/ids.ts';
import { readMigrationOrder } from '../../body/instructions.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { migrationPair, migrationResponse } from '../../schemas/instructions.ts';
import { optionalFlag, optionalObjects, optionalText, requiredText } from '../../schemas/members.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { INSTANCE_ENDED, INSTANCE_NOT_FOUND } from '../refusals.ts';

const migrateInstanceRequest = z
  .object({
    DefinitionId: requiredText('DefinitionId is required', 'Id of the target version. It must be a version of the same process.'),
    Plan: optionalObjects(
      migrationPair,
      'Mappings of elements whose id changes, at most 10000. Sluice maps all other elements by id, type and parent.',
    ),
    Timers: optionalText('`keep`: due dates stay. `renew`: Sluice evaluates them again. Default: `keep`.'),
    Subscriptions: optionalText(
      '`keep`: names and correlation keys of messages and signals stay. `renew`: Sluice takes them from the target version. Default: `keep`.',
    ),
    DryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
  })
  .meta({ id: 'MigrateInstanceRequest' });

/** See docs/contributing/spec/moving-to-a-version.md#request. */
export const migrateInstance = writeEndpoint({
  method: 'POST',
  pattern: '/Instances/{instanceId}/migrate',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'MigrateInstance'],
  id: 'migrateInstance',
  tag: 'Instances',
  summary: 'Migrate an instance',
  description: 'Moves a running instance to another version of its process. Sluice applies the whole migration or nothing.',
  body: migrateInstanceRequest,
  examples: {
    'dry run': { DefinitionId: 'order:2:7c9e6679', Plan: [{ from: 'pack', to: 'pack-and-seal' }], DryRun: true },
    'with renewed due dates': { DefinitionId: 'order:2:7c9e6679', Timers: 'renew', Subscriptions: 'renew' },
  },
  answer: migrationResponse,
  refusals: [
    { status: 400, shape: 'E', text: 'DefinitionId is required' },
    { status: 400, shape: 'P', text: 'Plan[<n>]<member> <fault>' },
    { status: 400, shape: 'P', text: 'Plan must have at most 10000 items.' },
    { status: 400, shape: 'P', text: '<member> must be keep or renew.' },
    INSTANCE_NOT_FOUND,
    { status: 404, shape: 'P', text: "Definition '<id>' is not a version of process '<key>'." },
    INSTANCE_ENDED,
    { status: 409, shape: 'P', text: 'The instance cannot continue in the other version. <reasons>.' },
  ],
  handle(request, { run }) {
    const { path, params, members } = request;
    const plan = readMigrationOrder(members);
    if (!plan.ok) return problemAnswer('invalid-field', plan.detail, path);
    const [instanceId = ''] = params;
    const { DefinitionId: definitionId, DryRun: isDryRun = false } = members;
    return run(request, { kind: 'MigrateInstance', instanceId, definitionId, plan: plan.value, isDryRun }, (migration) =>
      jsonAnswer(migrationJson(instanceId, migration)),
    );
  },
});

function migrationJson(
  instanceId: string,
  { from, to, report }: CommandResults['MigrateInstance'],
): ResponseBody<typeof migrationResponse> {
  const activityInstanceId = (entry: number | null) => (entry === null ? null : entityId(instanceId, entry));
  return {
    isDryRun: report !== null,
    fromProcessDefinitionId: from.definitionId,
    fromVersion: from.version,
    processDefinitionId: to.definitionId,
    version: to.version,
    report: report && {
      isPossible: report.faults.length === 0,
      refusals: report.faults.map(({ entry, element: activityId, reason }) => ({
        activityInstanceId: activityInstanceId(entry),
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
        activityInstanceId: activityInstanceId(entry),
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
