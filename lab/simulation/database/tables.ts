import type { FirstPositions } from '../../../test/support/positions.ts';
import { Lock } from './lock.ts';
import { Table } from './table.ts';
import type { BatchTableRow } from './tables/batch.ts';
import { type BatchItemTableRow, itemKey } from './tables/batch-item.ts';
import type { BufferedMessageTableRow } from './tables/buffered-message.ts';
import type { CustomTaskTableRow } from './tables/custom-task.ts';
import { type FeedHeadTableRow, type FeedTableRow, headKey } from './tables/feed.ts';
import type { InboxTableRow } from './tables/inbox.ts';
import type { InstanceTableRow } from './tables/instance.ts';
import { type JournalTableRow, journalKey } from './tables/journal.ts';
import type { OutboxTableRow } from './tables/outbox.ts';
import type { DefinitionTableRow, ModelTextTableRow, ProcessTableRow, ResourceTableRow } from './tables/process.ts';
import type { TodoTableRow } from './tables/projection.ts';
import { groupKey, type QueryInstanceCountRow, type QueryUserTaskCountRow } from './tables/query-count.ts';
import {
  decisionKey,
  elementKey,
  type QueryInstanceDecisionRow,
  type QueryInstanceElementRow,
  type QueryInstanceRow,
  type QueryInstanceStepRow,
  type QueryInstanceVariableRow,
  variableKey,
} from './tables/query-instance.ts';
import type {
  QueryDefinitionRow,
  QueryProcessRow,
  QueryStartTriggerRow,
  QuerySubscriptionRow,
  QueryUserTaskRow,
} from './tables/query-side.ts';
import type { DeletedInstanceTableRow } from './tables/removal.ts';
import type {
  AuditEntryTableRow,
  CausationTableRow,
  DeadLetterTableRow,
  IncidentTableRow,
  InstallationTableRow,
  TaskCommentTableRow,
  UserTaskTableRow,
} from './tables/small-tables.ts';
import { type StartTriggerTableRow, startTriggerKey } from './tables/start-trigger.ts';
import { addressKey, type SubscriptionTableRow } from './tables/subscription.ts';
import { type KeySuspensionTableRow, type SuspensionTableRow, suspensionKey } from './tables/suspension.ts';
import type { TimerTableRow } from './tables/timer.ts';

/** All rows of a database, by table. */
export type Contents = ReadonlyMap<string, readonly object[]>;

