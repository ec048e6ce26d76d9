import type { EngineCommand, Rejection } from '../engine/commands.ts';
import type { EngineContext } from '../engine/context.ts';
import { decide } from '../engine/decide.ts';
import { type Effect, effectOf, indexChangeOf } from '../engine/effects.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { DefinitionEvent } from '../engine/journal-events.ts';
import type { ProcessModel } from '../engine/model.ts';
import { writeSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../engine/state.ts';
import type { Command, CommandBody } from '../messages/commands.ts';
import type { Logger, LogProperties } from '../platform/log.ts';
import type { LogEventId } from '../platform/log-events.ts';
import { instanceScope } from '../platform/log-scope.ts';
import type { Backoff } from '../platform/retry.ts';
import { currentTrace } from '../platform/telemetry/trace-context.ts';
import type { EventAddress } from '../store/address-locks.ts';
import type { ClaimedTask } from '../store/custom-task-locks.ts';
import type { CustomTaskRow } from '../store/custom-tasks.ts';
import type { DefinitionRow } from '../store/definitions.ts';
import type { InboxRow } from '../store/inbox.ts';
import type { StoredInstance } from '../store/instances.ts';
import type { JournalRow } from '../store/journal.ts';
import type { FollowUp, MailboxCommand, SenderPlace } from '../store/outbox.ts';
import type { ProcessRow } from '../store/processes.ts';
import type { TaskRoute } from '../store/routes.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import type { SubscriptionAddress } from '../store/subscriptions.ts';
import type { WriteSet } from '../store/write-set.ts';
import { ChangeObserver, type Counted, type InstanceLine } from './change-observer.ts';
import { CustomTaskChanges } from './custom-task-changes.ts';
import type { Catalog } from './custom-task-warnings.ts';
import { IndexChanges } from './index-changes.ts';
import { Receivers } from './receivers.ts';
import type { TraceOf } from './trace-delivery.ts';

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
  /** how many messages, signals and calls led here; absent: none */
  readonly depth?: number;
}

/** What a command did to an instance, for logs and metrics after the commit. */
export interface InstanceChange {
  readonly commandId: string;
  readonly commandKind: string;
  readonly instance: WorkingInstance;
  readonly eventCount: number;
  /** what the log and the metrics say of its events */
  readonly lines: readonly InstanceLine[];
  readonly counted: readonly Counted[];
  /** number of its journal row */
  readonly seq: number;
  /** time it took to decide; unit: ms */
  readonly tookMs: number;
}

/** A line of the log that is written when the unit is committed. */
export interface UnitLine {
  readonly commandId: string;
  readonly id: LogEventId;
  readonly message: string;
  readonly properties: LogProperties;
}

/** What the transaction read before it decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** by definition id, for the processes that may be started */
  readonly models: ReadonlyMap<string, ProcessModel>;
  /** open subscriptions at the addresses that messages and signals reach, by address, in order of creation */
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionAddress[]>;
  /** start triggers a message, signal or evaluation concerns, by command id */
  readonly startTriggers: ReadonlyMap<string, readonly StartTriggerRow[]>;
  /** commands waiting for locked instances, in order */
  readonly mailbox: readonly MailboxCommand[];
  /** custom tasks whose results are decided on, locked */
  readonly customTasks: ReadonlyMap<string, CustomTaskRow>;
  /** what hosts offer now, when something is deployed */
  readonly catalog: Catalog;
  /** facts about the latest versions that a switch answers with, by key */
  readonly definitions: ReadonlyMap<string, LatestDefinition>;
  /** how long the transaction waited for its row locks; absent when it wanted none. Unit: ms */
  readonly lockWaitMs?: number;
}

/** How often a custom task runs when the model does not say. `attempts`: runs in all. */
export interface RetrySettings extends Backoff {
  readonly attempts: number;
}

/** The latest version of a key with what its model declares. */
export interface LatestDefinition {
  readonly definitionId: string;
  readonly deployedAt: string;
  readonly model: ProcessModel;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

/** A line of the log about a deployed file (docs/spec/log-events.md#9000-to-9099-warnings-about-models). */
export interface DeployWarning {
  readonly id: 9000 | 9001 | 9002 | 9003 | 9004 | 9005;
  readonly processKey: string;
  readonly elementId?: string;
  /** the attribute or extension that is ignored */
  readonly name?: string;
  readonly text: string;
}

/** An effect of one instance that is not done yet. */
export interface PendingEffect {
  readonly origin: Origin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** What comes with an envelope besides rows. */
export interface UnitSurroundings {
  /** tasks that were locked for remote workers, by command id */
  readonly claims?: ReadonlyMap<string, readonly ClaimedTask[]>;
  /** trace of a command of the envelope */
  readonly traceOf?: TraceOf | undefined;
  /** where commands that a sender has thrown stand, by command id */
  readonly places?: ReadonlyMap<string, SenderPlace>;
  /** which lines will be written; absent: none */
  readonly log?: Pick<Logger, 'isEnabled'>;
}

/** One envelope being decided: what was loaded, what is to be written. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly changes: InstanceChange[] = [];
  readonly lines: UnitLine[] = [];
  readonly replies: InboxRow[] = [];
  readonly followUps: FollowUp[] = [];
  readonly mailbox: MailboxCommand[] = [];
  /** commands of the outbox that this unit has carried out */
  readonly doneFollowUps: string[] = [];
  readonly definitions: DefinitionRow[] = [];
  /** what the deployed files say that does less than their authors may think, for the log */
  readonly deployWarnings: DeployWarning[] = [];
  readonly startKeys = new Set<string>();
  readonly startTriggers: StartTriggerRow[] = [];
  readonly effects: PendingEffect[] = [];
  /** what the unit adds to journals, in order of the commands */
  readonly journal: JournalRow[] = [];
  readonly customTasks = new CustomTaskChanges();
  /** tasks that were locked for remote workers, by command id */
  readonly claims: ReadonlyMap<string, readonly ClaimedTask[]>;
  readonly retries: RetrySettings;
  /** who waits for the messages and signals of this envelope */
  readonly receivers: Receivers;
  /** instances that call activities have started in this transaction */
  childrenStarted = 0;
  private readonly places: ReadonlyMap<string, SenderPlace>;
  private readonly traceOf: TraceOf;
  private readonly log: Pick<Logger, 'isEnabled'>;
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly indexes = new IndexChanges();
  private followUpCount = 0;
  private readonly originIds = new Map<string, string>();
  private readonly processes = new Map<string, ProcessRow>();

