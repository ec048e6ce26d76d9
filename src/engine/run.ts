import { Agenda, type Step } from './agenda.ts';
import { apply } from './apply.ts';
import type { Behaviours } from './behaviour.ts';
import type { Cancellation } from './cancellations.ts';
import type { CompletionCause } from './causes.ts';
import type { EngineContext, RunProgress } from './context.ts';
import type { Decided } from './decisions/decided.ts';
import type { ElementActivated, EngineEvent } from './events.ts';
import { FailurePoints } from './failure-points.ts';
import { type Failure, MAX_CODE, MAX_MESSAGE } from './failures.ts';
import type { Repeat } from './incident-events.ts';
import { JoinWatch } from './join-watch.ts';
import { branchVariablesIn, type DecisionMade, type ElementModel, type FlowModel, type ProcessModel } from './model.ts';
import { goneWith, openIncident, triesBefore } from './open-incidents.ts';
import { type EntryOrdinal, Ordinals, type ScopeOrdinal, type VariableScopeOrdinal } from './ordinals.ts';
import { OwnSignals } from './own-signals.ts';
import { Pending, type ThrownError, type TokenExit } from './pending.ts';
import type { EntryState, IncidentState, InstanceState, PausedRun } from './state.ts';
import { TextEvaluation } from './text-evaluation.ts';
import { VariableChanges } from './variable-changes.ts';

/**
 * One command being applied to one instance (docs/contributing/spec/execution.md#run-of-a-command). Deciding code reads the state and emits events; it never writes
 * the state. Each part of a run is a class of its own: the agenda, what is pending, the ordinals, the texts.
 */
