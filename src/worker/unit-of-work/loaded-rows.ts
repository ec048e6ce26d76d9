import type { DecisionVersion, ProcessModel } from '../../engine/model.ts';
import type { Reply } from '../../messages/commands.ts';
import type { CustomTaskRow } from '../../store/custom-tasks.ts';
import type { DecisionRow, DeletableDecision } from '../../store/decisions.ts';
import type { DeletableVersion } from '../../store/deletions.ts';
import type { StoredDeployment } from '../../store/deployments.ts';
import type { IncidentRoute } from '../../store/incidents.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';
import type { KeySuspension } from '../../store/key-suspensions.ts';
import type { FittingLetters } from '../../store/letter-selection.ts';
import type { MailboxCommand } from '../../store/outbox.ts';
import type { ProcessRow } from '../../store/processes.ts';
import type { TaskRoute } from '../../store/routes.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { Catalog } from '../custom-tasks/custom-task-warnings.ts';
import type { LoadedErasure } from '../loading/load-erasures.ts';
import type { LoadedRestore } from './restore.ts';
import type { WorkingInstance } from './working-instance.ts';

/** What the transaction read before it decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  /** open incidents by id */
  readonly incidents: ReadonlyMap<string, IncidentRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** by definition id, for the processes that may be started */
  readonly models: ReadonlyMap<string, ProcessModel>;
  /** open subscriptions at the addresses that messages and signals reach, by address, in order of creation */
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionAddress[]>;
  /** receivers whose key is within the limits of a message or signal, by command id; absent: it has no limits */
  readonly receiversWithin: ReadonlyMap<string, ReadonlySet<string>>;
  /** start triggers a message, signal or evaluation concerns, by command id */
  readonly startTriggers: ReadonlyMap<string, readonly StartTriggerRow[]>;
  /** commands waiting for locked instances, in order */
  readonly mailbox: readonly MailboxCommand[];
  /** custom tasks whose results are decided on, locked */
  readonly customTasks: ReadonlyMap<string, CustomTaskRow>;
  /** what hosts offer now, when something is deployed */
  readonly catalog: Catalog;
  /** how many messages, signals and calls follow from a beginning, by its id; of long chains only */
  readonly causations: ReadonlyMap<string, number>;
  /** facts about the latest versions that a switch answers with, by key */
  readonly definitions: ReadonlyMap<string, LatestDefinition>;
  /** chosen versions that are started, by the ids of their commands */
  readonly chosenVersions: ReadonlyMap<string, string>;
  /** what the latest versions of keys that are deployed again were deployed with, by their definition ids */
  readonly deployments: ReadonlyMap<string, StoredDeployment>;
  /** decisions that are deployed or deleted, by key, locked */
  readonly decisions: ReadonlyMap<string, DecisionRow>;
  /** versions of decisions that are made, by command id; those that do not exist are left out */
  readonly madeDecisions: ReadonlyMap<string, DecisionVersion>;
  /** what calls of decisions have decided is kept; absent: it is not */
  readonly keepsEvaluations?: boolean;
  /** versions of decisions that are deleted, by command id */
  readonly decisionDeletions: ReadonlyMap<string, DeletableDecision>;
  /** versions that are deleted, by command id, locked */
  readonly deletions: ReadonlyMap<string, VersionToDelete>;
  /** instances that are deleted, by the id of the command, locked with those below them */
  readonly removals: ReadonlyMap<string, InstanceTree>;
  /** what is erased, by the id of the command, locked */
  readonly erasures: ReadonlyMap<string, LoadedErasure>;
  /** dead letters that commands are about, by command id, locked */
  readonly letters: ReadonlyMap<string, FittingLetters>;
  /** versions that instances go on in, by command id; those that do not exist are left out */
  readonly targets: ReadonlyMap<string, TargetVersion>;
  /** replies of commands about batches, which the database alone decides, by command id */
  readonly batches: ReadonlyMap<string, Reply<'CreateBatch' | 'SteerBatch'>>;
  /** the same of commands about webhooks */
  readonly webhooks: ReadonlyMap<string, Reply<'SteerWebhook'>>;
  /** what instances go on from, by the id of the command */
  readonly restores: ReadonlyMap<string, LoadedRestore>;
  /** process keys that are suspended, read after the locks */
  readonly suspendedKeys: ReadonlyMap<string, KeySuspension>;
  /** how many instances have not ended, of keys that are suspended or resumed here */
  readonly running: ReadonlyMap<string, number>;
  /** how long the transaction waited for its row locks; absent when it locked nothing. Unit: ms */
  readonly lockWaitMs?: number;
}

/** A version that an instance goes on in. */
export interface TargetVersion {
  readonly key: string;
  readonly version: number;
  readonly model: ProcessModel;
}

/** A version that is deleted, with the one that would take its place. `before`: absent where there is none, or instances keep it. */
export interface VersionToDelete extends DeletableVersion {
  readonly isUsed: boolean;
  readonly before?: { readonly definitionId: string; readonly version: number; readonly model: ProcessModel };
}

/** The latest version of a key with what its model declares. */
export interface LatestDefinition {
  readonly definitionId: string;
  readonly deployedAt: string;
  readonly model: ProcessModel;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** For a transaction that reads few of the rows. */
export const NO_ROWS: LoadedRows = {
  instances: NOTHING,
  tasks: NOTHING,
  incidents: NOTHING,
  processes: NOTHING,
  models: NOTHING,
  subscriptions: NOTHING,
  receiversWithin: NOTHING,
  startTriggers: NOTHING,
  mailbox: [],
  causations: NOTHING,
  definitions: NOTHING,
  customTasks: NOTHING,
  catalog: NOTHING,
  letters: NOTHING,
  batches: NOTHING,
  webhooks: NOTHING,
  restores: NOTHING,
  targets: NOTHING,
  chosenVersions: NOTHING,
  deployments: NOTHING,
  deletions: NOTHING,
  decisions: NOTHING,
  madeDecisions: NOTHING,
  decisionDeletions: NOTHING,
  suspendedKeys: NOTHING,
  running: NOTHING,
  removals: NOTHING,
  erasures: NOTHING,
};
