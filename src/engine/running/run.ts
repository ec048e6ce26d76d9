import type { CompletionCause } from '../causes.ts';
import type { Decided } from '../decisions/decided.ts';
import type { Repeat } from '../events/incident-events.ts';
import type { ElementActivated, EngineEvent, JobWork } from '../events.ts';
import { type Failure, MAX_CODE, MAX_MESSAGE } from '../failures.ts';
import { listNamesOf, localReadsOf } from '../model/model-shape.ts';
import { branchVariablesIn, type DecisionMade, type ElementModel, type FlowModel, type ProcessModel } from '../model.ts';
import { type ActivityInstanceOrdinal, Ordinals, type ScopeOrdinal, type VariableScopeOrdinal } from '../ordinals.ts';
import { apply } from '../state/apply.ts';
import { incidentsEndedBy, openIncident, triesBefore } from '../state/open-incidents.ts';
import { Pending, type ThrownError, type TokenExit } from '../state/pending.ts';
import type { ActivityInstance, IncidentState, InstanceState, PausedRun } from '../state.ts';
import { cutText } from '../values/cut-text.ts';
import { Agenda, type Step } from './agenda.ts';
import type { Behaviours } from './behaviour.ts';
import type { Cancellation } from './cancellations.ts';
import type { EngineContext, RunProgress } from './context.ts';
import { FailurePoints } from './failure-points.ts';
import { JoinWatch } from './join-watch.ts';
import { OwnSignals } from './own-signals.ts';
import { TextEvaluation } from './text-evaluation.ts';
import { VariableChanges } from './variable-changes.ts';

/**
 * The execution of one command on one instance (docs/contributing/spec/execution.md#run-of-a-command). Code that decides reads
 * the state and emits events; only `emit` changes the state.
 */
export class Run {
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly context: EngineContext;
  readonly behaviours: Behaviours;
  readonly events: EngineEvent[] = [];
  readonly agenda = new Agenda(
    (step) => this.joins.noteEnd(step),
    (step) => this.ownSignals.noteQueued(step),
  );
  /** signals that this instance has thrown to itself */
  ownSignals = new OwnSignals();
  /** waiting inclusive joins to check */
  readonly joins = new JoinWatch();
  readonly pending = new Pending();
  /** names of the variables of a retry request */
  givenNames: readonly string[] = [];
  /** failures without incident */
  readonly failurePoints = new FailurePoints();
  readonly ordinals: Ordinals;
  readonly texts: TextEvaluation;
  /** parallel paths see each other's writes */
  readonly sharesVariables: boolean;
  /** an uncaught failure becomes an incident instead of failing the instance */
  readonly leavesIncidents: boolean;
  /** variable changes since conditions were last checked; recorded only while there are conditional subscriptions */
  readonly changes = new VariableChanges();
  /** activity instance that the request of this command completes; null for other commands */
  completedByCaller: { readonly entry: ActivityInstanceOrdinal; readonly cause: CompletionCause } | null = null;
  /** attempt whose result this command stores, and its activity instance; null for other commands */
  jobWork: { readonly entry: ActivityInstanceOrdinal; readonly work: JobWork } | null = null;
  /** incident that this command has retried or resolved */
  endedIncident: IncidentState | null = null;
  /** activity instance that is leaving without its work */
  skipped: ActivityInstanceOrdinal | null = null;
  /** decisions of an activity instance in this step, and the separately deployed decision among them */
  decided: { readonly entry: ActivityInstanceOrdinal; readonly decision?: DecisionMade; readonly decided: Decided } | null = null;
  /** continues the count of a paused run */
  stepsTaken = 0;
  /** characters of JSON written to variables */
  written = 0;
  /** true if only the change of the command is applied and no step follows: a paused run remains paused */
  takesNoSteps = false;
  /** rest of a long step, which `OpenRun.advance` calls; undefined: the step is complete */
  stepContinuation: (() => void) | undefined;
  /** remaining steps at a stop by the step limit, which an operator has allowed */
  stepsAllowed = 0;
  private stepsBefore = 0;
  private readonly isCaught: Policies['isCaught'];
  private readonly isCaughtHere: Policies['isCaught'];

