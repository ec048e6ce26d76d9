import type { DecisionCall, DecisionResult } from './model-decisions.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';
import type { Json } from './values.ts';

/** Where a mapped value comes from: an expression, a camunda script, or nested camunda lists and maps (docs/contributing/spec/mappings.md#what-a-mapping-does). */
export type MappingSource =
  | ExpressionModel
  | ScriptModel
  | { readonly kind: 'list'; readonly items: readonly MappingSource[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: ExpressionModel; readonly value: MappingSource }[] };

/** `target` is a variable name, or for zeebe a dotted path that builds a map. */
export interface Mapping {
  readonly source: MappingSource;
  readonly target: string;
  /** of a call activity, camunda `local`: an input reads the call's own names only, an output is for its output parameters only */
  readonly local?: true;
  /** the source is a name: nothing is mapped while no scope has it */
  readonly optional?: true;
  /** absent: targets of earlier mappings hide the variables of their names, and a dotted target begins with an empty map */
  readonly earlier?: EarlierTargets;
}

/**
 * How a mapping sees the targets of those before it in its list (docs/contributing/spec/mappings.md#rules-of-engines). `merged`: they hide variables, and a dotted target
 * changes the variable as it is. `layered`: a map that dotted targets have built lies over the variable. `last`: only where no scope has the name.
 * `behindLocal`: names that are local to the activity hide them. `never`: not at all.
 */
export type EarlierTargets = 'merged' | 'layered' | 'last' | 'behindLocal' | 'never';

/**
 * Io mappings of one activity or event. `ext` = fleans, zeebe and no namespace; `camunda` = inputOutput: its outputs are evaluated after
 * the result was stored as usual and go to the enclosing scope (docs/contributing/spec/mappings.md#mappings).
 */
export interface MappingsModel {
  readonly inputs: readonly Mapping[];
  readonly extOutputs: readonly Mapping[];
  readonly camundaOutputs: readonly Mapping[];
}

/** Multi-instance. Exactly one of `cardinality` and `collection` is used; cardinality wins (docs/contributing/spec/loops-and-compensation.md#multi-instance). */
export interface MultiInstanceModel {
  readonly kind: 'multiInstance';
  readonly isSequential: boolean;
  readonly cardinality?: ExpressionModel;
  readonly collection?: ExpressionModel;
  readonly elementVariable?: string;
  readonly outputCollection?: string;
  readonly outputElement?: ExpressionModel;
  /** the variable that `outputElement` is, or a member of: null for an iteration that has not written it; absent: read like any other */
  readonly resultName?: string;
  /** Camunda 8: the list has a place for each item, and what else an iteration writes leaves it (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8) */
  readonly keepsPlaces?: true;
  readonly completionCondition?: ExpressionModel;
  /** value of loopCounter in the first iteration: 1 where zeebe's loopCharacteristics is used */
  readonly firstCounter: 0 | 1;
  /** absent = `All` (docs/contributing/spec/loops-and-compensation.md#loop-behavior) */
  readonly behavior?: MultiInstanceBehavior;
}

/** Boundary events fired by iterations: `event` = ids of root event definitions a boundary event of this activity has to refer to. */
export type MultiInstanceBehavior =
  | { readonly kind: 'none' | 'one'; readonly event: string }
  | {
      readonly kind: 'complex';
      readonly definitions: readonly { readonly condition: ExpressionModel; readonly event?: string }[];
    };

/** Standard loop. One of condition and maximum is given (docs/contributing/spec/loops-and-compensation.md#standard-loop). */
export interface StandardLoopModel {
  readonly kind: 'standardLoop';
  readonly testBefore: boolean;
  readonly maximum?: number;
  readonly condition?: ExpressionModel;
}
export type LoopModel = MultiInstanceModel | StandardLoopModel;

/** What a service, send or business rule task, or a message event of that form, does (docs/contributing/spec/elements.md#service-task). */
export type ServiceWork =
  | ({ readonly kind: 'typed'; readonly taskType: ExpressionModel; readonly retries?: RetryModel } & JobModel)
  | { readonly kind: 'expression'; readonly expression: ExpressionModel; readonly resultVariable?: string }
  /** publishes a message, as a message throw event does */
  | { readonly kind: 'message'; readonly name: ExpressionModel; readonly key?: ExpressionModel }
  | DecisionWork
  | { readonly kind: 'untyped' };

/** Makes a decision of the model's, in the step (docs/contributing/spec/decisions.md). */
export interface DecisionWork {
  readonly kind: 'decision';
  /** each gives the id of a decision */
  readonly decisions: readonly ExpressionModel[];
  readonly result: DecisionResult;
}

