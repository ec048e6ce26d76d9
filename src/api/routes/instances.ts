import { errorAnswer, jsonAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { entityId } from '../../platform/ids.ts';
import { type InstanceStateItem, readInstanceState } from '../../queries/instance-state.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { commonAnswers, instanceNotFound } from '../http-errors.ts';
import { refusalUntilReached } from '../min-position.ts';
import { cancelInstanceRequest } from '../schemas/requests.ts';
import type { entry as entrySchema, ResponseBody, stateResponse } from '../schemas/responses.ts';

type LiveEntry = InstanceStateItem['live']['entries'][number];
type EndedEntry = InstanceStateItem['ended'][number];

const readCancel = createMemberReader(cancelInstanceRequest);

/** /Instances (docs/spec/http/instances.md). */
export function instanceRoutes(run: CommandRunner, db: ReadDatabase): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Instances/{instanceId}/state',
      readsProjection: true,
      async handle(request) {
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const [instanceId = ''] = request.params;
        const answer = await readInstanceState(db, instanceId);
        switch (answer.kind) {
          case 'found':
            return jsonAnswer(stateJson(answer.state));
          case 'unknown':
            return errorAnswer(404, instanceNotFound(instanceId));
          case 'behind':
            return commonAnswers.readSideBehind(request.path);
        }
      },
    },
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/cancel',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readCancel(request.body, request.path);
        if (!read.ok) return read.answer;
        const [instanceId = ''] = request.params;
        const { reason = 'Cancelled by operator' } = read.members;
        return run(request, { kind: 'CancelInstance', instanceId, reason });
      },
    },
  ];
}

function stateJson(state: InstanceStateItem): ResponseBody<typeof stateResponse> {
  const { instanceId, live, ended } = state;
  return {
    activeActivityIds: live.entries.map((entry) => entry.element),
    completedActivityIds: ended.map((entry) => entry.element),
    isStarted: state.startedAt !== null,
    isCompleted: state.isCompleted,
    isCancelled: state.isCancelled,
    isFailed: state.isFailed,
    businessId: state.businessId,
    processDefinitionId: state.definitionId,
    createdAt: formatTimestamp(state.createdAt),
    executionStartedAt: state.startedAt && formatTimestamp(state.startedAt),
    completedAt: state.completedAt && formatTimestamp(state.completedAt),
    activeActivities: live.entries.map((entry) => entryJson(instanceId, entry, undefined)),
    completedActivities: ended.map((entry) => entryJson(instanceId, entry, entry)),
    variableStates: live.variableScopes.map((scope) => ({
      variablesId: entityId(instanceId, scope.variableScope),
      variables: scope.values,
    })),
    conditionSequences: state.conditions.map((evaluated) => ({
      sequenceFlowId: evaluated.flow,
      condition: evaluated.condition,
      sourceActivityId: evaluated.source,
      targetActivityId: evaluated.target,
      result: evaluated.result,
    })),
  };
}

/** Creation and begin of execution are one moment: an entry is activated when its element begins to run. */
function entryJson(instanceId: string, entry: LiveEntry, ended: EndedEntry | undefined): ResponseBody<typeof entrySchema> {
  const since = formatTimestamp(entry.since);
  return {
    activityInstanceId: entityId(instanceId, entry.entry),
    activityId: entry.element,
    activityType: entry.activityType,
    isCompleted: ended !== undefined,
    isExecuting: ended === undefined,
    isCancelled: ended?.cancelled !== undefined,
    variablesStateId: entityId(instanceId, entry.variableScope),
    errorState: ended?.error ?? null,
    cancellationReason: ended?.cancelled ?? null,
    createdAt: since,
    executionStartedAt: since,
    completedAt: ended === undefined ? null : formatTimestamp(ended.endedAt),
    childWorkflowInstanceId: entry.childInstanceId ?? null,
  };
}