  constructor(
    loaded: LoadedRows,
    context: EngineContext,
    retries: RetrySettings,
    { claims = new Map(), traceOf = () => undefined, places = new Map(), log = NO_LOG }: UnitSurroundings = {},
  ) {
    this.claims = claims;
    this.log = log;
    this.traceOf = traceOf;
    this.loaded = loaded;
    this.places = places;
    this.receivers = new Receivers(loaded.subscriptions);
    this.retries = retries;
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
    const began = performance.now();
    const { id: instanceId, model, state } = instance;
    const observer = new ChangeObserver({ instanceId, model, state, now: this.context.now }, this.log);
    const decision = decide(model, state, engineCommand, this.contextOf(origin, observer));
    if (!decision.ok) return decision.rejection;
    const { events } = decision;
    if (events.length === 0) return undefined;
    instance.seq += 1;
    instance.isChanged = true;
    this.instances.set(instance.id, instance);
    this.journal.push({ subjectId: instance.id, kind: 'i', seq: instance.seq, commandId: origin.id, events });
    observer.end(events);
    this.changes.push({
      commandId: origin.id,
      commandKind: origin.kind,
      instance,
      eventCount: events.length,
      lines: observer.lines,
      counted: observer.counted,
      seq: instance.seq,
      tookMs: performance.now() - began,
    });
    for (const event of events) this.follow(origin, instance, event);
    return undefined;
  }

  /** Takes a changed process and what happened to it into the unit. */
  changeProcess(origin: Origin, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    this.journal.push({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId: origin.id, events });
  }

  /** Adds a line to the log of what this unit did; it is written after the commit. */
  tell(origin: Origin, id: LogEventId, message: string, properties: LogProperties): void {
    this.lines.push({ commandId: origin.id, id, message, properties });
  }

  /** The same about an instance: the line carries its scope. */
  tellOf(origin: Origin, { id, state }: WorkingInstance, event: LogEventId, message: string, properties: LogProperties): void {
    const scope = instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId });
    this.tell(origin, event, message, { ...scope, ...properties });
  }

  /** The command behind a follow-up; undefined for ids that are none. */
  originOf(followUpId: string): string | undefined {
    return this.originIds.get(followUpId);
  }

  /** Removes a timer's row, also where its instance has forgotten it. */
  forgetTimer(instanceId: string, subscription: number): void {
    this.indexes.note(instanceId, { kind: 'closeTimer', subscription });
  }

  /** Where a command stands among those of its sender; undefined when no instance has thrown it. */
  placeOf(commandId: string): SenderPlace | undefined {
    return this.places.get(commandId);
  }

  /** Adds a command that follows from another one. `place`: among those of a sender, which are carried out in order. */
  followUp(origin: Origin, body: CommandBody, place?: SenderPlace): void {
    const command = { ...body, id: this.nextFollowUpId(origin) } as Command;
    this.followUps.push({ command, place });
  }

  /** The id of the next follow-up of a command: derived, so that deciding twice gives the same. */
  nextFollowUpId(origin: Origin): string {
    this.followUpCount += 1;
    const id = this.context.guid(origin.id, `follow-up:${this.followUpCount}`);
    this.originIds.set(id, this.originIds.get(origin.id) ?? origin.id);
    return id;
  }

  /** Where this unit begins to wait for messages and signals. */
  get openedSubscriptions(): readonly EventAddress[] {
    return this.indexes.rows.openedSubscriptions;
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
      ...this.customTasks.rows,
    };
  }

  private contextOf({ depth }: Origin, { onEvent }: ChangeObserver): EngineContext {
    return { ...this.context, onEvent, ...(depth !== undefined && { depth }) };
  }

  private follow(origin: Origin, from: WorkingInstance, event: EngineEvent): void {
    const change = indexChangeOf(event);
    if (change !== undefined) {
      this.indexes.note(from.id, change);
      this.receivers.note(from.id, change);
    }
    // commands out of a mailbox have no trace of their own: theirs is that of the command that empties it
    this.customTasks.note(from, event, () => this.traceOf(origin.id) ?? currentTrace());
    const effect = effectOf(event, from.state);
    if (effect !== undefined) this.effects.push({ origin, from, effect });
  }
}

const NO_LOG = { isEnabled: () => false };

function storedInstance(instance: WorkingInstance): StoredInstance {
  const { id, definitionId, seq, state } = instance;
  return { id, definitionId, seq, isTerminal: isTerminal(state), snapshot: writeSnapshot(state) };
}
