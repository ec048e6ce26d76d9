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

/** Settings and queries for the creation of batches. */
export interface BatchMaking {
  /** parses a filter to a query for the items; returns an error for an invalid filter */
  readonly itemQuery: (subject: 'instance' | 'incident', filters: string, limits: KeyLimits) => ParsedText<ItemQuery>;
  /** maximum items of one batch */
  readonly maxItems: number;
  /** default items per second; null: no limit */
  readonly rate: number | null;
}

/** Rows that a command needs: they are found and locked before it is decided. */
export interface Needs {
  readonly instanceIds?: readonly string[];
  readonly taskId?: string;
  readonly incidentId?: string;
  /** custom task of a reported result */
  readonly customTaskId?: string;
  /** process to start; `startVersion`: this version instead of the latest */
  readonly startKey?: string;
  readonly startVersion?: number;
  /** decisions to lock for a deploy: each gets a version */
  readonly decisionKeys?: readonly string[];
  /** decisions in the request itself */
  readonly namedDecisions?: readonly string[];
  /** decisions that deployed processes call: the context gets those that exist */
  readonly calledDecisions?: readonly DecisionCall[];
  /** decision to evaluate; version null: the latest */
  readonly decision?: { readonly key: string; readonly version: number | null };
  /** version of a decision to delete */
  readonly decisionDeletion?: { readonly key: string; readonly version: number };
  /** processes to lock for a deploy */
  readonly deployKeys?: readonly string[];
  /** references of deployed models to processes outside the sender's roles */
  readonly foreignReferences?: readonly ModelReference[];
  /** compares the deploy with the latest versions */
  readonly comparesDeployment?: boolean;
  /** process to enable, disable, suspend or resume, or of which a version is deleted; locked */
  readonly switchKey?: string;
  /** process that the request is about; nothing is locked */
  readonly ofKey?: string;
  /** counts the running instances of `switchKey` */
  readonly countsRunning?: boolean;
  /** version to delete */
  readonly deletion?: { readonly key: string; readonly version: number };
  /** instance to delete, with the instances below it */
  readonly removes?: string;
  /** business id to erase */
  readonly erases?: string;
  /** versions to start */
  readonly definitionIds?: readonly string[];
  /** event to deliver: its subscriptions and start triggers are found */
  readonly event?: EventAddress;
  /** message id that must not be used at this address */
  readonly messageId?: string;
  /** loads the messages that wait at the address. The id: also that one, if its delivery is a dead letter */
  readonly buffered?: string;
  /** key whose conditional starts are evaluated; `*` = all */
  readonly conditionsOf?: string;
  /** instance whose command queue is applied */
  readonly commandQueueOf?: string;
  /** source of a fork */
  readonly fork?: Pick<CommandOf<'ForkInstance'>, 'instanceId' | 'step' | 'definitionId' | 'isDryRun'>;
  /** target version of a migration */
  readonly targetVersion?: string;
  /** ended instance to restart; locked too */
  readonly revives?: Pick<CommandOf<'ReviveInstance'>, 'instanceId' | 'isInBatch'>;
  /** called instance that continues for its caller; locked too */
  readonly continues?: string;
  /** key patterns of the sender; absent: all keys */
  readonly limits?: readonly string[];
  /** dead letters to retry or discard */
  readonly letters?: { readonly selection: LetterSelection; readonly isForRetry: boolean };
}

/** Tools for the work before the transaction of a command. */
export interface Preparation {
  readonly reader: ModelReader;
  readonly branchVariables: EngineContext['branchVariables'];
}

/** A long decision as a generator: yields to the event loop between two steps. */
export type Steps<Result> = Generator<void, Result>;

/** Access for commands that run statements while they are decided, because their rows are not part of the write set. */
export interface RowAccess {
  readonly connection: Connection;
  readonly models: ModelCache;
  readonly log: Logger;
  readonly batchMaking?: BatchMaking;
}

/** Handler of one command kind: the rows that it needs, and its effect once they are locked. */
export interface CommandHandler<K extends CommandKind> {
  /** may have hundreds of receivers: gets a separate transaction among the commands of its sender */
  readonly mayHaveManyReceivers?: true;
  /** Does slow reads before rows are locked. */
  prepare?(command: CommandOf<K>, preparation: Preparation): Promise<void>;
  needs(command: CommandOf<K>): Needs;
  /** @param access absent in transactions without such commands */
  handle(unit: UnitOfWork, command: CommandOf<K>, access?: RowAccess): Reply<K> | Steps<Reply<K>> | Promise<Reply<K>>;
}

/** Returns the access of a transaction. Throws if it has none. */
export function required(access: RowAccess | undefined): RowAccess {
  if (access === undefined) throw new Error('this transaction runs no commands with additional statements');
  return access;
}

/** Builds the reply of a rejected command. */
export function rejected(rejection: CommandRejection): { readonly ok: false; readonly rejection: CommandRejection } {
  return { ok: false, rejection };
}

/** Builds the reply of a successful command. */
export function done<K extends CommandKind>(result: CommandResults[K]): Reply<K> {
  return { ok: true, result };
}
