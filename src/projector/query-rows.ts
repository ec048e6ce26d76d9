import type { Transaction } from '../db/connection.ts';
import { EVENT_VERSION } from '../engine/events.ts';
import { liveStateOf } from '../engine/state/live.ts';
import { isStateDue, storedAfter } from '../engine/state/state-index.ts';
import { type IndexedVariable, indexedPathsOf } from '../platform/config/setting-types.ts';
import { entityId } from '../platform/ids.ts';
import type { InstanceProjection, ProcessProjection, SubjectProjection } from './subject-projection.ts';
import * as definition from './tables/definition.ts';
import * as instance from './tables/instance.ts';
import * as instanceCount from './tables/instance-count.ts';
import * as instanceDecision from './tables/instance-decision.ts';
import * as instanceElement from './tables/instance-element.ts';
import * as instanceStep from './tables/instance-step.ts';
import * as instanceVariable from './tables/instance-variable.ts';
import * as movedRows from './tables/moved-rows.ts';
import * as process from './tables/process.ts';
import * as startTrigger from './tables/start-trigger.ts';
import * as subscription from './tables/subscription.ts';
import * as userTask from './tables/user-task.ts';

const INSTANCE_TABLES = [
  'q_instance',
  'q_instance_step',
  'q_instance_element',
  'q_instance_variable',
  'q_instance_decision',
  'q_user_task',
  'q_subscription',
] as const;
/** Tables in the order in which they are emptied and counted. */
export const QUERY_TABLES = ['q_definition', 'q_process', 'q_start_trigger', ...INSTANCE_TABLES] as const;

const REMOVE = INSTANCE_TABLES.map((table) => ({
  name: `projector-remove-from-${table}`,
  text: `delete from ${table} where instance_id = any($1::uuid[])`,
}));

/** Totals of lists. A transaction that changes the counted rows changes the totals too. */
export const COUNT_TABLES = ['q_instance_count', 'q_user_task_count'] as const;

/** Queues the deletion of all rows of instances, one statement per table, and subtracts the rows from the totals. */
export function removeInstances(transaction: Transaction, instanceIds: readonly string[]): void {
  if (instanceIds.length === 0) return;
  instanceCount.subtract(transaction, instanceIds);
  userTask.subtract(transaction, instanceIds);
  for (const statement of REMOVE) transaction.enqueue(statement, [instanceIds]);
}

/** One statement per table and kind of change; stores the new state sizes in the projections. Database errors reject the commit, not this call. */
export function writeProjections(
  transaction: Transaction,
  projections: readonly SubjectProjection[],
  indexed: readonly IndexedVariable[] = [],
): void {
  const instances = projections.filter((projection) => projection.kind === 'i');
  const processes = projections.filter((projection) => projection.kind === 'd');
  const definitions = processes.flatMap((projection) => [...projection.definitions.values()]);
  const steps = instances.flatMap((projection) => projection.steps);
  process.write(transaction, processes.flatMap(processWrites));
  definition.remove(
    transaction,
    processes.flatMap((projection) => projection.deletedDefinitions),
  );
  definition.write(transaction, definitions);
  startTrigger.write(transaction, processes.flatMap(startTriggerWrites));
  instance.write(transaction, instances.flatMap(instanceWrites));
  instanceCount.addChanges(transaction, instances.flatMap(countedChanges));
  instanceStep.write(transaction, steps);
  instanceDecision.write(
    transaction,
    instances.flatMap(({ decisions }) => decisions),
  );
  instanceElement.write(transaction, instances.flatMap(elementWrites));
  instanceVariable.write(
    transaction,
    instances.flatMap((projection) => variableWrites(projection, indexed)),
  );
  movedRows.write(transaction, instances.flatMap(movedWrites));
  userTask.write(transaction, instances.flatMap(userTaskWrites));
  subscription.write(transaction, instances.flatMap(subscriptionWrites));
}

function processWrites({ row, lastSeq }: ProcessProjection): process.ProcessWrite[] {
  return row === undefined ? [] : [{ row, lastSeq }];
}

function startTriggerWrites({ row, startTriggers }: ProcessProjection): startTrigger.StartTriggerWrite[] {
  return row === undefined || startTriggers === undefined ? [] : [{ key: row.key, startTriggers }];
}

/** None if the row is undefined. Stores the new sizes in the projection. */
function instanceWrites(projection: InstanceProjection): instance.InstanceWrite[] {
  const { row, lastSeq, added, lastVersion } = projection;
  if (row === undefined) return [];
  // a projector of 0.2.0 treats the stored state as current, so it is written while that release can read the rows
  const isDue = row.isCompleted || lastVersion < EVENT_VERSION || isStateDue(projection.stored, added);
  const live = isDue ? JSON.stringify(liveStateOf(projection.live)) : null;
  projection.stored = storedAfter(projection.stored, added, live);
  projection.added = 0;
  return [{ row, lastSeq, live, ...projection.stored }];
}

function countedChanges({ before, row }: InstanceProjection): instanceCount.CountedChange[] {
  return row === undefined ? [] : [{ before, after: row }];
}

function elementWrites({ subjectId, elements, live, row }: InstanceProjection): instanceElement.ElementWrite[] {
  if (row === undefined) return [];
  const changes = instanceElement.project(elements, live, row.failure?.element ?? null);
  return changes.map((change) => ({ instanceId: subjectId, begunAt: row.createdAt, ...change }));
}

function variableWrites(
  { subjectId, row, live, variables }: InstanceProjection,
  indexed: readonly IndexedVariable[],
): instanceVariable.VariableWrite[] {
  if (row === undefined || indexed.length === 0) return [];
  const now = instanceVariable.valuesAt(live, indexedPathsOf(indexed, row.key));
  return instanceVariable
    .changesOf(variables, now)
    .map((change) => ({ instanceId: subjectId, begunAt: row.createdAt, ...change }));
}

function movedWrites({ subjectId: instanceId, moved }: InstanceProjection): movedRows.MovedWrite[] {
  if (moved.renamed.size === 0 && moved.described.size === 0) return [];
  return [{ instanceId, taskIdOf: (entry) => entityId(instanceId, entry), ...moved }];
}

function userTaskWrites({ subjectId, userTasks }: InstanceProjection): userTask.UserTaskWrite[] {
  return [...userTasks].map(([entry, change]) => ({ taskId: entityId(subjectId, entry), instanceId: subjectId, change }));
}

function subscriptionWrites({ subjectId, subscriptions }: InstanceProjection): subscription.SubscriptionWrite[] {
  return [...subscriptions].map(([ordinal, change]) => ({ instanceId: subjectId, subscription: ordinal, change }));
}