  constructor(
    model: ProcessModel,
    state: InstanceState,
    context: EngineContext,
    { behaviours, isCaught, isCaughtHere }: Policies,
  ) {
    this.model = model;
    this.state = state;
    this.context = context;
    this.behaviours = behaviours;
    this.isCaught = isCaught;
    this.isCaughtHere = isCaughtHere;
    this.ordinals = new Ordinals(state.counter);
    this.texts = new TextEvaluation(state, context, localReadsOf(model), listNamesOf(model));
    this.leavesIncidents = (model.onFailure ?? context.onFailure) === 'incident';
    this.sharesVariables = branchVariablesIn(model, context.branchVariables) === 'shared';
    if (state.paused !== null) this.resume(state.paused);
  }

  /** Restores the rest of a run that stopped between two steps. */
  resume({ steps, stepsTaken, signals, pending = [] }: PausedRun): void {
    this.ownSignals = new OwnSignals(signals);
    for (const step of steps) {
      this.agenda.add(step);
      this.ownSignals.restoreStep(step);
    }
    for (const item of pending) this.pending.add(item);
    if (stepsTaken === 0) this.stepsAllowed = steps.length;
    this.stepsBefore = stepsTaken;
    this.stepsTaken = stepsTaken;
  }

  /** Adds an event and applies it to the state. */
  emit(event: EngineEvent): void {
    if (this.state.incidents.size > 0) for (const incidentEnded of incidentsEndedBy(this.state, event)) this.emit(incidentEnded);
    this.context.onEvent?.(event);
    if (this.state.conditions.size > 0) this.changes.note(this.state.variables, event);
    apply(this.state, event, this.context.now);
    this.joins.note(event);
    if (event.type === 'SubscriptionOpened' && event.subject.kind === 'signal') {
      this.ownSignals.noteSubscribed(event.subscription, event.subject.name);
    }
    this.events.push(event);
  }

  /** Work of this command so far. */
  get progress(): RunProgress {
    return { steps: this.stepsTaken - this.stepsBefore, events: this.events.length, written: this.written };
  }

  /** Number of users of a variable scope: activity instances, held tokens, nested scopes, queued steps. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return (this.state.uses.get(variableScope) ?? 0) + this.agenda.usesOf(variableScope);
  }

  /** Records that a token left a scope. The exit of the last token determines the outcome of the scope. */
  tokenLeft(scope: ScopeOrdinal, exit: TokenExit = NORMALLY): void {
    this.pending.add({ kind: 'endScope', scope, exit });
  }

  /** Emits the activation of an element and returns the new activity instance. */
  activate(element: ElementModel, at: Omit<Step, 'element'>, extra?: ActivationExtra): ActivityInstance {
    const entry = this.ordinals.nextActivityInstance();
    this.emit({
      type: 'ElementActivated',
      entry,
      element: element.id,
      elementType: element.type,
      scope: at.scope,
      variableScope: at.variableScope,
      ...(at.flow === null ? {} : { via: at.flow }),
      ...(at.race === undefined ? {} : { race: at.race }),
      ...(at.compensates === undefined ? {} : { compensates: at.compensates }),
      ...extra,
    });
    return this.state.entries.get(entry) as ActivityInstance;
  }

  /** Emits the completion of an activity instance. @param flows flows that a gateway has chosen */
  complete(entry: ActivityInstance, flows?: readonly FlowModel[]): void {
    const given = this.completedByCaller?.entry === entry.ordinal ? { cause: this.completedByCaller.cause } : undefined;
    const chosen = flows === undefined ? undefined : { flows: flows.map(({ id }) => id) };
    const skipped = this.skipped === entry.ordinal ? { skipped: true as const } : undefined;
    const decided = this.decided?.entry === entry.ordinal ? ofDecided(this.decided) : undefined;
    const work = this.jobWork?.entry === entry.ordinal ? { work: this.jobWork.work } : undefined;
    this.emit({ type: 'ElementCompleted', ...ended(entry), ...chosen, ...given, ...skipped, ...decided, ...work });
  }

