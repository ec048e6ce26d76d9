import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import type { Connection } from '../../db/connection.ts';
import type { DecisionCall } from '../../engine/model.ts';
import type { EngineContext } from '../../engine/running/context.ts';
import type { CommandKind, CommandOf, CommandRejection, CommandResults, Reply } from '../../messages/commands.ts';
import type { LetterSelection } from '../../messages/dead-letters.ts';
import type { KeyLimits } from '../../platform/access-roles.ts';
import type { Logger } from '../../platform/log.ts';
import type { ParsedText } from '../../requests/request-texts.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { ItemQuery } from '../../store/batches.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { ModelReference } from './model-references.ts';

export interface BatchMaking {
  /** parses a filter to a query for the items */
  readonly itemQuery: (
    connection: Connection,
    subject: 'instance' | 'incident',
    filters: string,
    limits: KeyLimits,
  ) => Promise<ParsedText<ItemQuery>>;
  readonly maxItems: number;
  /** items per second; null: no limit */
  readonly rate: number | null;
}

/** Rows that are found and locked before a command is decided. */
export interface Needs {
  readonly instanceIds?: readonly string[];
  readonly taskId?: string;
  readonly incidentId?: string;
  /** custom task of a reported result */
  readonly customTaskId?: string;
  /** process to start; without `startVersion` the latest */
  readonly startKey?: string;
  readonly startVersion?: number;
  /** locked for a deploy: each gets a version */
  readonly decisionKeys?: readonly string[];
  /** decisions in the request itself */
  readonly namedDecisions?: readonly string[];
  /** called by deployed processes; the context gets those that exist */
  readonly calledDecisions?: readonly DecisionCall[];
  /** decision to evaluate; version null: the latest */
  readonly decision?: { readonly key: string; readonly version: number | null };
  readonly decisionDeletion?: { readonly key: string; readonly version: number };
  /** locked for a deploy */
  readonly deployKeys?: readonly string[];
  /** references of deployed models to processes outside the sender's roles */
  readonly foreignReferences?: readonly ModelReference[];
  readonly comparesDeployment?: boolean;
  /** locked process: to enable, disable, suspend or resume, or to delete a version of */
  readonly switchKey?: string;
  /** process of the request; nothing is locked */
  readonly ofKey?: string;
  /** counts the running instances of `switchKey` */
  readonly countsRunning?: boolean;
  readonly deletion?: { readonly key: string; readonly version: number };
  /** instance to delete with the instances below it */
  readonly removes?: string;
  readonly erases?: string;
  /** versions to start */
  readonly definitionIds?: readonly string[];
  /** event whose subscriptions and start triggers are found */
  readonly event?: EventAddress;
  /** must not be in use at this address */
  readonly messageId?: string;
  /** loads the messages that wait at the address. The id: also that one if its delivery is a dead letter */
  readonly buffered?: string;
  /** loads this stored message, also an expired one */
  readonly stored?: string;
  /** key whose conditional starts are evaluated; `*` = all */
  readonly conditionsOf?: string;
  /** instance whose command queue is applied */
  readonly commandQueueOf?: string;
  readonly fork?: Pick<CommandOf<'ForkInstance'>, 'instanceId' | 'step' | 'definitionId' | 'isDryRun'>;
  readonly targetVersion?: string;
  /** ended instance to restart; locked too */
  readonly revives?: Pick<CommandOf<'ReviveInstance'>, 'instanceId' | 'isInBatch'>;
  /** called instance that continues for its caller; locked too */
  readonly continues?: string;
  /** key patterns of the sender; absent: all keys */
  readonly limits?: readonly string[];
  readonly letters?: { readonly selection: LetterSelection; readonly isForRetry: boolean };
}

/** Tools for work before the transaction. */
export interface Preparation {
  readonly reader: ModelReader;
  readonly branchVariables: EngineContext['branchVariables'];
}

/** A long decision, which yields to the event loop between two steps. */
export type Steps<Result> = Generator<void, Result>;

/** Access for commands that run statements while they are decided: their rows are not part of the write set. */
export interface RowAccess {
  readonly connection: Connection;
  readonly models: ModelCache;
  readonly log: Logger;
  readonly batchMaking?: BatchMaking;
}

export interface CommandHandler<K extends CommandKind> {
  /** gets a separate transaction among the commands of its sender */
  readonly mayHaveManyReceivers?: true;
  /** Does slow reads before rows are locked. */
  prepare?(command: CommandOf<K>, preparation: Preparation): Promise<void>;
  needs(command: CommandOf<K>): Needs;
  /** @param access absent in transactions without such commands */
  handle(unit: UnitOfWork, command: CommandOf<K>, access?: RowAccess): Reply<K> | Steps<Reply<K>> | Promise<Reply<K>>;
}

/** Throws if the transaction has no access. */
export function required(access: RowAccess | undefined): RowAccess {
  if (access === undefined) throw new Error('this transaction runs no commands with additional statements');
  return access;
}

export function rejected(rejection: CommandRejection): { readonly ok: false; readonly rejection: CommandRejection } {
  return { ok: false, rejection };
}

export function done<K extends CommandKind>(result: CommandResults[K]): Reply<K> {
  return { ok: true, result };
}