/** The tables of the simulated database, its sequences and its advisory locks. */
export class Tables {
  readonly installation = new Table<InstallationTableRow>('installation', ({ id }) => id);
  readonly instance = new Table<InstanceTableRow>('instance', ({ id }) => id);
  readonly journal = new Table<JournalTableRow>('journal', journalKey);
  readonly inbox = new Table<InboxTableRow>('inbox', ({ command_id }) => command_id);
  readonly outbox = new Table<OutboxTableRow>('outbox', ({ command_id }) => command_id);
  readonly process = new Table<ProcessTableRow>('process', ({ key }) => key);
  readonly modelText = new Table<ModelTextTableRow>('model_text', ({ hash }) => hash);
  readonly definition = new Table<DefinitionTableRow>('definition_version', ({ definition_id }) => definition_id);
  readonly resource = new Table<ResourceTableRow>('deployment_resource', ({ file_id, name }) => `${file_id} ${name}`);
  readonly subscription = new Table<SubscriptionTableRow>('subscription', addressKey);
  readonly startTrigger = new Table<StartTriggerTableRow>('start_trigger', startTriggerKey);
  readonly bufferedMessage = new Table<BufferedMessageTableRow>('buffered_message', ({ id }) => id);
  readonly timer = new Table<TimerTableRow>('timer', addressKey);
  readonly customTask = new Table<CustomTaskTableRow>('custom_task', ({ task_id }) => task_id);
  readonly suspension = new Table<SuspensionTableRow>('suspension', suspensionKey);
  readonly keySuspension = new Table<KeySuspensionTableRow>('key_suspension', ({ key }) => key);
  readonly incident = new Table<IncidentTableRow>('incident', ({ incident_id }) => incident_id);
  readonly userTask = new Table<UserTaskTableRow>('user_task', ({ task_id }) => task_id);
  readonly taskComment = new Table<TaskCommentTableRow>('task_comment', ({ comment_id }) => comment_id);
  readonly deadLetter = new Table<DeadLetterTableRow>('dead_letter', ({ command_id }) => command_id);
  readonly auditEntry = new Table<AuditEntryTableRow>('audit_entry', ({ entry_id }) => entry_id);
  readonly causation = new Table<CausationTableRow>('causation', ({ root_id }) => root_id);
  readonly batch = new Table<BatchTableRow>('batch', ({ id }) => id);
  readonly batchItem = new Table<BatchItemTableRow>('batch_item', itemKey);
  readonly deletedInstance = new Table<DeletedInstanceTableRow>('deleted_instance', ({ instance_id }) => instance_id);
  readonly todo = new Table<TodoTableRow>('projection_todo', ({ position }) => String(position));
  readonly qDefinition = new Table<QueryDefinitionRow>('q_definition', ({ definition_id }) => definition_id);
  readonly qProcess = new Table<QueryProcessRow>('q_process', ({ subject_id }) => subject_id);
  readonly qStartTrigger = new Table<QueryStartTriggerRow>('q_start_trigger', startTriggerKey);
  readonly qInstance = new Table<QueryInstanceRow>('q_instance', ({ instance_id }) => instance_id);
  readonly qInstanceStep = new Table<QueryInstanceStepRow>('q_instance_step', ({ instance_id, seq }) => `${instance_id}:${seq}`);
  readonly qInstanceElement = new Table<QueryInstanceElementRow>('q_instance_element', elementKey);
  readonly qInstanceVariable = new Table<QueryInstanceVariableRow>('q_instance_variable', variableKey);
  readonly qInstanceDecision = new Table<QueryInstanceDecisionRow>('q_instance_decision', decisionKey);
  readonly qUserTask = new Table<QueryUserTaskRow>('q_user_task', ({ task_id }) => task_id);
  readonly qInstanceCount = new Table<QueryInstanceCountRow>('q_instance_count', groupKey);
  readonly qUserTaskCount = new Table<QueryUserTaskCountRow>('q_user_task_count', groupKey);
  readonly qSubscription = new Table<QuerySubscriptionRow>('q_subscription', addressKey);
  readonly feedHead = new Table<FeedHeadTableRow>('feed_head', headKey);
  readonly feed = new Table<FeedTableRow>('feed', ({ position }) => String(position));
  /** called when a channel is notified */
  notified: (channel: string) => void = () => {};
  readonly #advisory = new Map<string, Lock>();
  #positions = new Map<string, number>();

  /** The lock on a number, here of any name. */
  advisory(name: string): Lock {
    const lock = this.#advisory.get(name) ?? new Lock();
    this.#advisory.set(name, lock);
    return lock;
  }

  /** The next number of a sequence. A used number stays used, also after a rollback. */
  nextPosition(sequence: string): number {
    const next = this.#positions.get(sequence) ?? 1;
    this.#positions.set(sequence, next + 1);
    return next;
  }

  get all(): readonly Pick<Table<object>, 'name' | 'committed' | 'load'>[] {
    return Object.values(this).filter((member) => member instanceof Table);
  }

  /** Everything that is committed. */
  contents(): Contents {
    return new Map(this.all.map(({ name, committed }) => [name, committed]));
  }

  load(contents: Contents): void {
    for (const table of this.all) table.load(contents.get(table.name) ?? []);
  }

  /** Lets the sequences begin at these positions. */
  beginAt(positions: FirstPositions): void {
    this.#positions = new Map(Object.entries(positions));
  }
}
