import type { EngineCommand, Rejection } from '../engine/commands.ts';
import { decide } from '../engine/decide.ts';
import { type Effect, effectOf, indexChangeOf } from '../engine/effects.ts';
import type { DefinitionEvent, EngineEvent } from '../engine/events.ts';
import type { ProcessModel } from '../engine/model.ts';
import type { EngineContext } from '../engine/run.ts';
import { writeSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../engine/state.ts';
import type { Command } from '../messages/commands.ts';
import type { LogProperties } from '../platform/log.ts';
import type { LogEventId } from '../platform/log-events.ts';
import type { DefinitionRow } from '../store/definitions.ts';
import type { InboxRow } from '../store/inbox.ts';
import type { StoredInstance } from '../store/instances.ts';
import type { JournalRow } from '../store/journal.ts';
import type { MailboxCommand } from '../store/outbox.ts';
import type { ProcessRow } from '../store/processes.ts';
import type { TaskRoute } from '../store/routes.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import type { SubscriptionAddress } from '../store/subscriptions.ts';
import type { WriteSet } from '../store/write-set.ts';
import { IndexChanges } from './index-changes.ts';

/** An instance in work: locked, its state a private copy that `decide` brings forward. */
export interface WorkingInstance {
  readonly id: string;
  readonly definitionId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  seq: number;
  isChanged: boolean;
}

/** What made a change: a command, or something that became due. */
export interface Origin {
  readonly id: string;
  readonly kind: string;
}

/** What a command did to an instance, for logs and metrics after the commit. */
export interface InstanceChange {
  readonly commandId: string;
  readonly commandKind: string;
  readonly instance: WorkingInstance;
  readonly events: readonly EngineEvent[];
}

/** What the transaction read before it decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** by definition id, for the processes that may be started */
  readonly models: ReadonlyMap<string, ProcessModel>;
  /** open subscriptions a message or signal reaches, by command id, in order of creation */
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionAddress[]>;
  /** start triggers a message, signal or evaluation concerns, by command id */
  readonly startTriggers: ReadonlyMap<string, readonly StartTriggerRow[]>;
  /** commands waiting for locked instances, in order */
  readonly mailbox: readonly MailboxCommand[];
  /** facts about the latest versions that a switch answers with, by key */
  readonly definitions: ReadonlyMap<string, LatestDefinition>;
}

/** The latest version of a key with what its model declares. */
export interface LatestDefinition {
  readonly definitionId: string;
  readonly deployedAt: string;
  readonly model: ProcessModel;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

/** A line of the log about a deployed file (contract 9.5, 9000 to 9004). */
export interface DeployWarning {
  readonly id: 9000 | 9001 | 9002 | 9003 | 9004;
  readonly processKey: string;
  readonly elementId?: string;
  /** the attribute or extension that is ignored */
  readonly name?: string;
  readonly text: string;
}

/** A line of the log about what a command did beside instances; written after the commit. */
export interface Notice {
  readonly id: LogEventId;
  readonly message: string;
  readonly properties: LogProperties;
}

/** An effect of one instance that is not done yet. */
export interface PendingEffect {
  readonly origin: Origin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** One envelope being decided: what was loaded, what is to be written. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly changes: InstanceChange[] = [];
  readonly replies: InboxRow[] = [];
  readonly followUps: Command[] = [];
  readonly mailbox: MailboxCommand[] = [];
  /** commands of the outbox that this unit has carried out */
  readonly doneFollowUps: string[] = [];
  readonly definitions: DefinitionRow[] = [];
  /** what the deployed files say that does less than their authors may think, for the log */
  readonly deployWarnings: DeployWarning[] = [];
  /** what the log says once this has committed: events that arrived, registrations that changed */
  readonly notices: Notice[] = [];
  readonly startKeys = new Set<string>();
  readonly startTriggers: StartTriggerRow[] = [];
  readonly effects: PendingEffect[] = [];
  /** what the unit adds to journals, in order of the commands */
  readonly journal: JournalRow[] = [];
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly indexes = new IndexChanges();
  private followUpCount = 0;
  private readonly processes = new Map<string, ProcessRow>();

  constructor(loaded: LoadedRows, context: EngineContext) {
    this.loaded = loaded;
    this.context = context;
  }

  instance(id: string): WorkingInstance | undefined {
    return this.instances.get(id) ?? this.loaded.instances.get(id);
  }

  /** A process as it stands after the commands decided so far. */
  process(key: string): ProcessRow | undefined {
    return this.processes.get(key) ?? this.loaded.processes.get(key);
  }

  /** A new instance of a version; `decide` with StartInstance follows. `known`: its model, where it was not loaded before. */
  newInstance(id: string, definitionId: string, known?: ProcessModel): WorkingInstance {
    const model = known ?? this.loaded.models.get(definitionId);
    if (model === undefined) throw new Error(`the model of '${definitionId}' was not loaded`);
    return { id, definitionId, model, state: initialState(), seq: 0, isChanged: false };
  }

  /** Applies an engine command to an instance and takes its events into the unit. @returns the rejection, if the rules refuse it */
  decide(origin: Origin, instance: WorkingInstance, engineCommand: EngineCommand): Rejection | undefined {
    const decision = decide(instance.model, instance.state, engineCommand, this.context);
    if (!decision.ok) return decision.rejection;
    const { events } = decision;
    if (events.length === 0) return undefined;
    instance.seq += 1;
    instance.isChanged = true;
    this.instances.set(instance.id, instance);
    this.journal.push({ subjectId: instance.id, kind: 'i', seq: instance.seq, commandId: origin.id, events });
    this.changes.push({ commandId: origin.id, commandKind: origin.kind, instance, events });
    for (const event of events) this.follow(origin, instance, event);
    return undefined;
  }

  /** Takes a changed process and what happened to it into the unit. */
  changeProcess(origin: Origin, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    this.journal.push({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId: origin.id, events });
  }

  /** Removes a timer's row, also where its instance has forgotten it. */
  forgetTimer(instanceId: string, subscription: number): void {
    this.indexes.note(instanceId, { kind: 'closeTimer', subscription });
  }

  /** The id of the next follow-up of a command: derived, so that deciding twice gives the same. */
  nextFollowUpId(origin: Origin): string {
    this.followUpCount += 1;
    return this.context.guid(origin.id, `follow-up:${this.followUpCount}`);
  }

  /** Everything to be written, once all commands are decided. */
  writeSet(): WriteSet {
    return {
      journal: this.journal,
      instances: [...this.instances.values()].filter((i) => i.isChanged).map(storedInstance),
      processes: [...this.processes.values()],
      definitions: this.definitions,
      replies: this.replies,
      followUps: this.followUps,
      mailbox: this.mailbox,
      doneFollowUps: this.doneFollowUps,
      startKeys: [...this.startKeys],
      startTriggers: this.startTriggers,
      ...this.indexes.rows,
    };
  }

  private follow(origin: Origin, from: WorkingInstance, event: EngineEvent): void {
    const change = indexChangeOf(event);
    if (change !== undefined) this.indexes.note(from.id, change);
    const effect = effectOf(event, from.state);
    if (effect !== undefined) this.effects.push({ origin, from, effect });
  }
}

function storedInstance(instance: WorkingInstance): StoredInstance {
  const { id, definitionId, seq, state } = instance;
  return { id, definitionId, seq, isTerminal: isTerminal(state), snapshot: writeSnapshot(state) };
}
