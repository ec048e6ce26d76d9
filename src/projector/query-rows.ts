import type { Connection, Transaction } from '../db/connection.ts';
import type { LiveState } from '../engine/read-model.ts';
import { entityId } from '../platform/ids.ts';
import type { Subject } from './journal-row.ts';
import { liveStateOf } from './live.ts';
import {
  type InstanceFold,
  newFold,
  openInstanceFold,
  openProcessFold,
  type ProcessFold,
  type SubjectFold,
} from './subject-fold.ts';
import * as definition from './tables/definition.ts';
import * as instance from './tables/instance.ts';
import * as instanceStep from './tables/instance-step.ts';
import * as process from './tables/process.ts';
import * as startTrigger from './tables/start-trigger.ts';
import * as subscription from './tables/subscription.ts';
import * as userTask from './tables/user-task.ts';

/** The tables of the read side, in the order they are emptied and counted. */
export const QUERY_TABLES = [
  'q_definition',
  'q_process',
  'q_start_trigger',
  'q_instance',
  'q_instance_step',
  'q_user_task',
  'q_subscription',
] as const;

interface StoredInstance {
  readonly instance_id: string;
  readonly definition_id: string;
  readonly key: string;
  readonly version: number;
  readonly business_id: string | null;
  readonly is_completed: boolean;
  readonly is_cancelled: boolean;
  readonly is_failed: boolean;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly last_seq: number;
  /** JSON text */
  readonly live: string;
}
interface StoredProcess {
  readonly subject_id: string;
  readonly key: string;
  readonly is_active: boolean;
  readonly last_seq: number;
}

const READ_INSTANCES = {
  name: 'projector-read-instances',
  text: `
    select instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
           created_at, started_at, completed_at, last_seq, live
    from q_instance where instance_id = any($1::uuid[])`,
};
const READ_PROCESSES = {
  name: 'projector-read-processes',
  text: 'select subject_id, key, is_active, last_seq from q_process where subject_id = any($1::uuid[])',
};

/** Opens the fold of each subject where the query tables stand. The caller holds the subjects' locks. */
export async function openFolds(connection: Connection, subjects: readonly Subject[]): Promise<Map<string, SubjectFold>> {
  const folds = new Map<string, SubjectFold>(subjects.map((subject) => [subject.subjectId, newFold(subject)]));
  const instanceIds = subjects.filter(({ kind }) => kind === 'i').map(({ subjectId }) => subjectId);
  const processIds = subjects.filter(({ kind }) => kind === 'd').map(({ subjectId }) => subjectId);
  if (instanceIds.length > 0) {
    const rows = await connection.query<StoredInstance>(READ_INSTANCES, [instanceIds]);
    for (const row of rows) folds.set(row.instance_id, storedFold(row));
  }
  if (processIds.length > 0) {
    const rows = await connection.query<StoredProcess>(READ_PROCESSES, [processIds]);
    for (const { subject_id: subjectId, key, is_active: isActive, last_seq: lastSeq } of rows) {
      folds.set(subjectId, openProcessFold(subjectId, lastSeq, { subjectId, key, isActive }));
    }
  }
  return folds;
}

/** Writes all folds: one statement per table and kind of change, for any number of folds. A refusal of the database shows at the commit. */
export function writeFolds(transaction: Transaction, folds: readonly SubjectFold[]): void {
  const instances = folds.filter((fold) => fold.kind === 'i');
  const processes = folds.filter((fold) => fold.kind === 'd');
  const definitions = processes.flatMap((fold) => fold.definitions);
  const steps = instances.flatMap((fold) => fold.steps);
  process.write(transaction, processes.flatMap(processWrites));
  definition.write(transaction, definitions);
  startTrigger.write(transaction, processes.flatMap(startTriggerWrites));
  instance.write(transaction, instances.flatMap(instanceWrites));
  instanceStep.write(transaction, steps);
  userTask.write(transaction, instances.flatMap(userTaskWrites));
  subscription.write(transaction, instances.flatMap(subscriptionWrites));
}

function processWrites({ row, lastSeq }: ProcessFold): process.ProcessWrite[] {
  return row === undefined ? [] : [{ row, lastSeq }];
}

function startTriggerWrites({ row, startTriggers }: ProcessFold): startTrigger.StartTriggerWrite[] {
  return row === undefined || startTriggers === undefined ? [] : [{ key: row.key, startTriggers }];
}

function instanceWrites({ row, lastSeq, live }: InstanceFold): instance.InstanceWrite[] {
  return row === undefined ? [] : [{ row, lastSeq, live: liveStateOf(live) }];
}

function userTaskWrites({ subjectId, userTasks }: InstanceFold): userTask.UserTaskWrite[] {
  return [...userTasks].map(([entry, change]) => ({ taskId: entityId(subjectId, entry), instanceId: subjectId, change }));
}

function subscriptionWrites({ subjectId, subscriptions }: InstanceFold): subscription.SubscriptionWrite[] {
  return [...subscriptions].map(([ordinal, change]) => ({ instanceId: subjectId, subscription: ordinal, change }));
}

function storedFold(stored: StoredInstance): InstanceFold {
  return openInstanceFold(stored.instance_id, stored.last_seq, instanceRow(stored), JSON.parse(stored.live) as LiveState);
}

function instanceRow(stored: StoredInstance): instance.InstanceQueryRow {
  return {
    instanceId: stored.instance_id,
    definitionId: stored.definition_id,
    key: stored.key,
    version: stored.version,
    businessId: stored.business_id,
    isCompleted: stored.is_completed,
    isCancelled: stored.is_cancelled,
    isFailed: stored.is_failed,
    createdAt: stored.created_at,
    startedAt: stored.started_at,
    completedAt: stored.completed_at,
  };
}
