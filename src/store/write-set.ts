import type { Transaction } from '../db/connection.ts';
import type { AuditEntry } from '../messages/audit.ts';
import { lockOpenedAddresses } from './address-locks.ts';
import { saveAuditEntries } from './audit-entries.ts';
import { type BufferedAddress, type NewBufferedMessage, saveBuffered } from './buffered-messages.ts';
import { addToCausations } from './causations.ts';
import { type ExtendedLock, saveExtendedLocks, saveReleasedLocks, type TaskLock } from './custom-task-locks.ts';
import { type NewCustomTask, type PostponedCustomTask, saveCustomTasks, saveRetries } from './custom-tasks.ts';
import { type DecisionRows, saveDecisions } from './decisions.ts';
import { type DefinitionRow, insertDefinitions } from './definitions.ts';
import { type DeletableVersion, deleteVersions } from './deletions.ts';
import { type Erasure, eraseTraces } from './erasure.ts';
import { type InboxRow, storeReplies } from './inbox.ts';
import { type IncidentRow, saveIncidents } from './incidents.ts';
import { deleteInstances } from './instance-removal.ts';
import { saveInstances, type WrittenInstance } from './instances.ts';
import { appendJournal, type JournalRow, markUnprojected } from './journal.ts';
import { type LetterRows, saveLetters } from './letters.ts';
import { type MovedInstance, moveInstances } from './moved-instances.ts';
import { deleteOutbox, type FollowUp, insertOutbox, type QueuedInstanceCommand } from './outbox.ts';
import { type ProcessRow, updateProcesses } from './processes.ts';
import { replaceStartTriggers, type StartTriggerRow } from './start-triggers.ts';
import { type SubscriptionAddress, type SubscriptionRow, saveSubscriptions } from './subscriptions.ts';
import { type SuspensionRows, saveSuspensions } from './suspensions.ts';
import { saveTaskComments, type TaskComment } from './task-comments.ts';
import { type OpenedTimer, saveTimers } from './timers.ts';
import { saveUserTasks, type UserTaskIndexRow } from './user-task-index.ts';
import { claimDefinitions } from './version-locks.ts';

/** Changes of one transaction: step 5 (docs/contributing/architecture.md#the-transaction), one multi-row statement per table. */
export interface WriteSet extends LetterRows {
  readonly journal: readonly JournalRow[];
  readonly instances: readonly WrittenInstance[];
  readonly deletedInstances: readonly string[];
  readonly erasure?: Erasure | undefined;
  readonly userTasks: readonly UserTaskIndexRow[];
  readonly taskComments: readonly TaskComment[];
  readonly processes: readonly ProcessRow[];
  readonly definitions: readonly DefinitionRow[];
  readonly decisions: DecisionRows;
  readonly deletedVersions: readonly DeletableVersion[];
  /** versions with new instances */
  readonly startedDefinitions: readonly string[];
  readonly replies: readonly InboxRow[];
  readonly followUps: readonly FollowUp[];
  /** commands for instances that are not locked here */
  readonly instanceCommands: readonly QueuedInstanceCommand[];
  /** outbox commands that this transaction runs */
  readonly doneFollowUps: readonly string[];
  /** additions, by root id */
  readonly causations: ReadonlyMap<string, number>;
  readonly openedSubscriptions: readonly SubscriptionRow[];
  readonly closedSubscriptions: readonly SubscriptionAddress[];
  /** messages with a time to live */
  readonly bufferedMessages: readonly NewBufferedMessage[];
  readonly deliveredMessages: readonly string[];
  /** gets addresses where messages wait for added receivers; they are delivered after the commit */
  readonly onBuffered: (found: readonly BufferedAddress[]) => void;
  readonly openedTimers: readonly OpenedTimer[];
  readonly closedTimers: readonly SubscriptionAddress[];
  readonly openedCustomTasks: readonly NewCustomTask[];
  readonly postponedCustomTasks: readonly PostponedCustomTask[];
  /** remaining attempts, by task id */
  readonly customTaskRetries: ReadonlyMap<string, number>;
  /** custom tasks with ended activities */
  readonly closedCustomTasks: readonly string[];
  readonly raisedIncidents: readonly IncidentRow[];
  readonly endedIncidents: readonly string[];
  readonly movedInstances: readonly MovedInstance[];
  readonly suspensions: SuspensionRows;
  readonly extendedLocks: readonly ExtendedLock[];
  readonly releasedLocks: readonly TaskLock[];
  /** `startTriggers` replaces their start event subscriptions */
  readonly startKeys: readonly string[];
  readonly startTriggers: readonly StartTriggerRow[];
}

/** The commit waits for all statements. `at`: clock of the transaction, ISO text. */
export function writeAll(transaction: Transaction, set: WriteSet, at: string): void {
  lockOpenedAddresses(transaction, set.openedSubscriptions);
  claimDefinitions(transaction, set.startedDefinitions);
  storeReplies(transaction, set.replies, at);
  insertDefinitions(transaction, set.definitions, at);
  saveDecisions(transaction, set.decisions, at);
  deleteVersions(transaction, set.deletedVersions);
  updateProcesses(transaction, set.processes);
  appendJournal(transaction, set.journal, at);
  saveInstances(transaction, set.instances, at);
  moveInstances(transaction, set.movedInstances);
  saveUserTasks(transaction, set.userTasks);
  saveTaskComments(transaction, set.taskComments, at);
  saveBuffered(transaction, set.bufferedMessages, set.deliveredMessages, at);
  saveSubscriptions(transaction, set.openedSubscriptions, set.closedSubscriptions, set.onBuffered);
  saveTimers(transaction, set.openedTimers, set.closedTimers);
  saveCustomTasks(transaction, set.openedCustomTasks, set.postponedCustomTasks, set.closedCustomTasks, at);
  saveRetries(transaction, set.customTaskRetries);
  saveIncidents(transaction, set.raisedIncidents, set.endedIncidents, at);
  saveExtendedLocks(transaction, set.extendedLocks);
  saveReleasedLocks(transaction, set.releasedLocks);
  replaceStartTriggers(transaction, set.startKeys, set.startTriggers, set.onBuffered);
  deleteOutbox(transaction, set.doneFollowUps);
  insertOutbox(transaction, set.followUps, set.instanceCommands, at);
  saveLetters(transaction, set);
  saveSuspensions(transaction, set.suspensions, at);
  markUnprojected(transaction, set.journal, at);
  addToCausations(transaction, set.causations, at);
  saveAuditEntries(transaction, actsOf(set.replies));
  if (set.erasure !== undefined) eraseTraces(transaction, set.erasure);
  deleteInstances(transaction, set.deletedInstances, at, true);
}

function actsOf(replies: readonly InboxRow[]): readonly AuditEntry[] {
  return replies.flatMap(({ act }) => act ?? []);
}

/** Lists that commands only add to. The other rows have collections with rules. */
type Collected =
  | 'definitions'
  | 'deletedVersions'
  | 'taskComments'
  | 'replies'
  | 'startTriggers'
  | 'bufferedMessages'
  | 'deliveredMessages'
  | 'releasedTimers'
  | 'releasedStarts';

export type CollectedRows = { readonly [List in Collected]: WriteSet[List][number][] };

export function noCollectedRows(): CollectedRows {
  return {
    definitions: [],
    deletedVersions: [],
    taskComments: [],
    replies: [],
    startTriggers: [],
    bufferedMessages: [],
    deliveredMessages: [],
    releasedTimers: [],
    releasedStarts: [],
  };
}
