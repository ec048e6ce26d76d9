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

/** The execution of one command on one instance (docs/contributing/spec/execution.md#run-of-a-command). Only `emit` changes the state. */
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
  /** thrown by this instance to itself */
  ownSignals = new OwnSignals();
  /** inclusive joins to check */
  readonly joins = new JoinWatch();
  readonly pending = new Pending();
  /** variables of a retry request */
  givenNames: readonly string[] = [];
  /** failures without incident */
  readonly failurePoints = new FailurePoints();
  readonly ordinals: Ordinals;
  readonly texts: TextEvaluation;
  /** parallel paths see each other's writes */
  readonly sharesVariables: boolean;
  /** an uncaught failure is an incident and does not fail the instance */
  readonly leavesIncidents: boolean;
  /** variable changes since conditions were last checked; recorded only while there are conditional subscriptions */
  readonly changes = new VariableChanges();
  /** completed by the request of this command */
  completedByCaller: { readonly entry: ActivityInstanceOrdinal; readonly cause: CompletionCause } | null = null;
  /** attempt whose result this command stores */
  jobWork: { readonly entry: ActivityInstanceOrdinal; readonly work: JobWork } | null = null;
  /** retried or resolved by this command */
  endedIncident: IncidentState | null = null;
  /** leaving without its work */
  skipped: ActivityInstanceOrdinal | null = null;
  /** decisions of this step; `decision`: the separately deployed one */
  decided: { readonly entry: ActivityInstanceOrdinal; readonly decision?: DecisionMade; readonly decided: Decided } | null = null;
  /** continues the count of a paused run */
  stepsTaken = 0;
  /** characters of JSON written to variables */
  written = 0;
  /** only the change of the command is applied: a paused run remains paused */
  takesNoSteps = false;
  /** rest of a long step, called by `OpenRun.advance` */
  stepContinuation: (() => void) | undefined;
  /** allowed by an operator after a stop by the step limit */
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

  get progress(): RunProgress {
    return { steps: this.stepsTaken - this.stepsBefore, events: this.events.length, written: this.written };
  }

  /** Users of a variable scope: activity instances, held tokens, nested scopes, queued steps. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return (this.state.uses.get(variableScope) ?? 0) + this.agenda.usesOf(variableScope);
  }

  /** Records that a token left. The exit of the last token determines the outcome of the scope. */
  tokenLeft(scope: ScopeOrdinal, exit: TokenExit = NORMALLY): void {
    this.pending.add({ kind: 'endScope', scope, exit });
  }

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

  /** @param flows chosen by a gateway */
  complete(entry: ActivityInstance, flows?: readonly FlowModel[]): void {
    const given = this.completedByCaller?.entry === entry.ordinal ? { cause: this.completedByCaller.cause } : undefined;
    const chosen = flows === undefined ? undefined : { flows: flows.map(({ id }) => id) };
    const skipped = this.skipped === entry.ordinal ? { skipped: true as const } : undefined;
    const decided = this.decided?.entry === entry.ordinal ? ofDecided(this.decided) : undefined;
    const work = this.jobWork?.entry === entry.ordinal ? { work: this.jobWork.work } : undefined;
    this.emit({ type: 'ElementCompleted', ...ended(entry), ...chosen, ...given, ...skipped, ...decided, ...work });
  }

  /**
   * Raises an incident, or emits the failure and queues the catcher search for `settle`; the caller must return.
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

  /** True also if a calling instance catches it. */
  catches(entry: ActivityInstance, code: string): boolean {
    return this.isCaught(this, entry, code);
  }

  /**
   * Raises an incident if configured and nothing catches the failure. The activity instance stays active (docs/contributing/spec/incidents.md#incident).
   * @returns false if the failure must propagate: then, unless caught here, it is recorded for a retry of the failed instance
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

  /** Emits an incident. A repeated failure of the same subject counts in the existing one. */
  raiseIncident(at: Pick<IncidentState, 'entry' | 'element'>, failure: Failure, repeat: Repeat): void {
    const { state, endedIncident } = this;
    const before = openIncident(state, at.entry, repeat) ?? triesBefore(state, endedIncident, at.entry, repeat);
    const incident = before?.incident ?? this.ordinals.nextIncident();
    const count = (before?.count ?? 0) + 1;
    const since = before?.since ?? this.context.now;
    this.emit({ type: 'IncidentRaised', incident, ...at, ...cutOf(failure), repeat, count, since });
  }

  /** Queues the catcher search. */
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
  /** here or in a calling instance; null: failure of the process */
  readonly isCaught: (run: Run, entry: ActivityInstance | null, code: string) => boolean;
  /** whether this instance catches it, without calling instances */
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
