import { apply } from './apply.ts';
import type { Behaviours } from './behaviour.ts';
import type { Cancellation } from './cancellations.ts';
import type { CompletionCause, FailureCause } from './causes.ts';
import { getOrAdd } from './collections.ts';
import type { Evaluation, Evaluator, ExecutionInfo, TimerReader, VariableReader } from './evaluator.ts';
import type { AfterWalk, ElementActivated, EngineEvent, Ordinal } from './events.ts';
import type { Failure } from './failures.ts';
import { readAllWithCounters, readWithCounters } from './loop-counters.ts';
import type { ContainerModel, ElementModel, ExpressionModel, FlowModel, ProcessModel } from './model.ts';
import type { EntryState, InstanceState } from './state.ts';
import { noVariables, type Variables } from './values.ts';
import { VariableChanges } from './variable-changes.ts';

/** Everything a run may know about the outside world; fixed for the whole command (docs/spec/journal.md#pure-function). */
export interface EngineContext {
  /** clock of the command, ms since epoch */
  readonly now: number;
  readonly evaluator: Evaluator;
  readonly timers: TimerReader;
  /** GUID derived from the instance id and a name: the same arguments give the same GUID */
  readonly guid: (instanceId: string, name: string) => string;
  readonly limits: EngineLimits;
  /** what a plain or manual task does (docs/spec/elements.md#plain-task) */
  readonly plainTasks: 'wait' | 'pass';
  /** how many messages, signals and calls led from one to the other up to this command; absent: nothing did */
  readonly depth?: number;
  /** is given every event together with the state before it; it changes neither */
  readonly onEvent?: (event: EngineEvent, before: InstanceState) => void;
}

export interface EngineLimits {
  /** iterations of one multi-instance activity */
  readonly maxIterations: number;
  /** instances above a called one */
  readonly maxCallDepth: number;
  /** messages, signals and calls that follow from each other without anything from outside between them */
  readonly maxCausationDepth: number;
  /** steps in one run */
  readonly maxSteps: number;
  /** characters of JSON one write may have */
  readonly maxWriteSize: number;
  /** characters of JSON all variables of an instance may have together */
  readonly maxVariablesSize: number;
}

/** A token on its way into an element. */
export interface Step {
  readonly element: string;
  /** the flow it came on; null at the start of a scope */
  readonly flow: string | null;
  readonly scope: Ordinal;
  readonly variableScope: Ordinal;
  /** the entry exists already: begin its behaviour */
  readonly entry?: Ordinal;
  /** the gateway entry whose race the target takes part in */
  readonly race?: Ordinal;
  /** the compensation item that the target handles */
  readonly compensates?: Ordinal;
}

/** A failure or error end event looking for its catcher (docs/spec/events-and-errors.md#error-search). */
export interface ThrownError {
  readonly kind: 'failure' | 'errorEnd';
  /** the entry that failed or threw; it is no longer active */
  readonly entry: Ordinal;
  readonly element: string;
  /** the failed entry was an iteration: its loop fails with it */
  readonly isIteration: boolean;
  /** the compensation item that the failed entry was handling */
  readonly compensates: Ordinal | null;
  /** the race that the failed entry took part in */
  readonly race: Ordinal | null;
  readonly scope: Ordinal;
  readonly variableScope: Ordinal;
  readonly code: string;
  readonly message: string;
  /** absent for error end events */
  readonly cause?: FailureCause;
}

export type Leaving = { readonly kind: 'normal' } | { readonly kind: 'cancelled'; readonly why: Cancellation };
const NORMALLY: Leaving = { kind: 'normal' };

/**
 * One command being applied: the state, the events so far, the agenda. Deciding code reads the state and emits events; it never writes the state.
 */
