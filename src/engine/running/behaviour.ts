import type { Rejection } from '../commands.ts';
import type { AfterListeners } from '../events/job-events.ts';
import type { Failure } from '../failures.ts';
import type { ElementModel, ElementType, FlowModel, Mapping, ModelOf, ProcessModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { ActivityInstance } from '../state.ts';
import type { Step } from './agenda.ts';
import type { Run } from './run.ts';

/** `wait`: stay active until a command · `leave`: complete and take flows · `done`: the behaviour did both · a failure: the activity instance fails. */
export type Outcome = 'wait' | 'leave' | 'done' | Failure;

/** Answer to complete-activity requests. */
export type Completable = 'completable' | Extract<Rejection['code'], 'ACTIVITY_IS_USER_TASK' | 'ACTIVITY_NOT_COMPLETABLE'>;

export type TokenPlace = Pick<Step, 'scope' | 'variableScope'>;

/** Path of a token without a sequence flow. */
export interface Jump {
  readonly from: string;
  readonly to: string;
}

/** Semantics of one element type. behaviours/registry.ts has all, and the defaults. */
export interface Behaviour<T extends ElementType> {
  readonly type: T;

  // ---- a token enters ----

  /** `held`: a join took the token. Default: activate. */
  readonly onArrive?: (run: Run, element: ModelOf<T>, step: Step) => 'activate' | 'held';
  readonly onActivated: (run: Run, element: ModelOf<T>, entry: ActivityInstance) => Outcome;
  /** The event of this element started the instance; its payload is in the root scope. Default: a token enters. */
  readonly onTriggeredStart?: (run: Run, element: ModelOf<T>, at: TokenPlace) => void;
  /** The event of a following element started the instance. True: handled here. Default: false. */
  readonly onTargetTriggered?: (run: Run, element: ModelOf<T>, target: ElementModel, at: TokenPlace) => boolean;

  // ---- while it is active ----

  /**
   * True if the element completes in the step that enters it: of its boundary events, only a condition can fire
   * (docs/contributing/spec/execution.md#in-step-elements). Default: false.
   */
  readonly endsInStep?: (run: Run, element: ModelOf<T>) => boolean;
  /** Answer to complete-activity (docs/contributing/spec/http/execution.md#completable-activities). Default: no. */
  readonly completableByClient?: (element: ModelOf<T>) => Completable;
  /** ext output mappings for complete-activity. Default: all. */
  readonly outputsForClient?: (element: ModelOf<T>) => readonly Mapping[];
  /** Owns a scope while it is active. Default: false. */
  readonly isHost?: boolean;
  /** Called when the body has completed, before the sub-process leaves. Default: nothing. */
  readonly onBodyCompleted?: (run: Run, element: ModelOf<T>, host: ActivityInstance) => void;
  /**
   * True for a sub-process that runs for its enclosing scope: it does not catch its own errors, and compensation thrown in it applies to that scope too.
   * Default: false.
   */
  readonly actsForItsScope?: boolean;
  /** True if its activities are compensated before an error leaves it, or at a cancel end event. Default: false. */
  readonly compensatesItself?: boolean;

  // ---- the token leaves ----

  /** Called when the work is done. `done`: the caller must not leave. Default: leave. */
  readonly onLeave?: (run: Run, element: ModelOf<T>, entry: ActivityInstance) => 'leave' | 'done';
  /** Called if there is at least one flow. Default: every flow whose condition is true. */
  readonly chooseFlows?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, variableScope: VariableScopeOrdinal) => Choice;
  /** The completion event records the chosen flows. Default: false. */
  readonly recordsFlows?: boolean;
  /** The first of the following elements to complete cancels the others (docs/contributing/spec/gateways.md#race). Default: false. */
  readonly startsRace?: boolean;
  /** The completed activity can be compensated (docs/contributing/spec/loops-and-compensation.md#compensation-log). Default: false. */
  readonly isCompensable?: boolean;

  // ---- listener jobs have completed (docs/contributing/spec/elements.md#listener-jobs) ----

  /** Default: {@link onActivated}. */
  readonly afterStartListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => Outcome;
  /** Continues after end listeners. Default: leave. */
  readonly afterEndListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => void;
  /** Default: take the flows. */
  readonly afterFlowListeners?: (run: Run, element: ModelOf<T>, entry: ActivityInstance, rest: AfterListeners) => void;

  // ---- modification by an operator (docs/contributing/spec/execution.md#modification) ----

  /** Default: undefined, it can be entered. */
  readonly notEnteredByHand?: (element: ModelOf<T>, model: ProcessModel) => 'beginsByEvent' | 'isJoin' | undefined;
  /** Reason against starting an element inside. Default: null, none. */
  readonly notOpenedByHand?: 'adHoc' | 'eventSubProcess' | null;

  // ---- structure of the model ----

  /** Path into or out of the element, for the reachability of joins (docs/contributing/spec/gateways.md#reachability). Default: none. */
  readonly jump?: (element: ModelOf<T>) => Jump | undefined;
}

export type CompleteBehaviour = Required<Behaviour<ElementType>>;
export type Behaviours = Readonly<Record<ElementType, CompleteBehaviour>>;

/** Flows in document order. */
export type Choice = { readonly flows: readonly FlowModel[] } | { readonly failure: Failure };
