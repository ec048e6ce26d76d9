import type { Json } from '../values.ts';
import type { DecisionCall, DecisionResult } from './model-decisions.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';

/** Expression, camunda script, or nested camunda lists and maps (docs/contributing/spec/mappings.md#what-a-mapping-does). */
export type MappingSource =
  | ExpressionModel
  | ScriptModel
  | { readonly kind: 'list'; readonly items: readonly MappingSource[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: ExpressionModel; readonly value: MappingSource }[] };

/** `target`: variable name; for zeebe also a dotted path that builds a map. */
export interface Mapping {
  readonly source: MappingSource;
  readonly target: string;
  /** camunda `local` of a call activity: an input reads only names local to the call, an output is only for output parameters */
  readonly local?: true;
  /** the source is a variable; skipped if no scope has it */
  readonly optional?: true;
  /** absent: earlier targets hide variables, and a dotted target starts with an empty map */
  readonly earlier?: EarlierTargets;
}

/**
 * Visibility of earlier targets of the list (docs/contributing/spec/mappings.md#rules-of-engines):
 * - `merged`: they hide variables, and a dotted target changes the existing variable
 * - `layered`: a map of dotted targets lies over the variable
 * - `last`: visible only if no scope has the name
 * - `behindLocal`: names local to the activity hide them
 * - `never`: not visible
 */
export type EarlierTargets = 'merged' | 'layered' | 'last' | 'behindLocal' | 'never';

/** `target` receives the variable `output` of the event, else its only variable, else a map of all. */
export interface ReceivedData {
  readonly output: string;
  readonly target: string;
}

/** `parameterOutputs` are evaluated after the result is stored, and written to the enclosing scope (docs/contributing/spec/mappings.md#mappings). */
export interface MappingsModel {
  readonly inputs: readonly Mapping[];
  readonly extOutputs: readonly Mapping[];
  readonly parameterOutputs: readonly Mapping[];
  /** jBPM (docs/contributing/spec/mappings.md#data-of-an-event) */
  readonly received?: readonly ReceivedData[];
}

/** Has `cardinality` or `collection`; cardinality takes precedence (docs/contributing/spec/loops-and-compensation.md#multi-instance). */
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
  /** variable of `outputElement` or of its first segment, null until the iteration writes it; absent: resolved like other variables */
  readonly resultName?: string;
  /**
   * Camunda 8: the output list has one position per item, and other writes are propagated
   * (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8)
   */
  readonly keepsPlaces?: true;
  /**
   * jBPM: each iteration has its own result variable, and the completion condition reads the results in order of arrival
   * (docs/contributing/spec/loops-and-compensation.md#completion-condition)
   */
  readonly showsResults?: true;
  /** Camunda 8: the handler runs once for the whole loop (docs/contributing/spec/loops-and-compensation.md#compensating-one-item) */
  readonly isCompensatedOnce?: true;
  readonly completionCondition?: ExpressionModel;
  /** loopCounter of the first iteration: 1 with zeebe loopCharacteristics */
  readonly firstCounter: 0 | 1;
  /** absent: `All` (docs/contributing/spec/loops-and-compensation.md#loop-behavior) */
  readonly behavior?: MultiInstanceBehavior;
}

/** `event`: root definition that the boundary event has to reference. */
export type MultiInstanceBehavior =
  | { readonly kind: 'none' | 'one'; readonly event: string }
  | {
      readonly kind: 'complex';
      readonly definitions: readonly { readonly condition: ExpressionModel; readonly event?: string }[];
    };

/** Has `condition`, `maximum` or both (docs/contributing/spec/loops-and-compensation.md#standard-loop). */
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
  /** `thenWaits`: the task then waits for a completion by request */
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
  /** each gives a decision id */
  readonly decisions: readonly ExpressionModel[];
  readonly result: DecisionResult;
}

/** A decision that may be deployed separately. `work` maps its result and replaces the other work. */
export interface BoundDecision {
  readonly call: DecisionCall;
  readonly work: DecisionWork;
}