export class Run {
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly context: EngineContext;
  readonly behaviours: Behaviours;
  /** what has been decided so far */
  readonly events: EngineEvent[] = [];
  /** steps that are still to be taken */
  readonly agenda = new Agenda(
    (step) => this.joins.gone(step),
    (step) => this.ownSignals.queued(step),
  );
  /** signals that this instance has thrown to itself */
  ownSignals = new OwnSignals();
  /** waiting inclusive joins to look at */
  readonly joins = new JoinWatch();
  /** what has to be settled before the next step (settle.ts) */
  readonly pending = new Pending();
  /** names of variables that come with a retry */
  givenNames: readonly string[] = [];
  /** failures that no incident keeps */
  readonly failurePoints = new FailurePoints();
  readonly ordinals: Ordinals;
  readonly texts: TextEvaluation;
  /** parallel paths see what the others write */
  readonly sharesVariables: boolean;
  /** what nothing catches becomes an incident, and does not fail the instance */
  readonly leavesIncidents: boolean;
  /** what changed since armed conditions were last looked at; kept only while there are any */
  readonly changes = new VariableChanges();
  /** the entry that this command ends for a caller; null for other commands */
  completedByCaller: { readonly entry: EntryOrdinal; readonly cause: CompletionCause } | null = null;
  /** the incident that this command has retried or resolved; null: none */
  endedIncident: IncidentState | null = null;
  /** the entry that is leaving without having done its work; null: none */
  skipped: EntryOrdinal | null = null;
  /** what an entry has decided in this step, and the decision of another deploy that it has made for it */
  decided: { readonly entry: EntryOrdinal; readonly decision?: DecisionMade; readonly decided: Decided } | null = null;
  /** counts on where a paused run has stopped */
  stepsTaken = 0;
  /** characters of JSON written to variables */
  written = 0;
  /** the command's own change is all: what waits goes on waiting, and a run that has paused before does not go on */
  standsStill = false;
  /** what a step that has much to do still has to do; whoever advances the run calls it */
  restOfStep: (() => void) | undefined;
  /** steps that were left when it was stopped for too many, and that an operator lets it take all the same */
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
    this.texts = new TextEvaluation(state, context);
    this.leavesIncidents = (model.onFailure ?? context.onFailure) === 'incident';
    this.sharesVariables = branchVariablesIn(model, context.branchVariables) === 'shared';
    if (state.paused !== null) this.takeUp(state.paused);
  }

  /** Goes on with the rest of a run that has stopped between two steps. */
  takeUp({ steps, stepsTaken, signals, pending = [] }: PausedRun): void {
    this.ownSignals = new OwnSignals(signals);
    for (const step of steps) {
      this.agenda.add(step);
      this.ownSignals.queuedAgain(step);
    }
    for (const item of pending) this.pending.add(item);
    if (stepsTaken === 0) this.stepsAllowed = steps.length;
    this.stepsBefore = stepsTaken;
    this.stepsTaken = stepsTaken;
  }

  /** Adds an event and folds it into the state. */
  emit(event: EngineEvent): void {
    if (this.state.incidents.size > 0) for (const gone of goneWith(this.state, event)) this.emit(gone);
    this.context.onEvent?.(event);
    if (this.state.conditions.size > 0) this.changes.note(this.state.variables, event);
    apply(this.state, event, this.context.now);
    this.joins.note(event);
    if (event.type === 'SubscriptionOpened' && event.subject.kind === 'signal') {
      this.ownSignals.armed(event.subscription, event.subject.name);
    }
    this.events.push(event);
  }

  /** What this command has done so far. */
  get progress(): RunProgress {
    return { steps: this.stepsTaken - this.stepsBefore, events: this.events.length, written: this.written };
  }

  /** Users of a variable scope: entries, held tokens, child scopes, queued steps. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return (this.state.uses.get(variableScope) ?? 0) + this.agenda.usesOf(variableScope);
  }

  /** A token left a scope; if it was the last one, the way it left decides the scope's outcome. */
  tokenLeft(scope: ScopeOrdinal, exit: TokenExit = NORMALLY): void {
    this.pending.add({ kind: 'endScope', scope, exit });
  }

  /** Emits the activation of an element and gives its entry. */
  activate(element: ElementModel, at: Omit<Step, 'element'>, extra?: ActivationExtra): EntryState {
    const entry = this.ordinals.nextEntry();
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
    return this.state.entries.get(entry) as EntryState;
  }

  /** Emits the completion of an entry. @param flows those a gateway has chosen */
  complete(entry: EntryState, flows?: readonly FlowModel[]): void {
    const given = this.completedByCaller?.entry === entry.ordinal ? { cause: this.completedByCaller.cause } : undefined;
    const chosen = flows === undefined ? undefined : { flows: flows.map(({ id }) => id) };
    const skipped = this.skipped === entry.ordinal ? { skipped: true as const } : undefined;
    const decided = this.decided?.entry === entry.ordinal ? ofDecided(this.decided) : undefined;
    this.emit({ type: 'ElementCompleted', ...ended(entry), ...chosen, ...given, ...skipped, ...decided });
  }

  /**
   * Emits the failure of an entry and raises it; the search for a catcher follows in `settle`. Or leaves it as an incident. The caller returns at once.
   * @param repeat what a retry of the incident does
   */
  fail(entry: EntryState, variableScope: VariableScopeOrdinal, failure: Failure, repeat: Repeat = { kind: 'enter' }): void {
    if (this.leaveAsIncident(entry, failure, repeat, variableScope)) return;
    const cut = cutOf(failure);
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
    });
  }

  /**
   * Where the process wants it and nothing would catch the failure: the entry stays as it is, with an incident (docs/contributing/spec/incidents.md#incident).
   * @returns false where the failure has to take its way
   */
  leaveAsIncident(entry: EntryState, failure: Failure, repeat: Repeat, variableScope = entry.variableScope): boolean {
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

  /** Emits an incident. What has failed at the same place before is the same incident. */
  raiseIncident(at: Pick<IncidentState, 'entry' | 'element'>, failure: Failure, repeat: Repeat): void {
    const { state, endedIncident } = this;
    const before = openIncident(state, at.entry, repeat) ?? triesBefore(state, endedIncident, at.entry, repeat);
    const incident = before?.incident ?? this.ordinals.nextIncident();
    const count = (before?.count ?? 0) + 1;
    const since = before?.since ?? this.context.now;
    this.emit({ type: 'IncidentRaised', incident, ...at, ...cutOf(failure), repeat, count, since });
  }

  /** What a failed entry or an error end event throws looks for its catcher. */
  raise(error: ThrownError): void {
    this.pending.add({ kind: 'findCatcher', error });
  }

  /** Emits the cancellation of an entry. */
  cancel(entry: EntryState, { reason, cause }: Cancellation): void {
    this.emit({ type: 'ElementCancelled', ...ended(entry), reason, cause });
  }
}

/** The members of the end of an entry. */
function ofDecided({ decision, decided }: NonNullable<Run['decided']>): { decision?: DecisionMade; decided: Decided } {
  return decision === undefined ? { decided } : { decision, decided };
}

/** Handed in, because they import the run. */
export interface Policies {
  readonly behaviours: Behaviours;
  /** whether something in this instance, or around the call of it, would catch the failure of an entry; null: of the process itself */
  readonly isCaught: (run: Run, entry: EntryState | null, code: string) => boolean;
  /** the same without the call */
  readonly isCaughtHere: (run: Run, entry: EntryState | null, code: string) => boolean;
}

/** What an entry may be besides an ordinary one. */
export type ActivationExtra = Partial<
  Pick<ElementActivated, 'isJoin' | 'host' | 'loop' | 'index' | 'compensates' | 'trigger' | 'again'>
>;

const NORMALLY: TokenExit = { kind: 'normal' };

function cutOf({ code, message, cause }: Failure): Failure {
  return { code: code.slice(0, MAX_CODE), message: message.slice(0, MAX_MESSAGE), cause };
}

function ended(entry: EntryState) {
  return { entry: entry.ordinal, element: entry.element, elementType: entry.elementType, since: entry.since };
}
