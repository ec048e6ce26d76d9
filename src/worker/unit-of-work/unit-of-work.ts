import type { EngineCommand, Rejection } from '../../engine/commands.ts';
import type { EngineContext } from '../../engine/context.ts';
import { decide } from '../../engine/decide.ts';
import { effectOf } from '../../engine/effects/effects-of-event.ts';
import { indexChangeOf } from '../../engine/effects/index-changes-of-event.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { DefinitionEvent } from '../../engine/journal-events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { initialState } from '../../engine/state.ts';
import type { CommandBody } from '../../messages/commands.ts';
import type { Logger, PropertiesOf } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import { currentTrace } from '../../platform/telemetry/trace-context.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { LockedTask } from '../../store/custom-task-locks.ts';
import type { DefinitionRow } from '../../store/definitions.ts';
import type { InboxRow } from '../../store/inbox.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import type { ProcessRow } from '../../store/processes.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { WriteSet } from '../../store/write-set.ts';
import { CustomTaskChanges } from '../custom-tasks/custom-task-changes.ts';
import { ChangeObserver } from '../observation/change-observer.ts';
import type { ChangeOrigin, TraceOf } from './change-origin.ts';
import { FollowUps } from './follow-ups.ts';
import { IndexChanges } from './index-changes.ts';
import { Journal } from './journal.ts';
import type { LoadedRows } from './loaded-rows.ts';
import { type DeployWarning, ObservedChanges } from './observed-changes.ts';
import { Receivers } from './receivers.ts';
import { StartTriggerChanges } from './start-trigger-changes.ts';
import type { RetrySettings, UnitSurroundings } from './surroundings.ts';
import { type PendingEffect, storedInstance, type WorkingInstance } from './working-instance.ts';

