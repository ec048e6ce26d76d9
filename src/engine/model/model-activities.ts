import type { Json } from '../values.ts';
import type { DecisionCall, DecisionResult } from './model-decisions.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';

/** Source of a mapped value: an expression, a camunda script, or nested camunda lists and maps (docs/contributing/spec/mappings.md#what-a-mapping-does). */
export type MappingSource =
  | ExpressionModel
  | ScriptModel
  | { readonly kind: 'list'; readonly items: readonly MappingSource[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: ExpressionModel; readonly value: MappingSource }[] };

/** `target` is a variable name, or for zeebe a dotted path that builds a map. */
export interface Mapping {
  readonly source: MappingSource;
  readonly target: string;
  /** camunda `local` of a call activity: an input reads only names local to the call, an output serves only output parameters */
  readonly local?: true;
  /** the source is a variable name; the mapping is skipped if no scope has the variable */
  readonly optional?: true;
  /** absent: targets of earlier mappings hide variables with the same names, and a dotted target starts with an empty map */
  readonly earlier?: EarlierTargets;
}

/**
 * How a mapping sees targets of earlier mappings in its list (docs/contributing/spec/mappings.md#rules-of-engines):
 * - `merged`: they hide variables, and a dotted target changes the existing variable
 * - `layered`: a map built from dotted targets lies over the variable
 * - `last`: they are visible only if no scope has the name
 * - `behindLocal`: names local to the activity hide them
 * - `never`: they are not visible
 */
export type EarlierTargets = 'merged' | 'layered' | 'last' | 'behindLocal' | 'never';

/** `target` receives the data of an event: the variable `output` that it brings, else its only variable, else a map of all. */
export interface ReceivedData {
  readonly output: string;
  readonly target: string;
}

/**
 * Input and output mappings of one activity or event. `parameterOutputs` are evaluated after the result is stored and are written to the enclosing
 * scope (docs/contributing/spec/mappings.md#mappings).
 */
export interface MappingsModel {
  readonly inputs: readonly Mapping[];
  readonly extOutputs: readonly Mapping[];
  readonly parameterOutputs: readonly Mapping[];
  /** jBPM (docs/contributing/spec/mappings.md#data-of-an-event) */
  readonly received?: readonly ReceivedData[];
}

/**
 * Multi-instance loop. Has `cardinality` or `collection`; if both are set, cardinality applies
 * (docs/contributing/spec/loops-and-compensation.md#multi-instance).
 */
export interface MultiInstanceModel {
  readonly kind: 'multiInstance';
  readonly isSequential: boolean;
  readonly cardinality?: ExpressionModel;
  readonly collection?: ExpressionModel;
  readonly elementVariable?: string;
  /** Flowable: another name of loopCounter */
  readonly indexVariable?: string;
  readonly outputCollection?: string;
  readonly outputElement?: ExpressionModel;
  /** variable of `outputElement`, or of its first path segment: null if the iteration has not written it; absent: resolved like any other variable */
  readonly resultName?: string;
  /**
   * Camunda 8: the output list has one position per item, and other writes of an iteration are propagated
   * (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8)
   */
  readonly keepsPlaces?: true;
  /**
   * jBPM: each iteration has its own result variable, and the completion condition reads the results in the order in which they came
   * (docs/contributing/spec/loops-and-compensation.md#completion-condition)
   */
  readonly showsResults?: true;
  /** Camunda 8: the handler of the activity runs once for the whole loop (docs/contributing/spec/loops-and-compensation.md#compensating-one-item) */
  readonly isCompensatedOnce?: true;
  readonly completionCondition?: ExpressionModel;
  /** loopCounter of the first iteration: 1 with zeebe loopCharacteristics */
  readonly firstCounter: 0 | 1;
  /** absent = `All` (docs/contributing/spec/loops-and-compensation.md#loop-behavior) */
  readonly behavior?: MultiInstanceBehavior;
}

/** Boundary events that iterations trigger. `event`: root event definition that the boundary event has to reference. */
export type MultiInstanceBehavior =
  | { readonly kind: 'none' | 'one'; readonly event: string }
  | {
      readonly kind: 'complex';
      readonly definitions: readonly { readonly condition: ExpressionModel; readonly event?: string }[];
    };

/** Standard loop. At least one of `condition` and `maximum` is set (docs/contributing/spec/loops-and-compensation.md#standard-loop). */
export interface StandardLoopModel {
  readonly kind: 'standardLoop';
  readonly testBefore: boolean;
  readonly maximum?: number;
  readonly condition?: ExpressionModel;
}
export type LoopModel = MultiInstanceModel | StandardLoopModel;

/** Work of a service, send or business rule task, or of a message event (docs/contributing/spec/elements.md#service-task). */
export type ServiceWork =
  | ({ readonly kind: 'typed'; readonly taskType: ExpressionModel; readonly retries?: RetryModel } & JobModel)
  /** `thenWaits`: after the evaluation the task waits to be completed */
  | {
      readonly kind: 'expression';
      readonly expression: ExpressionModel;
      readonly resultVariable?: string;
      readonly thenWaits?: true;
    }
  | { readonly kind: 'message'; readonly name: ExpressionModel; readonly key?: ExpressionModel }
  | DecisionWork
  | { readonly kind: 'untyped' };