export class Run {
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly context: EngineContext;
  /** handed in, because behaviours import the policies that ask them */
  readonly behaviours: Behaviours;
  readonly events: EngineEvent[] = [];
  /** a raised error, handled by `settle` before anything else of the step */
  raised: ThrownError | null = null;
  /** loops with an iteration that has ended, handled by `settle` */
  readonly loopsToAdvance = new Set<Ordinal>();
  /** those of them whose completion condition is true, or cannot be evaluated */
  readonly metLoops = new Set<Ordinal>();
  readonly failingLoops = new Map<Ordinal, Failure>();
  /** event definitions that the last iteration lets fire on the boundary of its loop */
  readonly loopEvents = new Map<Ordinal, readonly string[]>();
  /** ad-hoc hosts with an inner entry that has completed, handled by `settle` */
  readonly adHocsToCheck = new Set<Ordinal>();
  /** compensation items whose handler or restored scope is gone, handled by `settle`; `cancelled` ones have not been compensated if their walk ends first */
  readonly walksToAdvance = new Map<Ordinal, 'compensated' | 'cancelled'>();
  /** compensation items of a walk that had to wait for a failure to find its catcher, handled by `settle` */
  readonly itemsToBegin = new Set<Ordinal>();
  /** transactions whose walk is over, and what follows it, handled by `settle` */
  readonly transactionsToEnd = new Map<Ordinal, AfterWalk>();
  /** message events whose work is done and that throw something else too, handled by `settle` */
  readonly throwsToFinish = new Set<Ordinal>();
  /** why the last iteration of a loop ended without completing */
  readonly cancelledIterations = new Map<Ordinal, Cancellation>();
  /** conditions armed since they were last looked at: evaluated at once */
  readonly newConditions = new Set<Ordinal>();
  /** what changed since armed conditions were last looked at; kept only while there are any */
  readonly changes = new VariableChanges();
  /** the entry that a caller's command ends, where it is one */
  completedByCaller: { readonly entry: Ordinal; readonly cause: CompletionCause } | null = null;
  stepsTaken = 0;
  /** steps in order; those before `head` are done, those no longer queued in their scope were dropped */
  private agenda: Step[] = [];
  private head = 0;
  private readonly queuedIn = new Map<Ordinal, Set<Step>>();
  private readonly queuedOn = new Map<Ordinal, number>();
  /** scopes a token left since they were last looked at, with the way it left */
  private readonly left = new Map<Ordinal, Leaving>();
  private guids = 0;
  /** highest ordinal handed out, ahead of the state while an event is being made */
  private ordinals: Ordinal;

  constructor(model: ProcessModel, state: InstanceState, context: EngineContext, behaviours: Behaviours) {
    this.model = model;
    this.state = state;
    this.context = context;
    this.behaviours = behaviours;
    this.ordinals = state.counter;
  }

  emit(event: EngineEvent): void {
    this.context.onEvent?.(event, this.state);
    if (this.state.conditions.size > 0) this.changes.note(this.state.variables, event);
    apply(this.state, event, this.context.now);
    this.events.push(event);
  }

  /** The next number of the per-instance counter. */
  nextOrdinal(): Ordinal {
    this.ordinals += 1;
    return this.ordinals;
  }

  // ---- agenda ----

  queue(step: Step): void {
    this.agenda.push(step);
    getOrAdd(this.queuedIn, step.scope, () => new Set<Step>()).add(step);
    this.hold(step.variableScope);
  }

  /** Takes the oldest step off the agenda; undefined when it is empty. */
  nextStep(): Step | undefined {
    while (this.head < this.agenda.length) {
      const step = this.agenda[this.head] as Step;
      this.head += 1;
      if (this.head === this.agenda.length) this.clearAgenda();
      if (!this.queuedSteps(step.scope).has(step)) continue;
      this.forget(step);
      return step;
    }
    return undefined;
  }

  get hasSteps(): boolean {
    return this.queuedIn.size > 0;
  }

  private clearAgenda(): void {
    this.agenda = [];
    this.head = 0;
  }

  /** Steps queued into a scope, oldest first. */
  queuedSteps(scope: Ordinal): ReadonlySet<Step> {
    return this.queuedIn.get(scope) ?? NO_STEPS;
  }

  /** Takes a step off the agenda without running it. */
  forget(step: Step): void {
    const inScope = this.queuedIn.get(step.scope);
    inScope?.delete(step);
    if (inScope?.size === 0) this.queuedIn.delete(step.scope);
    this.letGo(step.variableScope);
  }

  /** Handlers of these compensation items that are still on their way, wherever the items are logged; oldest first. */
  handlerSteps(items: readonly Ordinal[]): Step[] {
    const isHandler = ({ compensates }: Step) => compensates !== undefined && items.includes(compensates);
    return [...this.queuedIn.values()].flatMap((steps) => [...steps].filter(isHandler));
  }

  forgetAllSteps(): void {
    this.clearAgenda();
    this.queuedIn.clear();
    this.queuedOn.clear();
  }

  /** Keeps a variable scope alive while a token is between an entry and its flows. */
  hold(variableScope: Ordinal): void {
    this.queuedOn.set(variableScope, (this.queuedOn.get(variableScope) ?? 0) + 1);
  }

  letGo(variableScope: Ordinal): void {
    const uses = (this.queuedOn.get(variableScope) ?? 1) - 1;
    if (uses > 0) this.queuedOn.set(variableScope, uses);
    else this.queuedOn.delete(variableScope);
  }

