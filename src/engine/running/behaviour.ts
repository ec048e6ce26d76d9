import type { Rejection } from '../commands.ts';
import type { AfterListeners } from '../events/job-events.ts';
import type { Failure } from '../failures.ts';
import type { ElementModel, ElementType, FlowModel, Mapping, ModelOf, ProcessModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { ActivityInstance } from '../state.ts';
import type { Step } from './agenda.ts';
import type { Run } from './run.ts';

/**
 * Result of entering an element: `wait`: stay active until a command · `leave`: complete and take flows · `done`: the behaviour
 * did both itself · a failure: the activity instance fails.
 */
export type Outcome = 'wait' | 'leave' | 'done' | Failure;

/** Whether a complete-activity request is valid for the element, or the rejection code. */
export type Completable = 'completable' | Extract<Rejection['code'], 'ACTIVITY_IS_USER_TASK' | 'ACTIVITY_NOT_COMPLETABLE'>;

export type TokenPlace = Pick<Step, 'scope' | 'variableScope'>;

/** A path of a token between elements without a sequence flow. */
export interface Jump {
  readonly from: string;
  readonly to: string;
}

/** Semantics of one element type. behaviours/registry.ts has all of them, and the defaults of omitted members. */
export interface Behaviour<T extends ElementType> {
  readonly type: T;

  // ---- a token enters ----

  /** A token reached the element. `held`: a join took the token. Default: activate. */
  readonly onArrive?: (run: Run, element: ModelOf<T>, step: Step) => 'activate' | 'held';
  readonly onActivated: (run: Run, element: ModelOf<T>, entry: ActivityInstance) => Outcome;
  /** The event of this element started the instance; its payload is in the root scope. Default: a token enters the element. */
  readonly onTriggeredStart?: (run: Run, element: ModelOf<T>, at: TokenPlace) => void;
  /** The event of a following element started the instance. Returns true if this element handled that. Default: false. */
  readonly onTargetTriggered?: (run: Run, element: ModelOf<T>, target: ElementModel, at: TokenPlace) => boolean;

  // ---- while it is active ----

  /**
   * True if the element completes in the step that enters it: of its boundary events, only a condition can fire
   * (docs/contributing/spec/execution.md#in-step-elements). Default: false.
   */
  readonly endsInStep?: (run: Run, element: ModelOf<T>) => boolean;
  /** Whether a client may complete the element with complete-activity (docs/contributing/spec/http/execution.md#completable-activities). Default: no. */
  readonly completableByClient?: (element: ModelOf<T>) => Completable;
  /** The ext output mappings for variables of complete-activity. Default: all. */
  readonly outputsForClient?: (element: ModelOf<T>) => readonly Mapping[];
  /** True if the element owns a scope while it is active. Default: false. */
  readonly isHost?: boolean;
  /** Called when the body of a sub-process has completed, before it leaves. Default: nothing. */
  readonly onBodyCompleted?: (run: Run, element: ModelOf<T>, host: ActivityInstance) => void;
  /**
   * True for a sub-process that runs on behalf of its enclosing scope: it does not catch errors from itself, and compensation
   * thrown in it applies to that scope too. Default: false.
   */
  readonly actsForItsScope?: boolean;
  /** True for a sub-process that compensates its activities before an error leaves it, or at a cancel end event. Default: false. */
  readonly compensatesItself?: boolean;

  // ---- the token leaves ----

  /** Called when the work is done. `done`: the caller must not leave. Default: leave. */
  readonly onLeave?: (run: Run, element: ModelOf<T>, entry: ActivityInstance) => 'leave' | 'done';
  /** Chooses outgoing flows, if there is at least one. Default: every flow whose condition is true. */
  readonly chooseFlows?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, variableScope: VariableScopeOrdinal) => Choice;
  /** True if the completion event records the chosen flows. Default: false. */
  readonly recordsFlows?: boolean;
  /** True if the following elements compete: the first to complete cancels the others (docs/contributing/spec/gateways.md#race). Default: false. */
  readonly startsRace?: boolean;
  /** True if the completed activity can be compensated (docs/contributing/spec/loops-and-compensation.md#compensation-log). Default: false. */
  readonly isCompensable?: boolean;

  // ---- listener jobs have completed (docs/contributing/spec/elements.md#listener-jobs) ----

  /** Start listeners have completed. Default: {@link onActivated}. */
  readonly afterStartListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => Outcome;
  /** End listeners have completed. Default: leave. */
  readonly afterEndListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => void;
  /** Flow listeners have completed. Default: take the flows. */
  readonly afterFlowListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => void;

  // ---- modification by an operator (docs/contributing/spec/execution.md#modification) ----

  /** Reason why a modification cannot enter the element. Default: undefined, it can. */
  readonly notEnteredByHand?: (element: ModelOf<T>, model: ProcessModel) => 'beginsByEvent' | 'isJoin' | undefined;
  /** Reason why a modification cannot open its body to start an element inside; null: it can. Default: null. */
  readonly notOpenedByHand?: 'adHoc' | 'eventSubProcess' | null;

  // ---- structure of the model ----

  /** A path into or out of the element without a flow, for the reachability of joins (docs/contributing/spec/gateways.md#reachability). Default: none. */
  readonly jump?: (element: ModelOf<T>) => Jump | undefined;
}

/** A behaviour with defaults filled in. */
export type CompleteBehaviour = Required<Behaviour<ElementType>>;
export type Behaviours = Readonly<Record<ElementType, CompleteBehaviour>>;

/** Chosen flows in document order, or a failure. */
export type Choice = { readonly flows: readonly FlowModel[] } | { readonly failure: Failure };