/** Evaluates decisions within the step (docs/contributing/spec/decisions.md). */
export interface DecisionWork {
  readonly kind: 'decision';
  /** each expression returns a decision id */
  readonly decisions: readonly ExpressionModel[];
  readonly result: DecisionResult;
}

/** A decision that may be deployed separately. `work` maps its result and replaces the other work of the task. */
export interface BoundDecision {
  readonly call: DecisionCall;
  readonly work: DecisionWork;
}

/**
 * Job features that models of other engines rely on (docs/contributing/spec/mappings.md#jobs-of-other-engines, ADR 0053). All
 * absent: the job gets its mapped inputs, and only mapped outputs are stored.
 */
export interface JobModel {
  /**
   * Without input mappings the job gets all variables in scope; without output mappings its whole result is stored. `always`: with input mappings too,
   * which hide variables with the same names, and with camunda's output parameters too.
   */
  readonly sharesVariables?: 'always' | 'unmapped';
  /** further inputs that are not variables; they hide variables with the same names */
  readonly parameters?: readonly Mapping[];
  /** constant texts for the worker; never evaluated */
  readonly headers?: Readonly<Record<string, string>>;
  /** workers that ask for it get jobs of a higher priority first; absent: 0 */
  readonly priority?: number;
  /** gives the priority when the job is created */
  readonly priorityText?: ExpressionModel;
  /** set if a plugin replaces a connector: the job gets only its parameters, and its result is mapped */
  readonly answer?: JobAnswer;
}

/** Mapping of the result of a job that replaces a connector (docs/contributing/spec/mappings.md#connectors). */
export interface JobAnswer {
  /** names that expressions of the model read */
  readonly names: readonly Mapping[];
  /** result values; nothing else is stored */
  readonly values: readonly Mapping[];
  /** a map whose members are added to the result */
  readonly spread?: ExpressionModel;
}

/**
 * Retries of a job: a total number of runs (zeebe `retries`), or a cycle with delays (camunda `failedJobRetryTimeCycle`). Absent: the
 * configuration applies (ADR 0021).
 */
export interface RetryModel {
  readonly form: 'count' | 'cycle';
  readonly text: ExpressionModel;
}

/**
 * Events of listeners: elements and processes have start and end, flows take, user tasks also create, assignment, update and
 * complete. Activities of jBPM have entry (before the input mappings) and exit (after the output mappings)
 * (docs/contributing/spec/elements.md#entry-and-exit-scripts).
 */
export type ListenerEvent = 'start' | 'end' | 'take' | 'create' | 'assignment' | 'update' | 'complete' | 'entry' | 'exit';

/** A script, expression or job that runs on an event of its element, flow or process (docs/contributing/spec/elements.md#listeners). */
export interface ListenerModel {
  readonly on: ListenerEvent;
  readonly does: ScriptModel | ExpressionModel | ListenerJobModel;
}

/** A listener that a worker runs; the element waits for it (ADR 0053). */
export interface ListenerJobModel extends Pick<JobModel, 'parameters' | 'headers'> {
  readonly kind: 'job';
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  /** target of its result: variables local to the element, the enclosing scope, or the scope that `execution.setVariable` finds */
  readonly stores: 'locally' | 'around' | 'byName';
}

/** Version selection of a call activity (docs/contributing/spec/calls.md#call-activity). */
export type CallBinding =
  | { readonly kind: 'latest' | 'deployment' }
  | { readonly kind: 'version' | 'versionTag'; readonly value: ExpressionModel };

/** Variables passed into and out of a called instance. Sources of `outputs` read the root variables of the called instance. */
export interface CallMappings {
  readonly passesAllIn: boolean;
  readonly passesAllOut: boolean;
  /** number of mappings before `variables="all"`, which overwrites their targets; absent: none */
  readonly inputsBeforeAll?: number;
  readonly outputsBeforeAll?: number;
  /** camunda `in variables="all" local="true"`: variables local to the call activity, that is mapped inputs and names of the iteration */
  readonly passesLocalsIn?: true;
  /** camunda `out variables="all" local="true"`: output parameters can read them, they are not stored */
  readonly passesAllOutLocally?: true;
  /** outputs are also passed if the called instance ends with an error that is caught */
  readonly passesOutOnError?: true;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
}

/** The job of an ad-hoc sub-process that chooses activities (docs/contributing/spec/elements.md#ad-hoc-lead). `elements`: the choices. */
export interface AdHocLead extends Pick<JobModel, 'headers'> {
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  readonly elements: readonly OfferedElement[];
}

/** An activity that the job can start, with the field names of Camunda 8. Values missing in the file are absent. */
export interface OfferedElement {
  readonly elementId: string;
  readonly elementName?: string;
  readonly documentation?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly parameters?: readonly OfferedParameter[];
}

/** A value that an agent has to provide, as described by `fromAi`. */
export interface OfferedParameter {
  readonly name: string;
  readonly description?: Json;
  readonly type?: Json;
  readonly schema?: Json;
  readonly options?: Json;
}
