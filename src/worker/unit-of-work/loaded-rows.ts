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

/** Rows that the transaction has read before it decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  /** open and ended user tasks by id */
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  /** open incidents by id */
  readonly incidents: ReadonlyMap<string, IncidentRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** by definition id, for the processes that may be started */
  readonly models: ReadonlyMap<string, ProcessModel>;
  /** open subscriptions at the addresses of messages and signals, by address, in order of creation */
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionAddress[]>;
  /** receivers within the key limits of a message or signal, by command id; absent: no limits */
  readonly receiversWithin: ReadonlyMap<string, ReadonlySet<string>>;
  /** messages with a time to live that wait at the address of a delivery, by command id, in order */
  readonly bufferedMessages: ReadonlyMap<string, readonly BufferedMessage[]>;
  /** publications whose message id is used already, by command id */
  readonly usedMessageIds: ReadonlySet<string>;
  /** start event subscriptions of a message, signal or condition evaluation, by command id */
  readonly startTriggers: ReadonlyMap<string, readonly StartTriggerRow[]>;
  /** commands in the queues of locked instances, in order */
  readonly instanceCommands: readonly QueuedInstanceCommand[];
  /** locked custom tasks with reported results, by task id */
  readonly customTasks: ReadonlyMap<string, CustomTaskRow>;
  /** task types that plugin hosts offer now; read for a deploy */
  readonly catalog: Catalog;
  /** number of messages, signals and calls that follow from a root, by its id; only for long chains */
  readonly causations: ReadonlyMap<string, number>;
  /** latest versions by key, for enable, disable, suspend, resume and delete */
  readonly definitions: ReadonlyMap<string, LatestDefinition>;
  /** explicitly requested versions to start, by command id */
  readonly chosenVersions: ReadonlyMap<string, string>;
  /** deployment data of the latest versions of redeployed keys, by definition id */
  readonly deployments: ReadonlyMap<string, StoredDeployment>;
  /** locked decisions to deploy or delete, by key */
  readonly decisions: ReadonlyMap<string, DecisionRow>;
  /** decision versions to evaluate, by command id; unknown ones are absent */
  readonly madeDecisions: ReadonlyMap<string, DecisionVersion>;
  /** stores the evaluations that clients request (EvaluateDecision); absent: false */
  readonly keepsEvaluations?: boolean;
  /** decision versions to delete, by command id */
  readonly decisionDeletions: ReadonlyMap<string, DeletableDecision>;
  /** locked versions to delete, by command id */
  readonly deletions: ReadonlyMap<string, VersionToDelete>;
  /** instances to delete, by command id, locked with the instances below them */
  readonly removals: ReadonlyMap<string, InstanceTree>;
  /** locked data to erase, by command id */
  readonly erasures: ReadonlyMap<string, LoadedErasure>;
  /** locked dead letters, by command id */
  readonly letters: ReadonlyMap<string, FittingLetters>;
  /** target versions of migrations, by command id; unknown ones are absent */
  readonly targets: ReadonlyMap<string, TargetVersion>;
  /** sources of forks and restarts, by command id */
  readonly restores: ReadonlyMap<string, LoadedRestore>;
  /** suspended process keys, read after the locks */
  readonly suspendedKeys: ReadonlyMap<string, KeySuspension>;
  /** number of running instances of keys that are suspended or resumed here */
  readonly running: ReadonlyMap<string, number>;
  /** time the transaction waited for row locks; absent when it locked nothing */
  readonly lockWaitMs?: number;
}

/** Target version of a migration. */
export interface TargetVersion {
  readonly key: string;
  readonly version: number;
  readonly model: ProcessModel;
}

/**
 * Version to delete. `before`: the next lower version, which becomes the latest if the deleted one was; absent if no lower version exists, or if instances use
 * the deleted version.
 */
export interface VersionToDelete extends DeletableVersion {
  readonly isUsed: boolean;
  readonly before?: { readonly definitionId: string; readonly version: number; readonly model: ProcessModel };
}

/** Latest version of a key with its declared elements. */
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

/** Locked data to erase. */
export interface LoadedErasure {
  /** archive files that contain the business id */
  readonly archives: readonly string[];
  readonly instances: readonly ErasedInstance[];
  /** ids of running instances */
  readonly running: readonly string[];
  /** whether more is left than one transaction deletes */
  readonly hasMore: boolean;
  /** called instances of the root instances may be missing */
  readonly isCut: boolean;
  readonly replies: NamingReplies;
  /** decision evaluations to delete */
  readonly evaluationIds: readonly string[];
}