/** One transaction being decided: what was loaded, what is to be written. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly retries: RetrySettings;
  readonly customTasks = new CustomTaskChanges();
  /** tasks that were locked for remote workers, by command id */
  readonly lockedTasks: ReadonlyMap<string, readonly LockedTask[]>;
  /** subscriptions that wait for the messages and signals of this envelope */
  readonly receivers: Receivers;
  /** what is logged and counted after the commit */
  readonly observed = new ObservedChanges();
  readonly followUps: FollowUps;
  private readonly written = new Journal();
  private readonly indexes = new IndexChanges();
  private readonly startTriggers = new StartTriggerChanges();
  private readonly replies: InboxRow[] = [];
  private readonly definitions: DefinitionRow[] = [];
  private readonly effects: PendingEffect[] = [];
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly processes = new Map<string, ProcessRow>();
  private childrenStarted = 0;
  private readonly places: ReadonlyMap<string, SenderPlace>;
  private readonly traceOf: TraceOf;
  private readonly logLevels: Pick<Logger, 'isEnabled'>;

  constructor(
    loaded: LoadedRows,
    context: EngineContext,
    retries: RetrySettings,
    { lockedTasks = new Map(), traceOf = () => undefined, places = new Map(), log = NO_LOG }: UnitSurroundings = {},
  ) {
    this.lockedTasks = lockedTasks;
    this.logLevels = log;
    this.traceOf = traceOf;
    this.loaded = loaded;
    this.places = places;
    this.receivers = new Receivers(loaded.subscriptions);
    this.retries = retries;
    this.context = context;
    this.followUps = new FollowUps(context.guid);
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
  decide(origin: ChangeOrigin, instance: WorkingInstance, engineCommand: EngineCommand): Rejection | undefined {
    const began = performance.now();
    const { id: instanceId, model, state } = instance;
    const observer = new ChangeObserver({ instanceId, model, state, now: this.context.now }, this.logLevels);
    const decision = decide(model, state, engineCommand, this.contextOf(origin, observer));
    if (!decision.ok) return decision.rejection;
    const { events } = decision;
    if (events.length === 0) return undefined;
    instance.seq += 1;
    instance.isChanged = true;
    this.instances.set(instance.id, instance);
    this.written.append({ subjectId: instance.id, kind: 'i', seq: instance.seq, commandId: origin.id, events });
    observer.end(events);
    this.observed.addChange({
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
  changeProcess(origin: ChangeOrigin, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    this.written.append({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId: origin.id, events });
  }

  /** Adds a new version of a process. */
  addDefinition(row: DefinitionRow): void {
    this.definitions.push(row);
  }

  /** From the commit on a key has these start triggers and no others. */
  replaceStartTriggers(key: string, triggers: readonly StartTriggerRow[]): void {
    this.startTriggers.replace(key, triggers);
  }

  /** Records the reply of a command. */
  reply(row: InboxRow): void {
    this.replies.push(row);
  }

  /** Adds a line to the log; it is written after the commit. */
  log<Name extends LogEventName>(origin: ChangeOrigin, event: Name, properties: PropertiesOf<Name>): void {
    this.observed.addLine(origin, event, properties);
  }

  /** The same about an instance: the line carries its scope. */
  logAbout<Name extends LogEventName>(
    origin: ChangeOrigin,
    { id, state }: WorkingInstance,
    event: Name,
    properties: PropertiesOf<Name>,
  ): void {
    const scope = instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId });
    this.log(origin, event, { ...scope, ...properties });
  }

  /** Adds warnings about deployed files to the log; they are written after the commit. */
  warn(warnings: readonly DeployWarning[]): void {
    this.observed.addWarnings(warnings);
  }

  /** Counts a child that a call activity is about to start. False: as many as `most` have been started in this transaction. */
  mayStartChild(most: number): boolean {
    if (this.childrenStarted >= most) return false;
    this.childrenStarted += 1;
    return true;
  }

  /** Adds an effect that is still to be carried out. */
  addEffect(effect: PendingEffect): void {
    this.effects.push(effect);
  }

  /** Takes the oldest effect that is still to be carried out. */
  nextEffect(): PendingEffect | undefined {
    return this.effects.shift();
  }

  /** Adds a command that follows from another one. `place`: among those of a sender, which are carried out in order. */
  enqueue(origin: ChangeOrigin, body: CommandBody, place?: SenderPlace): void {
    this.followUps.enqueue(origin, body, place);
  }

  /** Where a command stands among those of its sender; undefined when no instance has thrown it. */
  placeOf(commandId: string): SenderPlace | undefined {
    return this.places.get(commandId);
  }

  /** Removes a timer's row, also where its instance has forgotten it. */
  forgetTimer(instanceId: string, subscription: number): void {
    this.indexes.note(instanceId, { kind: 'closeTimer', subscription });
  }

  /** Where this unit begins to wait for messages and signals. */
  get openedSubscriptions(): readonly EventAddress[] {
    return this.indexes.rows.openedSubscriptions;
  }

  /** What is written to journals so far. */
  get journal(): Pick<Journal, 'length' | 'from'> {
    return this.written;
  }

  /** Everything to be written, once all commands are decided. */
  writeSet(): WriteSet {
    return {
      journal: this.written.rows,
      instances: [...this.instances.values()].filter((i) => i.isChanged).map(storedInstance),
      processes: [...this.processes.values()],
      definitions: this.definitions,
      replies: this.replies,
      followUps: this.followUps.commands,
      mailbox: this.followUps.mailbox,
      doneFollowUps: this.followUps.doneIds,
      startKeys: this.startTriggers.keys,
      startTriggers: this.startTriggers.triggers,
      ...this.indexes.rows,
      ...this.customTasks.rows,
    };
  }

  private contextOf({ depth }: ChangeOrigin, { onEvent }: ChangeObserver): EngineContext {
    return { ...this.context, onEvent, ...(depth !== undefined && { depth }) };
  }

  private follow(origin: ChangeOrigin, from: WorkingInstance, event: EngineEvent): void {
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