  /** Users of a variable scope: entries, held tokens, child scopes, queued steps. */
  usesOf(variableScope: Ordinal): number {
    return (this.state.uses.get(variableScope) ?? 0) + (this.queuedOn.get(variableScope) ?? 0);
  }

  // ---- tokens leaving scopes ----

  /** A token left a scope; if it was the last one, the way it left decides the scope's outcome. */
  tokenLeft(scope: Ordinal, leaving: Leaving = NORMALLY): void {
    this.left.set(scope, leaving);
  }

  /** Scopes that tokens left since the last call, with the way the last one left. */
  takeLeftScopes(): [Ordinal, Leaving][] {
    if (this.left.size === 0) return NO_SCOPES;
    const scopes = [...this.left];
    this.left.clear();
    return scopes;
  }

  // ---- evaluation ----

  /** @param overlay values read before the variables, for example the result that an output mapping is about */
  evaluate(expression: ExpressionModel, element: string, variableScope: Ordinal | null, overlay?: Variables): Evaluation {
    const reader = this.readerOf(variableScope, overlay);
    const result = this.context.evaluator.evaluate(expression, reader, this.executionOf(element));
    if (result.ok) return result;
    return { ...result, reason: `${expression.slot} '${expression.text}': ${result.reason}` };
  }

  /** @param variableScope null: nothing but the overlay can be read */
  readerOf(variableScope: Ordinal | null, overlay?: Variables): VariableReader {
    if (overlay !== undefined) {
      const below = this.readerOf(variableScope);
      return {
        get: (name) => (Object.hasOwn(overlay, name) ? overlay[name] : below.get(name)),
        all: () => ({ ...below.all(), ...overlay }),
      };
    }
    if (variableScope === null) return { get: () => undefined, all: noVariables };
    return {
      get: (name) => readWithCounters(this.state, variableScope, name),
      all: () => readAllWithCounters(this.state, variableScope),
    };
  }

  executionOf(element: string): ExecutionInfo {
    const { instanceId, businessId, eventCount } = this.state;
    return {
      instanceId,
      businessId,
      activityId: element,
      now: this.context.now,
      newGuid: () => {
        this.guids += 1;
        return this.context.guid(instanceId, `guid:${eventCount}:${this.guids}`);
      },
    };
  }

  // ---- entries ----

  /** Emits the activation of an element and gives its entry. */
  activate(element: ElementModel, at: Omit<Step, 'element'>, extra?: ActivationExtra): EntryState {
    const entry = this.nextOrdinal();
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
    this.emit({ type: 'ElementCompleted', ...ended(entry), ...chosen, ...given });
  }

  /** Emits the failure of an entry and raises it; the search for a catcher follows in `settle`. The caller returns at once. */
  fail(entry: EntryState, variableScope: Ordinal, { code, message, cause }: Failure): void {
    const cut = { code: code.slice(0, MAX_CODE), message: message.slice(0, MAX_MESSAGE), cause };
    this.emit({ type: 'ElementFailed', ...ended(entry), ...cut });
    this.raised = {
      kind: 'failure',
      entry: entry.ordinal,
      element: entry.element,
      isIteration: entry.index !== null,
      compensates: entry.compensates,
      race: entry.race,
      scope: entry.scope,
      variableScope,
      ...cut,
    };
  }

  /** Emits the cancellation of an entry. */
  cancel(entry: EntryState, { reason, cause }: Cancellation): void {
    this.emit({ type: 'ElementCancelled', ...ended(entry), reason, cause });
  }

  /** The container whose run a scope is. */
  containerOf(scope: Ordinal): ContainerModel {
    return this.model.containers.get(this.state.scopes.get(scope)?.container ?? '') as ContainerModel;
  }

  /** Depth of a scope below the root, for "innermost first". */
  depthOf(scope: Ordinal): number {
    let depth = 0;
    for (let at = this.state.scopes.get(scope)?.parent ?? null; at !== null; at = this.state.scopes.get(at)?.parent ?? null)
      depth += 1;
    return depth;
  }
}

/** What an entry may be besides an ordinary one. */
export type ActivationExtra = Partial<Pick<ElementActivated, 'isJoin' | 'host' | 'loop' | 'index' | 'compensates' | 'trigger'>>;

/** Longest code and message of a failure; longer ones are cut. Unit: characters (docs/spec/events-and-errors.md#failure-codes). */
export const MAX_CODE = 256;
export const MAX_MESSAGE = 2000;
const NO_STEPS: ReadonlySet<Step> = new Set();
const NO_SCOPES: [Ordinal, Leaving][] = [];

function ended(entry: EntryState) {
  return { entry: entry.ordinal, element: entry.element, elementType: entry.elementType, since: entry.since };
}