/** A decision that may be deployed elsewhere. `call`: what is asked for; `work`: what is done with it, in place of what else the task says. */
export interface BoundDecision {
  readonly call: DecisionCall;
  readonly work: DecisionWork;
}

/**
 * What authors of other engines count on in a job (docs/contributing/spec/mappings.md#jobs-of-other-engines, ADR 0053). All absent: it gets its mapped inputs, and only
 * mapped outputs of its result are stored.
 */
export interface JobModel {
  /** without input mappings it gets all variables in scope; without output mappings its result is stored as it is */
  readonly sharesVariables?: true;
  /** values it gets besides, which are no variables; they hide variables of their names */
  readonly parameters?: readonly Mapping[];
  /** fixed texts for the worker; never evaluated */
  readonly headers?: Readonly<Record<string, string>>;
  /** it is done by a plugin in place of a connector: it gets its parameters only, and its result is translated */
  readonly answer?: JobAnswer;
}

/** What becomes of the result of a job in place of a connector (docs/contributing/spec/mappings.md#connectors). */
export interface JobAnswer {
  /** names that the texts of its author read */
  readonly names: readonly Mapping[];
  /** the result; nothing else is stored */
  readonly values: readonly Mapping[];
  /** a map whose entries belong to the result too */
  readonly spread?: ExpressionModel;
}

/**
 * How often a job may run: a number of runs in all (zeebe `retries`), or a cycle with its delays (camunda `failedJobRetryTimeCycle`).
 * Without it the configuration decides (ADR 0021).
 */
export interface RetryModel {
  readonly form: 'count' | 'cycle';
  readonly text: ExpressionModel;
}

/**
 * When a listener runs: on elements and processes start and end, on flows take, on user tasks create, assignment, update and complete too; on activities
 * of jBPM entry, before the inputs are mapped, and exit, after the outputs are (docs/contributing/spec/elements.md#entry-and-exit-scripts).
 */
export type ListenerEvent = 'start' | 'end' | 'take' | 'create' | 'assignment' | 'update' | 'complete' | 'entry' | 'exit';

/** A text or a job that runs when something happens to what it stands on (docs/contributing/spec/elements.md#listeners). */
export interface ListenerModel {
  readonly on: ListenerEvent;
  readonly does: ScriptModel | ExpressionModel | ListenerJobModel;
}

/** A listener that a worker does; what it stands on waits for it (ADR 0053). */
export interface ListenerJobModel extends Pick<JobModel, 'parameters' | 'headers'> {
  readonly kind: 'job';
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  /** where its result goes: into names that are local to the element, to the scope around it, or as `execution.setVariable` does */
  readonly stores: 'locally' | 'around' | 'byName';
}

/** Which version a call activity calls (docs/contributing/spec/calls.md#call-activity). */
export type CallBinding =
  | { readonly kind: 'latest' | 'deployment' }
  | { readonly kind: 'version' | 'versionTag'; readonly value: ExpressionModel };

/** What passes into and out of a called instance. Sources of `outputs` are read over the child's root variables. */
export interface CallMappings {
  readonly passesAllIn: boolean;
  readonly passesAllOut: boolean;
  /** so many mappings stand before `variables="all"`, which overwrites their targets; absent: none */
  readonly inputsBeforeAll?: number;
  readonly outputsBeforeAll?: number;
  /** camunda `in variables="all" local="true"`: what is local to the call activity, its mapped inputs and the names of its iteration */
  readonly passesLocalsIn?: true;
  /** camunda `out variables="all" local="true"`: read by the call's output parameters, not stored */
  readonly passesAllOutLocally?: true;
  /** outputs also pass where the child ends with an error that is caught */
  readonly passesOutOnError?: true;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
}

/** The job that leads an ad-hoc body (docs/contributing/spec/elements.md#ad-hoc-lead). `elements`: what it may choose from. */
export interface AdHocLead extends Pick<JobModel, 'headers'> {
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
  readonly elements: readonly OfferedElement[];
}

/** An activity that may begin, in the words of Camunda 8; what the file does not say is absent. */
export interface OfferedElement {
  readonly elementId: string;
  readonly elementName?: string;
  readonly documentation?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly parameters?: readonly OfferedParameter[];
}

/** What an agent has to give, as `fromAi` describes it. */
export interface OfferedParameter {
  readonly name: string;
  readonly description?: Json;
  readonly type?: Json;
  readonly schema?: Json;
  readonly options?: Json;
}
