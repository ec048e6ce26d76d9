import type { EngineCommand, Rejection } from '../../engine/commands.ts';
import { type OpenRun, openRun } from '../../engine/decide.ts';
import { effectOf } from '../../engine/effects/effects-of-event.ts';
import { indexChangeOf } from '../../engine/effects/index-changes-of-event.ts';
import type { DefinitionEvent } from '../../engine/events/journal-events.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { CausationInfo, EngineContext } from '../../engine/running/context.ts';
import { isSuspended } from '../../engine/state/suspension.ts';
import type { CommandBody } from '../../messages/commands.ts';
import type { AskedMessages } from '../../messages/shared-messages.ts';
import type { Logger, PropertiesOf } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import { currentTrace } from '../../platform/telemetry/tracing.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { BufferedAddress } from '../../store/buffered-messages.ts';
import type { InboxRow } from '../../store/inbox.ts';
import type { WrittenInstance } from '../../store/instances.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import type { ProcessRow } from '../../store/processes.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import { noCollectedRows, type WriteSet } from '../../store/write-set.ts';
import { CustomTaskChanges } from '../custom-tasks/custom-task-changes.ts';
import { ChangeObserver } from '../observation/change-observer.ts';
import type { ChangeOrigin, TraceOf } from './change-origin.ts';
import { DecisionChanges } from './decision-changes.ts';
import { FollowUps } from './follow-ups.ts';
import { IndexChanges } from './index-changes.ts';
import { Journal, journalText } from './journal.ts';
import type { LoadedRows } from './loaded-rows.ts';
import { ObservedChanges } from './observed-changes.ts';
import { Receivers } from './receivers.ts';
import { IncidentChanges, LetterChanges, Removals } from './row-changes.ts';
import { LongRun, RunBudget, TimeSlices, type YieldFor } from './run-budget.ts';
import type { RetrySettings, UnitSurroundings } from './surroundings.ts';
import { SuspensionChanges } from './suspension-changes.ts';
import { emptyInstance, type PendingEffect, snapshotOf, type WorkingInstance, writtenInstance } from './working-instance.ts';

/** Events processed before yielding to other work. */
const EVENTS_PER_PART = 200;
/** Time after which a transaction postpones deferrable work. */
const LONG_MS = 250;
/** Computing time of runs after which a transaction starts no more children. */
const MAX_COMPUTED_MS = 2000;

interface RunInWork {
  readonly origin: ChangeOrigin;
  readonly instance: WorkingInstance;
  readonly run: OpenRun;
  readonly observer: ChangeObserver;
  readonly budget: RunBudget;
  readonly begunAt: number;
}

