import type { Step } from './agenda.ts';
import type { Rejection } from './commands.ts';
import type { Failure } from './failures.ts';
import type { AfterListeners } from './job-events.ts';
import type { ElementModel, ElementType, Mapping, ModelOf, ProcessModel } from './model.ts';
import type { VariableScopeOrdinal } from './ordinals.ts';
import type { Choice } from './policies/choose-flows.ts';
import type { Run } from './run.ts';
import type { EntryState } from './state.ts';

/**
 * What an element does once it is entered:
 * `wait` = stay active until a command comes · `leave` = complete and take flows · `done` = the behaviour did everything itself ·
 * a failure = the entry fails.
 */
export type Outcome = 'wait' | 'leave' | 'done' | Failure;

/** Whether complete-activity fits an element, or the code of the answer that refuses it. */
export type Completable = 'completable' | Extract<Rejection['code'], 'ACTIVITY_IS_USER_TASK' | 'ACTIVITY_NOT_COMPLETABLE'>;

/** Where a token is, without the element. */
export type TokenPlace = Pick<Step, 'scope' | 'variableScope'>;

/** A token may get from one element to another without a flow. */
export interface Jump {
  readonly from: string;
  readonly to: string;
}

/**
 * Everything that is special about one kind of element, one file per kind in behaviours/. A question that a file leaves out has the answer of
 * behaviours/defaults.ts.
 */
export interface Behaviour<T extends ElementType> {
  readonly type: T;

  // ---- a token enters ----

  /** A token reached the element. `held`: a join took the token, and waits or has fired. Default: activate. */
  readonly onArrive?: (run: Run, element: ModelOf<T>, step: Step) => 'activate' | 'held';
  /** The entry exists: what does the element do? */
  readonly onActivated: (run: Run, element: ModelOf<T>, entry: EntryState) => Outcome;
  /** The element's event began the instance; its payload is in the root scope. Default: a token enters the element. */
  readonly onTriggeredStart?: (run: Run, element: ModelOf<T>, at: TokenPlace) => void;
  /** The event of an element behind it began the instance. True when the element had a part in that. Default: false. */
  readonly onTargetTriggered?: (run: Run, element: ModelOf<T>, target: ElementModel, at: TokenPlace) => boolean;

  // ---- while the entry is active ----

  /** It ends within the step that enters it: no boundary event but a condition could fire on it (docs/contributing/spec/execution.md#in-step-elements). Default: false. */
  readonly endsInStep?: (run: Run, element: ModelOf<T>) => boolean;
  /** Whether a client may end the entry through complete-activity (docs/contributing/spec/http/execution.md#completable-activities). Default: no. */
  readonly completableByClient?: (element: ModelOf<T>) => Completable;
  /** The ext output mappings that apply to what complete-activity gives. Default: all. */
  readonly outputsForClient?: (element: ModelOf<T>) => readonly Mapping[];
  /** It is a host: it owns a scope while it is active. Default: false. */
  readonly isHost?: boolean;
  /** A host whose body has ended normally is about to leave. Default: nothing happens. */
  readonly onBodyCompleted?: (run: Run, element: ModelOf<T>, host: EntryState) => void;
  /**
   * A host that runs on behalf of the scope around it: it does not catch what comes out of itself, and a compensation thrown in it
   * concerns that scope too. Default: false.
   */
  readonly actsForItsScope?: boolean;
  /** A host that compensates its inside before an error leaves it, or when a cancel end event in it is reached. Default: false. */
  readonly compensatesItself?: boolean;

  // ---- the token leaves ----

  /** The work of the entry is done. `done`: the behaviour makes it leave by itself. Default: leave. */
  readonly onLeave?: (run: Run, element: ModelOf<T>, entry: EntryState) => 'leave' | 'done';
  /** Which outgoing flows the token takes; asked where there is one at least. Default: every flow whose condition is true. */
  readonly chooseFlows?: (run: Run, element: ModelOf<T>, entry: EntryState, variableScope: VariableScopeOrdinal) => Choice;
  /** The event of its completion names the flows it chose. Default: false. */
  readonly recordsFlows?: boolean;
  /** The elements behind its flows compete: the first to complete cancels the others (docs/contributing/spec/gateways.md#race). Default: false. */
  readonly startsRace?: boolean;
  /** Once completed it can be compensated (docs/contributing/spec/loops-and-compensation.md#compensation-log). Default: false. */
  readonly isCompensable?: boolean;

  // ---- a worker is at what listens to it (docs/contributing/spec/elements.md#listener-jobs) ----

  /** What listens to the start of the entry is done. Default: as {@link onActivated}. */
  readonly onStartHeard?: (run: Run, element: ModelOf<T>, entry: EntryState, rest: AfterListeners) => Outcome;
  /** What listens to its end is done. Default: it leaves. */
  readonly onEndHeard?: (run: Run, element: ModelOf<T>, entry: EntryState, rest: AfterListeners) => void;
  /** What listens to the flows that it takes is done. Default: it takes them. */
  readonly onFlowsHeard?: (run: Run, element: ModelOf<T>, entry: EntryState, rest: AfterListeners) => void;

  // ---- an operator moves tokens (docs/contributing/spec/execution.md#modification) ----

  /** What keeps a token from entering the element without a flow or an event. Default: nothing. */
  readonly notEnteredByHand?: (element: ModelOf<T>, model: ProcessModel) => 'beginsByEvent' | 'isJoin' | undefined;
  /** What keeps its body from being opened for something inside; null: nothing. Default: null. */
  readonly notOpenedByHand?: 'adHoc' | 'eventSubProcess' | null;

  // ---- the model around it ----

  /** A way into or out of the element without a flow, for what a join can still expect (docs/contributing/spec/gateways.md#reachability). Default: none. */
  readonly jump?: (element: ModelOf<T>) => Jump | undefined;
}

/** A behaviour with an answer to every question. */
export type CompleteBehaviour = Required<Behaviour<ElementType>>;
/** The behaviour of every kind of element, by type. */
export type Behaviours = Readonly<Record<ElementType, CompleteBehaviour>>;