  /**
   * Fails an activity instance: raises an incident, or emits the failure and queues the search for its catcher. `settle` searches later, so the caller must
   * return.
   * @param repeat effect of a retry of the incident
   */
  fail(entry: ActivityInstance, variableScope: VariableScopeOrdinal, failure: Failure, repeat: Repeat = { kind: 'enter' }): void {
    if (this.leaveAsIncident(entry, failure, repeat, variableScope)) return;
    const cut = cutOf(failure);
    const isHeard = entry.loop !== null || repeat.kind === 'leave' || repeat.kind === 'listen';
    this.emit({ type: 'ElementFailed', ...ended(entry), ...cut });
    this.raise({
      kind: 'failure',
      entry: entry.ordinal,
      element: entry.element,
      isIteration: entry.index !== null,
      compensates: entry.compensates,
      race: entry.race,
      scope: entry.scope,
      variableScope,
      ...cut,
      ...(isHeard ? { isHeard } : {}),
      ...(failure.data === undefined ? {} : { data: failure.data }),
    });
  }

  /** True if this instance or a calling one catches a failure of the activity instance. */
  catches(entry: ActivityInstance, code: string): boolean {
    return this.isCaught(this, entry, code);
  }

  /**
   * Raises an incident if the process is configured so and nothing catches the failure. The activity instance stays active
   * (docs/contributing/spec/incidents.md#incident).
   * @returns true if an incident was raised; false if the failure must propagate: then it is recorded for a later retry of the failed instance, unless
   * this instance catches it
   */
  leaveAsIncident(entry: ActivityInstance, failure: Failure, repeat: Repeat, variableScope = entry.variableScope): boolean {
    const { ordinal, element, held } = entry;
    if (!this.leavesIncidents || this.isCaught(this, entry, failure.code)) {
      if (this.isCaughtHere(this, entry, failure.code)) return false;
      const joined = held === null || variableScope === entry.variableScope ? {} : { joined: variableScope };
      this.failurePoints.note(this, { entry: ordinal, element, ...joined }, cutOf(failure), repeat);
      return false;
    }
    this.raiseIncident({ entry: ordinal, element }, failure, repeat);
    return true;
  }

  /** Emits an incident. A repeated failure of the same subject keeps the incident and counts it. */
  raiseIncident(at: Pick<IncidentState, 'entry' | 'element'>, failure: Failure, repeat: Repeat): void {
    const { state, endedIncident } = this;
    const before = openIncident(state, at.entry, repeat) ?? triesBefore(state, endedIncident, at.entry, repeat);
    const incident = before?.incident ?? this.ordinals.nextIncident();
    const count = (before?.count ?? 0) + 1;
    const since = before?.since ?? this.context.now;
    this.emit({ type: 'IncidentRaised', incident, ...at, ...cutOf(failure), repeat, count, since });
  }

  /** Queues the search for a catcher of an error. */
  raise(error: ThrownError): void {
    this.pending.add({ kind: 'findCatcher', error });
  }

  cancel(entry: ActivityInstance, { reason, cause }: Cancellation): void {
    this.emit({ type: 'ElementCancelled', ...ended(entry), reason, cause });
  }
}

/** Fields of `ElementCompleted` about decisions. */
function ofDecided({ decision, decided }: NonNullable<Run['decided']>): { decision?: DecisionMade; decided: Decided } {
  return decision === undefined ? { decided } : { decision, decided };
}

/** Injected because these modules import the run. */
export interface Policies {
  readonly behaviours: Behaviours;
  /** whether this instance, or a calling one, catches the failure; null: failure of the process itself */
  readonly isCaught: (run: Run, entry: ActivityInstance | null, code: string) => boolean;
  /** whether this instance catches the failure, without regard to calling instances */
  readonly isCaughtHere: (run: Run, entry: ActivityInstance | null, code: string) => boolean;
}

export type ActivationExtra = Partial<
  Pick<ElementActivated, 'isJoin' | 'host' | 'loop' | 'index' | 'compensates' | 'trigger' | 'again'>
>;

const NORMALLY: TokenExit = { kind: 'normal' };

function cutOf({ code, message, cause }: Failure): Failure {
  return { code: cutText(code, MAX_CODE), message: cutText(message, MAX_MESSAGE), cause };
}

function ended(entry: ActivityInstance) {
  return { entry: entry.ordinal, element: entry.element, elementType: entry.elementType, since: entry.since };
}
