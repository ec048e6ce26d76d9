import type { DecisionVersion, ProcessModel } from '../../engine/model.ts';
import type { BufferedMessage } from '../../store/buffered-messages.ts';
import type { CustomTaskRow } from '../../store/custom-tasks.ts';
import type { DecisionRow, DeletableDecision } from '../../store/decisions.ts';
import type { DeletableVersion } from '../../store/deletions.ts';
import type { StoredDeployment } from '../../store/deployments.ts';
import type { ErasedInstance, NamingReplies } from '../../store/erasure.ts';
import type { IncidentRoute } from '../../store/incidents.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';
import type { FittingLetters } from '../../store/letters.ts';
import type { QueuedInstanceCommand } from '../../store/outbox.ts';
import type { ProcessRow } from '../../store/processes.ts';
import type { TaskRoute } from '../../store/routes.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { KeySuspension } from '../../store/suspensions.ts';
import type { Catalog } from '../custom-tasks/custom-task-warnings.ts';
import type { LoadedRestore } from './restore.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Rows that were read before the transaction decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  /** open and ended, by id */
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  /** open, by id */
  readonly incidents: ReadonlyMap<string, IncidentRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** models of processes that may be started, by definition id */
  readonly models: ReadonlyMap<string, ProcessModel>;
  /** open, of messages and signals, by address, in order of creation */
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionAddress[]>;
  /** receivers within the key limits of a message or signal, by command id; absent: no limits */
  readonly receiversWithin: ReadonlyMap<string, ReadonlySet<string>>;
  /** messages with a time to live that a delivery may take from the table, by command id, in order */
  readonly bufferedMessages: ReadonlyMap<string, readonly BufferedMessage[]>;
  /** ids of commands whose message id is in use */
  readonly usedMessageIds: ReadonlySet<string>;
  /** start event subscriptions of a message, signal or condition evaluation, by command id */
  readonly startTriggers: ReadonlyMap<string, readonly StartTriggerRow[]>;
  /** commands in the queues of locked instances, in order */
  readonly instanceCommands: readonly QueuedInstanceCommand[];
  /** locked, with reported results, by task id */
  readonly customTasks: ReadonlyMap<string, CustomTaskRow>;
  /** task types that plugin hosts offer now; read for a deploy */
  readonly catalog: Catalog;
  /** messages, signals and calls that follow from a root, by its id; only for long chains */
  readonly causations: ReadonlyMap<string, number>;
  /** latest versions to enable, disable, suspend, resume or delete, by key */
  readonly definitions: ReadonlyMap<string, LatestDefinition>;
  /** explicitly requested versions to start, by command id */
  readonly chosenVersions: ReadonlyMap<string, string>;
  /** deployment data of the latest versions of redeployed keys, by definition id */
  readonly deployments: ReadonlyMap<string, StoredDeployment>;
  /** locked, to deploy or delete, by key */
  readonly decisions: ReadonlyMap<string, DecisionRow>;
  /** versions to evaluate, by command id; without unknown ones */
  readonly madeDecisions: ReadonlyMap<string, DecisionVersion>;
  /** stores the evaluations that clients request (EvaluateDecision) */
  readonly keepsEvaluations?: boolean;
  /** decision versions to delete, by command id */
  readonly decisionDeletions: ReadonlyMap<string, DeletableDecision>;
  /** locked, by command id */
  readonly deletions: ReadonlyMap<string, VersionToDelete>;
  /** instances to delete, by command id, locked with the instances below */
  readonly removals: ReadonlyMap<string, InstanceTree>;
  /** locked, by command id */
  readonly erasures: ReadonlyMap<string, LoadedErasure>;
  /** locked, by command id */
  readonly letters: ReadonlyMap<string, FittingLetters>;
  /** target versions of migrations, by command id; without unknown ones */
  readonly targets: ReadonlyMap<string, TargetVersion>;
  /** sources of forks and restarts, by command id */
  readonly restores: ReadonlyMap<string, LoadedRestore>;
  /** read after the locks */
  readonly suspendedKeys: ReadonlyMap<string, KeySuspension>;
  /** instances of keys that are suspended or resumed here */
  readonly running: ReadonlyMap<string, number>;
  /** absent if nothing was locked */
  readonly lockWaitMs?: number;
}

export interface TargetVersion {
  readonly key: string;
  readonly version: number;
  readonly model: ProcessModel;
}

/** `before`: the next lower version, which may become the latest; absent if none exists, or if instances use the deleted version. */
export interface VersionToDelete extends DeletableVersion {
  readonly isUsed: boolean;
  readonly before?: { readonly definitionId: string; readonly version: number; readonly model: ProcessModel };
}

/** Latest version with its declared elements. */
export interface LatestDefinition {
  readonly definitionId: string;
  readonly deployedAt: string;
  readonly model: ProcessModel;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** Default for transactions that read few of the rows. */
export const NO_ROWS: LoadedRows = {
  instances: NOTHING,
  tasks: NOTHING,
  incidents: NOTHING,
  processes: NOTHING,
  models: NOTHING,
  subscriptions: NOTHING,
  receiversWithin: NOTHING,
  bufferedMessages: NOTHING,
  usedMessageIds: new Set(),
  startTriggers: NOTHING,
  instanceCommands: [],
  causations: NOTHING,
  definitions: NOTHING,
  customTasks: NOTHING,
  catalog: NOTHING,
  letters: NOTHING,
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

export interface LoadedErasure {
  /** files that contain the business id */
  readonly archives: readonly string[];
  readonly instances: readonly ErasedInstance[];
  readonly running: readonly string[];
  /** than one transaction deletes */
  readonly hasMore: boolean;
  /** called instances of the root instances may be missing */
  readonly isCut: boolean;
  readonly replies: NamingReplies;
  readonly evaluationIds: readonly string[];
}