/** Job features of other engines (docs/contributing/spec/mappings.md#jobs-of-other-engines, ADR 0053). All absent: mapped inputs and outputs only. */
export interface JobModel {
  /**
   * `unmapped`: without input mappings the job gets all variables, without output mappings its whole result is stored. `always`: also with input
   * mappings, which hide variables, and with camunda's output parameters.
   */
  readonly sharesVariables?: 'always' | 'unmapped';
  /** inputs that are not variables, but hide those with the same name */
  readonly parameters?: readonly Mapping[];
  /** constant, never evaluated */
  readonly headers?: Readonly<Record<string, string>>;
  /** higher first, for workers that ask for it; absent: 0 */
  readonly priority?: number;
  /** evaluated when the job is created */
  readonly priorityText?: ExpressionModel;
  /** a plugin replaces a connector: the job gets only its parameters */
  readonly answer?: JobAnswer;
}

/** Result of a job that replaces a connector (docs/contributing/spec/mappings.md#connectors). */
export interface JobAnswer {
  /** read by expressions of the model */
  readonly names: readonly Mapping[];
  /** result values; nothing else is stored */
  readonly values: readonly Mapping[];
  /** map whose members are added to the result */
  readonly spread?: ExpressionModel;
}

/** A total of runs (zeebe `retries`), or a cycle with delays (camunda `failedJobRetryTimeCycle`). Absent: as configured (ADR 0021). */
export interface RetryModel {
  readonly form: 'count' | 'cycle';
  readonly text: ExpressionModel;
}

/**
 * Elements and processes: start, end. Flows: take. User tasks: also create, assignment, update, complete. Activities of jBPM: entry before the input
 * mappings, exit after the output mappings (docs/contributing/spec/elements.md#entry-and-exit-scripts).
 */
export type ListenerEvent = 'start' | 'end' | 'take' | 'create' | 'assignment' | 'update' | 'complete' | 'entry' | 'exit';

/** A script, expression or job that runs on an event of its element, flow or process (docs/contributing/spec/elements.md#listeners). */
export interface ListenerModel {
  readonly on: ListenerEvent;
  readonly does: ScriptModel | ExpressionModel | ListenerJobModel;
}

/** Run by a worker while the element waits (ADR 0053). */
export interface ListenerJobModel extends Pick<JobModel, 'parameters' | 'headers'> {
  readonly kind: 'job';
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  /** target of its result: the element, the enclosing scope, or as `execution.setVariable` */
  readonly stores: 'locally' | 'around' | 'byName';
}

/** Version selection (docs/contributing/spec/calls.md#call-activity). */
export type CallBinding =
  | { readonly kind: 'latest' | 'deployment' }
  | { readonly kind: 'version' | 'versionTag'; readonly value: ExpressionModel };

/** `outputs` read the root variables of the called instance. */
export interface CallMappings {
  readonly passesAllIn: boolean;
  readonly passesAllOut: boolean;
  /** mappings before `variables="all"`, which overwrites their targets */
  readonly inputsBeforeAll?: number;
  readonly outputsBeforeAll?: number;
  /** camunda `in variables="all" local="true"`: mapped inputs and names of the iteration */
  readonly passesLocalsIn?: true;
  /** camunda `out variables="all" local="true"`: for output parameters, not stored */
  readonly passesAllOutLocally?: true;
  /** outputs are passed also with a caught error */
  readonly passesOutOnError?: true;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
}

/** A job that chooses activities (docs/contributing/spec/elements.md#ad-hoc-lead). `elements`: the choices. */
export interface AdHocLead extends Pick<JobModel, 'headers'> {
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  readonly elements: readonly OfferedElement[];
}

/** A choice, with the field names of Camunda 8. Values missing in the file are absent. */
export interface OfferedElement {
  readonly elementId: string;
  readonly elementName?: string;
  readonly documentation?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly parameters?: readonly OfferedParameter[];
}

/** Value that an agent has to provide, described by `fromAi`. */
export interface OfferedParameter {
  readonly name: string;
  readonly description?: Json;
  readonly type?: Json;
  readonly schema?: Json;
  readonly options?: Json;
}