/** One transaction: the loaded rows, the decisions on them and the rows to write. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly retries: RetrySettings;
  readonly customTasks = new CustomTaskChanges();
  /** subscriptions that wait for the messages and signals of this command batch */
  readonly receivers: Receivers;
  readonly observed = new ObservedChanges();
  readonly followUps: FollowUps;
  readonly suspensions: SuspensionChanges;
  /** called instances per root instance, if counted */
  readonly calledBelow = new Map<string, number>();
  readonly decisions: DecisionChanges;
  readonly letters = new LetterChanges();
  readonly removals = new Removals();
  /** added by commands directly */
  readonly rows = noCollectedRows();
  /** instances whose command queue has commands for a later transaction */
  readonly leftInQueue = new Set<string>();
  /** addresses where messages wait for receivers that this transaction adds; known after its writes */
  readonly bufferedAt: BufferedAddress[] = [];
  /** messages of the first shard that wait for receivers here */
  readonly asked: AskedMessages[] = [];
  /** longest computation of a run while other commands share the commit; after it `finishRuns` throws LongRun */
  maxSharedRunMs = Number.POSITIVE_INFINITY;
  private readonly written = new Journal();
  private readonly indexes = new IndexChanges();
  readonly incidents = new IncidentChanges();
  private readonly startKeys = new Set<string>();
  private readonly startedVersions = new Set<string>();
  private readonly writtenInstances: WrittenInstance[] = [];
  private readonly effects: PendingEffect[] = [];
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly processes = new Map<string, ProcessRow>();
  private childrenStarted = 0;
  private computed = 0;
  /** instances with a paused run, which a follow-up of this unit continues */
  private readonly toContinue = new Set<string>();
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
    { traceOf = () => undefined, places = new Map(), log = { isEnabled: () => false }, evaluatorOfRun }: UnitSurroundings = {},
  ) {
    this.logLevels = log;
    this.traceOf = traceOf;
    this.loaded = loaded;
    this.decisions = new DecisionChanges(loaded.decisions, loaded.keepsEvaluations === true);
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

  /** Returns the process as changed by the commands decided so far. Undefined if it was not loaded or does not exist. */
  process(key: string): ProcessRow | undefined {
    return this.processes.get(key) ?? this.loaded.processes.get(key);
  }

  /** Added to the unit by an accepted `decide` with a start command. `known`: its model, if it was not loaded. */
  newInstance(id: string, definitionId: string, known?: ProcessModel): WorkingInstance {
    const instance = emptyInstance(id, definitionId, known ?? this.loaded.models.get(definitionId));
    this.startVersion(definitionId);
    return instance;
  }

  /** Records a started version, which must still exist when the instance is written. */
  startVersion(definitionId: string): void {
    this.startedVersions.add(definitionId);
  }

  /**
   * Computes one time slice of a long run; `finishRuns` does the rest. Commands that must wait for a suspended instance go to its command queue.
   * @returns undefined if the command was applied or queued
   */
  decide(origin: ChangeOrigin, instance: WorkingInstance, given: EngineCommand, isFromQueue = false): Rejection | undefined {
    this.finishNow(instance);
    const engineCommand = this.suspensions.withHold(instance.model.key, given);
    if (!isFromQueue && this.suspensions.keeps(origin, instance, engineCommand)) return undefined;
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

  /** Finishes all open runs. */
  async finishRuns(yieldFor: YieldFor): Promise<void> {
    for (const [id, work] of this.inWork) {
      do {
        if (work.budget.computedMs > this.maxSharedRunMs) throw new LongRun(work.origin.id);
        await yieldFor(work.budget.yieldMs);
      } while (!work.budget.slice((isOver) => work.run.advance(isOver)));
      await new TimeSlices(yieldFor).all(this.taking(work));
      this.inWork.delete(id);
      await yieldFor(work.budget.yieldMs);
    }
  }

  /** Finishes the open run of an instance before its next command. */
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

  /** Takes the events in parts. The instance must not change before the last part. */
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
    this.observed.changes.push({
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
    if (instance.wasSuspended && !isSuspended(instance.state)) this.leftInQueue.add(instance.id);
  }

  /** Adds one row to the event history. Increments the `seq`. */
  changeProcess(origin: ChangeOrigin, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    const { id: commandId, actor } = origin;
    const text = JSON.stringify(events);
    this.written.append({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId, events, text, actor });
  }

  replaceStartTriggers(key: string, triggers: readonly StartTriggerRow[]): void {
    this.startKeys.add(key);
    this.rows.startTriggers.push(...triggers);
  }

  reply(row: InboxRow): void {
    this.rows.replies.push(row);
    if (row.act !== undefined) this.observed.acts += 1;
  }

  /** Adds a log line to write after the commit. */
  log<Name extends LogEventName>(origin: ChangeOrigin, event: Name, properties: PropertiesOf<Name>): void {
    this.observed.lines.push({ commandId: origin.id, event, properties });
  }

  /** Logs with the scope of an instance. */
  logAbout<Name extends LogEventName>(
    origin: ChangeOrigin,
    { id, state }: WorkingInstance,
    event: Name,
    properties: PropertiesOf<Name>,
  ): void {
    const scope = instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId });
    this.log(origin, event, { ...scope, ...properties });
  }

  /** Counts the child. False if `most` children were started in this transaction, or its runs have computed for too long. */
  mayStartChild(most: number): boolean {
    if (this.childrenStarted >= most || this.computed > MAX_COMPUTED_MS) return false;
    this.childrenStarted += 1;
    return true;
  }

  /** True: further commands may wait for another transaction. */
  get hasLongRun(): boolean {
    return this.inWork.size > 0;
  }

  /** Computing time of the finished runs. */
  get computedMs(): number {
    return this.computed;
  }

  /** Whether deferrable work should wait for the next transaction. */
  get isSpent(): boolean {
    return performance.now() - this.begunAt > LONG_MS;
  }

  /** Returns undefined without causation. The size includes the additions of this transaction. */
  causationOf({ causation }: ChangeOrigin): CausationInfo | undefined {
    if (causation === undefined) return undefined;
    const { root, depth, trail } = causation;
    const size = (this.loaded.causations.get(root) ?? 0) + this.followUps.countedOf(root);
    return { depth, size, trail };
  }

  addEffect(effect: PendingEffect): void {
    this.effects.push(effect);
  }

  /** True if effects are queued or a run is open, which may queue some. */
  get hasEffects(): boolean {
    return this.effects.length > 0 || this.inWork.size > 0;
  }

  /** Removes and returns the oldest queued effect. */
  nextEffect(): PendingEffect | undefined {
    return this.effects.shift();
  }

  /** See {@link FollowUps.enqueue}. */
  enqueue(origin: ChangeOrigin, body: CommandBody, place?: SenderPlace): void {
    this.followUps.enqueue(origin, body, place);
  }

  /** Position among the commands of the sender; undefined if no instance has thrown it. */
  placeOf(commandId: string): SenderPlace | undefined {
    return this.places.get(commandId);
  }

  /** Deletes the timer also if its instance has no such timer. */
  forgetTimer(instanceId: string, subscription: number): void {
    this.indexes.note(instanceId, { kind: 'closeTimer', subscription });
  }

  get openedSubscriptions(): readonly EventAddress[] {
    return this.indexes.rows.openedSubscriptions;
  }

  /** Rows so far. */
  get journal(): Pick<Journal, 'length' | 'from'> {
    return this.written;
  }

  get allInstances(): Iterable<WorkingInstance> {
    return new Set([...this.loaded.instances.values(), ...this.instances.values()]);
  }

  /** Call it once, after all commands are decided. Throws if a run is open. */
  async prepareWriting(yieldFor: YieldFor): Promise<void> {
    if (this.inWork.size > 0) throw new Error('a run is not over and would be written');
    const slices = new TimeSlices(yieldFor);
    for (const instance of this.instances.values()) {
      if (!instance.isChanged) continue;
      const parts = await slices.all(snapshotOf(instance));
      this.writtenInstances.push(writtenInstance(instance, parts));
    }
  }

  /** Call {@link prepareWriting} before: it adds the instances. */
  writeSet(): WriteSet {
    // other transactions cannot see a version that this one adds: it needs no claim
    const added = new Set(this.rows.definitions.map(({ definitionId }) => definitionId));
    return {
      ...this.rows,
      onBuffered: (found) => this.bufferedAt.push(...found),
      journal: this.written.rows,
      instances: this.writtenInstances,
      ...this.removals.rows,
      processes: [...this.processes.values()],
      startedDefinitions: [...this.startedVersions].filter((id) => !added.has(id)),
      decisions: this.decisions.rows,
      startKeys: [...this.startKeys],
      ...this.followUps.rows,
      ...this.letters.rows,
      ...this.indexes.rows,
      ...this.customTasks.rows,
      ...this.incidents.rows,
      suspensions: this.suspensions.rows([...this.instances.values()]),
    };
  }

  /** Whether the transaction may have written due times: of timers, start event subscriptions or resumed instances. */
  get hasDueTimes(): boolean {
    return this.indexes.hasOpenedTimers || this.startKeys.size > 0 || this.suspensions.hasResumed;
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

  /** Queues a separate command, last in the command queue of the instance. */
  private continueLater(origin: ChangeOrigin, { id, state }: WorkingInstance): void {
    if (this.toContinue.has(id)) return;
    this.toContinue.add(id);
    this.followUps.queueForInstance(origin, state.key, id, { type: 'ContinueRun' });
  }

  private follow(origin: ChangeOrigin, from: WorkingInstance, event: EngineEvent): void {
    const change = indexChangeOf(event);
    if (change !== undefined) {
      this.indexes.note(from.id, change);
      this.receivers.note(from.id, change);
    }
    this.incidents.note(from, event);
    this.suspensions.note(from, event);
    // commands of an instance queue have no trace: they use that of the drain
    this.customTasks.note(from, event, () => this.traceOf(origin.id) ?? currentTrace());
    const effect = effectOf(event, from.state);
    if (effect !== undefined) this.effects.push({ origin, from, effect });
  }
}
