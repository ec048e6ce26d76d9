import type { EngineCommand, Rejection } from '../../engine/commands.ts';
import type { CausationInfo, EngineContext } from '../../engine/context.ts';
import { type OpenRun, openRun } from '../../engine/decide.ts';
import { effectOf } from '../../engine/effects/effects-of-event.ts';
import { indexChangeOf } from '../../engine/effects/index-changes-of-event.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { DefinitionEvent } from '../../engine/journal-events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { isSuspended } from '../../engine/suspension.ts';
import type { CommandBody } from '../../messages/commands.ts';
import type { Logger, PropertiesOf } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import { currentTrace } from '../../platform/telemetry/trace-context.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { InboxRow } from '../../store/inbox.ts';
import type { WrittenInstance } from '../../store/instances.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import type { ProcessRow } from '../../store/processes.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { WriteSet } from '../../store/write-set.ts';
import { CustomTaskChanges } from '../custom-tasks/custom-task-changes.ts';
import type { TaskForRemoteWorker } from '../custom-tasks/lock-for-remote-workers.ts';
import { ChangeObserver } from '../observation/change-observer.ts';
import type { ChangeOrigin, TraceOf } from './change-origin.ts';
import { FollowUps } from './follow-ups.ts';
import { IncidentChanges } from './incident-changes.ts';
import { IndexChanges } from './index-changes.ts';
import { Journal, journalText } from './journal.ts';
import type { LoadedRows } from './loaded-rows.ts';
import { LongRun } from './long-run.ts';
import { type DeployWarning, ObservedChanges } from './observed-changes.ts';
import { Receivers } from './receivers.ts';
import { Removals } from './removals.ts';
import { RunBudget } from './run-budget.ts';
import { StartTriggerChanges } from './start-trigger-changes.ts';
import type { RetrySettings, UnitSurroundings } from './surroundings.ts';
import { SuspensionChanges } from './suspension-changes.ts';
import { type Rest, Turns } from './turns.ts';
import { VersionChanges } from './version-changes.ts';
import { emptyInstance, type PendingEffect, snapshotOf, type WorkingInstance, writtenInstance } from './working-instance.ts';

/** Events that are taken over before others may have their turn. */
const EVENTS_PER_PART = 200;
/** A transaction that has taken longer leaves what can wait to the next one. Unit: ms. */
const LONG_MS = 250;
/** A transaction whose runs have computed for longer starts no more children. Unit: ms. */
const ENOUGH_MS = 2000;

/** A run that is being decided. */
interface RunInWork {
  readonly origin: ChangeOrigin;
  readonly instance: WorkingInstance;
  readonly run: OpenRun;
  readonly observer: ChangeObserver;
  readonly budget: RunBudget;
  /** unit: ms */
  readonly begunAt: number;
}

