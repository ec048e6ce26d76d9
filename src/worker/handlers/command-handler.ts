import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import type { EngineContext } from '../../engine/context.ts';
import type { DecisionCall } from '../../engine/model.ts';
import type { CommandKind, CommandOf, CommandRejection, CommandResults, Reply } from '../../messages/commands.ts';
import type { LetterSelection } from '../../messages/dead-letters.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { ModelReference } from './model-references.ts';

/** What has to be found and locked before a command can be decided. */
export interface Needs {
  readonly instanceIds?: readonly string[];
  readonly taskId?: string;
  readonly incidentId?: string;
  /** custom task whose result is decided on */
  readonly customTaskId?: string;
  /** process to be started; `startVersion`: not its latest version, but this one */
  readonly startKey?: string;
  readonly startVersion?: number;
  /** decisions to be locked for a deploy: each gets a version */
  readonly decisionKeys?: readonly string[];
  /** decisions that the request itself is about */
  readonly namedDecisions?: readonly string[];
  /** decisions that processes of a deploy ask for: the context has those that are there */
  readonly askedDecisions?: readonly DecisionCall[];
  /** decision that is made, in a version; null: its latest */
  readonly decision?: { readonly key: string; readonly version: number | null };
  /** version of a decision to be deleted */
  readonly decisionDeletion?: { readonly key: string; readonly version: number };
  /** processes to be locked for a deploy */
  readonly deployKeys?: readonly string[];
  /** what the models of a deploy call though the sender's roles are not for it */
  readonly foreignReferences?: readonly ModelReference[];
  /** whether the deploy is compared with what the processes have */
  readonly comparesDeployment?: boolean;
  /** process to be locked for a switch */
  readonly switchKey?: string;
  /** whether its running instances are counted */
  readonly countsRunning?: boolean;
  /** version to be deleted */
  readonly deletion?: { readonly key: string; readonly version: number };
  /** instance to be deleted, with those below it */
  readonly removes?: string;
  /** business id of which nothing is to be left */
  readonly erases?: string;
  /** versions to be started */
  readonly definitionIds?: readonly string[];
  /** what is delivered: its subscriptions and start triggers are found */
  readonly event?: EventAddress;
  /** key whose conditional starts are evaluated; `*` = all */
  readonly conditionsOf?: string;
  /** instance whose waiting commands are applied */
  readonly mailboxOf?: string;
  /** instance that another one goes on from */
  readonly fork?: Pick<CommandOf<'ForkInstance'>, 'instanceId' | 'step' | 'definitionId' | 'isDryRun'>;
  /** version that an instance goes on in */
  readonly targetVersion?: string;
  /** instance that goes on after its end; it is locked too */
  readonly revives?: Pick<CommandOf<'ReviveInstance'>, 'instanceId' | 'isInBatch'>;
  /** called instance that continues for its caller; it is locked too */
  readonly continues?: string;
  /** key patterns that the sender is kept within; absent: all keys */
  readonly limits?: readonly string[];
  /** dead letters to be put back or dropped */
  readonly letters?: { readonly selection: LetterSelection; readonly isForRetry: boolean };
}

/** What is done before the transaction of a command begins. */
export interface Preparation {
  readonly reader: ModelReader;
  readonly branchVariables: EngineContext['branchVariables'];
}

/** A long decision, step by step: others have their turn between two of them. */
export type Steps<Result> = Generator<void, Result>;

/** One command kind: what it touches, and what it does once that is locked. One per file in handlers/. */
export interface CommandHandler<K extends CommandKind> {
  readonly kind: K;
  /** Reads what takes long, before anything is locked. */
  prepare?(command: CommandOf<K>, preparation: Preparation): Promise<void>;
  needs(command: CommandOf<K>): Needs;
  handle(unit: UnitOfWork, command: CommandOf<K>): Reply<K> | Steps<Reply<K>>;
}

/** The reply when the rules say no. */
export function rejected(rejection: CommandRejection): { readonly ok: false; readonly rejection: CommandRejection } {
  return { ok: false, rejection };
}

/** The reply when the rules say yes. */
export function done<K extends CommandKind>(result: CommandResults[K]): Reply<K> {
  return { ok: true, result };
}