/** One transaction being decided: what was loaded, what is to be written. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly retries: RetrySettings;
  readonly customTasks = new CustomTaskChanges();
  /** tasks that were locked for remote workers, by command id */
  readonly lockedTasks: ReadonlyMap<string, readonly TaskForRemoteWorker[]>;
  /** subscriptions that wait for the messages and signals of this envelope */
  readonly receivers: Receivers;
  /** what is logged and counted after the commit */
  readonly observed = new ObservedChanges();
  readonly followUps: FollowUps;
  readonly suspensions: SuspensionChanges;
  /** how many called instances run below one at the top, as far as it was asked for */
  readonly calledBelow = new Map<string, number>();
  /** versions that it adds, deletes and starts */
  readonly versions: VersionChanges;
  readonly removals = new Removals();
  readonly taskComments: WriteSet['taskComments'][number][] = [];
  /** instances whose mailbox still holds what this transaction had no time for */
  readonly leftInMailbox = new Set<string>();
  /** how long a run may compute while other commands wait for the same commit; unit: ms */
  patienceMs = Number.POSITIVE_INFINITY;
  private readonly written = new Journal();
  private readonly indexes = new IndexChanges();
  private readonly incidents = new IncidentChanges();
  private readonly startTriggers = new StartTriggerChanges();
  private readonly writtenInstances: WrittenInstance[] = [];
  private readonly replies: InboxRow[] = [];
  private readonly effects: PendingEffect[] = [];
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly processes = new Map<string, ProcessRow>();
  private childrenStarted = 0;
  private computed = 0;
  /** instances with a paused run, which a follow-up of this unit continues */
  private readonly toContinue = new Set<string>();
  /** runs that are not over, by instance */
  private readonly inWork = new Map<string, RunInWork>();
  private readonly begunAt = performance.now();
  private readonly places: ReadonlyMap<string, SenderPlace>;
  readonly evaluatorOfRun: NonNullable<UnitSurroundings['evaluatorOfRun']>;
  private readonly traceOf: TraceOf;
  private readonly logLevels: Pick<Logger, 'isEnabled'>;

  constructor(
    loaded: LoadedRows,
    context: EngineContext,
    retries: RetrySettings,
    {
      lockedTasks = new Map(),
      traceOf = () => undefined,
      places = new Map(),
      log = { isEnabled: () => false },
      evaluatorOfRun,
    }: UnitSurroundings = {},
  ) {
    this.lockedTasks = lockedTasks;
    this.logLevels = log;
    this.traceOf = traceOf;
    this.loaded = loaded;
    this.versions = new VersionChanges(loaded);
    this.places = places;
    this.receivers = new Receivers(loaded.subscriptions);
    this.retries = retries;
    this.context = context;
    this.evaluatorOfRun = evaluatorOfRun ?? (() => context.evaluator);
    this.followUps = new FollowUps(context.guid);
    this.suspensions = new SuspensionChanges(this.followUps, loaded.suspendedKeys);
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
    const instance = emptyInstance(id, definitionId, known ?? this.loaded.models.get(definitionId));
    this.versions.start(definitionId);
    return instance;
  }

  /**
   * Applies an engine command to an instance and takes its events into the unit; of a long run the first slice, `finishRuns` does the rest.
   * What has to wait for an instance that is held goes into its mailbox, unless it comes from there. @returns the rejection, if the rules refuse it
   */
  decide(origin: ChangeOrigin, instance: WorkingInstance, given: EngineCommand, isMail = false): Rejection | undefined {
    this.finishNow(instance);
    const engineCommand = this.suspensions.withHold(instance.model.key, given);
    if (!isMail && this.suspensions.keeps(origin, instance, engineCommand)) return undefined;
    const { id: instanceId, model, state } = instance;
    const observer = new ChangeObserver({ instanceId, model, state, now: this.context.now }, this.logLevels);
    const budget = new RunBudget();
    const begunAt = performance.now();
    return budget.slice((isOver) => {
      const opening = openRun(model, state, engineCommand, this.contextOf(origin, model, observer, budget));
      if (!opening.ok) return opening.rejection;
      const work = { origin, instance, run: opening.run, observer, budget, begunAt };
      this.instances.set(instanceId, instance);
      if (opening.run.advance(isOver)) this.take(work);
      else this.inWork.set(instanceId, work);
      return undefined;
    });
  }

  /** Finishes the runs that have not come to their end yet. `rest`: waits after each slice, at least so long, so that others have their turn. */
  async finishRuns(rest: Rest): Promise<void> {
    for (const [id, work] of this.inWork) {
      do {
        if (work.budget.computedMs > this.patienceMs) throw new LongRun(work.origin.id);
        await rest(work.budget.restMs);
      } while (!work.budget.slice((isOver) => work.run.advance(isOver)));
      await new Turns(rest).all(this.taking(work));
      this.inWork.delete(id);
      await rest(work.budget.restMs);
    }
  }

  /** A further command for an instance whose run is not over waits for that here. */
  finishNow({ id }: WorkingInstance): void {
    const work = this.inWork.get(id);
    if (work === undefined) return;
    this.inWork.delete(id);
    work.run.advance();
    this.take(work);
  }

  private take(work: RunInWork): void {
    for (const _part of this.taking(work));
  }

  /** Takes what a run has done into the unit, in parts; nothing else happens to its instance before the last one. */
  private *taking({ origin, instance, run: { events }, observer, budget, begunAt }: RunInWork): Generator<void, void> {
    this.computed += budget.computedMs;
    if (events.length === 0) return;
    const text = yield* journalText(events, EVENTS_PER_PART);
    instance.seq += 1;
    instance.isChanged = true;
    const { id: commandId, actor } = origin;
    this.written.append({ subjectId: instance.id, kind: 'i', seq: instance.seq, commandId, events, text, actor });
    instance.added += text.length;
    observer.end(events);
    yield;
    this.observed.addChange({
      commandId: origin.id,
      commandKind: origin.kind,
      instance,
      eventCount: events.length,
      lines: observer.lines,
      counted: observer.counted,
      seq: instance.seq,
      tookMs: performance.now() - begunAt,
    });
    for (const [at, event] of events.entries()) {
      this.follow(origin, instance, event);
      if (at % EVENTS_PER_PART === EVENTS_PER_PART - 1) yield;
    }
    const { paused } = instance.state;
    if (paused !== null && paused.isStopped !== true && !isSuspended(instance.state)) this.continueLater(origin, instance);
    if (instance.wasSuspended && !isSuspended(instance.state)) this.leftInMailbox.add(instance.id);
  }

  /** Takes a changed process and what happened to it into the unit. */
  changeProcess(origin: ChangeOrigin, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    const { id: commandId, actor } = origin;
    const text = JSON.stringify(events);
    this.written.append({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId, events, text, actor });
  }

  /** From the commit on a key has these start triggers and no others. */
  replaceStartTriggers(key: string, triggers: readonly StartTriggerRow[]): void {
    this.startTriggers.replace(key, triggers);
  }

  reply(row: InboxRow): void {
    this.replies.push(row);
    if (row.act !== undefined) this.observed.acts += 1;
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

  /** Counts a child that a call activity is about to start. False: as many as `most` have been started in this transaction, or its runs have computed for long. */
  mayStartChild(most: number): boolean {
    if (this.childrenStarted >= most || this.computed > ENOUGH_MS) return false;
    this.childrenStarted += 1;
    return true;
  }

  /** Whether a run has begun that takes long: what comes next may wait for another transaction. */
  get hasLongRun(): boolean {
    return this.inWork.size > 0;
  }

  /** How long the finished runs have computed. Unit: ms. */
  get computedMs(): number {
    return this.computed;
  }

  /** Whether this transaction has taken so long that what can wait should wait for the next one. */
  get isSpent(): boolean {
    return performance.now() - this.begunAt > LONG_MS;
  }

  /** What led to a command, with its size: what was counted before this transaction, and what it adds itself. */
  causationOf({ causation }: ChangeOrigin): CausationInfo | undefined {
    if (causation === undefined) return undefined;
    const { root, depth, trail } = causation;
    const size = (this.loaded.causations.get(root) ?? 0) + this.followUps.countedOf(root);
    return { depth, size, trail };
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

  /** The instances it has locked or made, as they are now. */
  get allInstances(): Iterable<WorkingInstance> {
    return new Set([...this.loaded.instances.values(), ...this.instances.values()]);
  }

  /** Makes what is to be written ready, once all commands are decided. `rest`: see {@link finishRuns}. */
  async prepareWriting(rest: Rest): Promise<void> {
    if (this.inWork.size > 0) throw new Error('a run is not over and would be written');
    const turns = new Turns(rest);
    for (const instance of this.instances.values()) {
      if (!instance.isChanged) continue;
      const parts = await turns.all(snapshotOf(instance));
      this.writtenInstances.push(writtenInstance(instance, parts));
    }
  }

  /** Everything to be written. */
  writeSet(): WriteSet {
    return {
      journal: this.written.rows,
      instances: this.writtenInstances,
      ...this.removals.rows,
      taskComments: this.taskComments,
      processes: [...this.processes.values()],
      ...this.versions.rows,
      replies: this.replies,
      startKeys: this.startTriggers.keys,
      startTriggers: this.startTriggers.triggers,
      ...this.followUps.rows,
      ...this.indexes.rows,
      ...this.customTasks.rows,
      ...this.incidents.rows,
      suspensions: this.suspensions.rows([...this.instances.values()]),
    };
  }

  private contextOf(
    origin: ChangeOrigin,
    { key }: ProcessModel,
    { onEvent }: ChangeObserver,
    { shouldPause }: RunBudget,
  ): EngineContext {
    const causation = this.causationOf(origin);
    const evaluator = this.evaluatorOfRun({ key, commandId: origin.id });
    return { onEvent, shouldPause, ...(causation !== undefined && { causation }), ...this.context, evaluator };
  }

  /** The rest of a paused run is a command of its own, behind what waits in the mailbox of the instance. */
  private continueLater(origin: ChangeOrigin, { id, state }: WorkingInstance): void {
    if (this.toContinue.has(id)) return;
    this.toContinue.add(id);
    this.followUps.mail(origin, state.key, id, { type: 'ContinueRun' });
  }

  private follow(origin: ChangeOrigin, from: WorkingInstance, event: EngineEvent): void {
    const change = indexChangeOf(event);
    if (change !== undefined) {
      this.indexes.note(from.id, change);
      this.receivers.note(from.id, change);
    }
    this.incidents.note(from, event);
    this.suspensions.note(from, event);
    // commands out of a mailbox have no trace of their own: theirs is that of the command that empties it
    this.customTasks.note(from, event, () => this.traceOf(origin.id) ?? currentTrace());
    const effect = effectOf(event, from.state);
    if (effect !== undefined) this.effects.push({ origin, from, effect });
  }
}
