import type {
  AdHocLead,
  BoundDecision,
  CallBinding,
  CallMappings,
  ListenerModel,
  LoopModel,
  MappingsModel,
  ServiceWork,
} from './model/model-activities.ts';
import type { DecisionCall, DecisionModel } from './model/model-decisions.ts';
import type { CatchDefinition, MessageCatch, SubscribingCatch, ThrowDefinition, TimerRules } from './model/model-events.ts';
import type { ExpressionModel, FormModel, ScriptModel, TaskPlanModel } from './model/model-texts.ts';
import type { Variables } from './values.ts';

export type * from './model/model-activities.ts';
export type * from './model/model-decisions.ts';
export * from './model/model-events.ts';
export type * from './model/model-texts.ts';

/**
 * The process model: output of the parser, input of the engine. Frozen after parsing. Ids are the ids of the XML; every list is in document order
 * (docs/contributing/spec/journal.md#document-order).
 */

/** Position of an element in the XML text. Both numbers start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface FlowModel {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** absent: always taken; the parser drops a condition on a default flow (docs/contributing/spec/gateways.md#exclusive-choice) */
  readonly condition?: ExpressionModel;
  /** Flowable: replaces the condition if skipping is on */
  readonly skip?: ExpressionModel;
  readonly listeners?: readonly ListenerModel[];
}

/** Common fields of flow nodes. `container` is the id of the process or sub-process around the node. */
interface NodeModel<T extends string> {
  readonly type: T;
  readonly id: string;
  readonly name?: string;
  readonly container: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  /** ids of attached boundary events, in document order */
  readonly boundaries: readonly string[];
  readonly place: Place;
  /** input and output mappings (docs/contributing/spec/mappings.md#mappings) */
  readonly mappings?: MappingsModel;
  /** in document order; includes those of a user task */
  readonly listeners?: readonly ListenerModel[];
}

/** Further fields of activities (docs/contributing/spec/elements.md#what-every-activity-has). */
interface ActivityModel<T extends string> extends NodeModel<T> {
  readonly loop?: LoopModel;
  /** number of tokens needed to start, absent = 1; number of tokens on each outgoing flow, absent = 1 */
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  /** entered by compensation only, never by a token */
  readonly isForCompensation?: true;
  /** target of the association of its compensation boundary event */
  readonly compensationHandler?: string;
  /** Flowable: the activity is left without its work if this is true and skipping is on */
  readonly skip?: ExpressionModel;
}

/** A container of flow nodes: the process, or the body of any kind of sub-process. */
export interface ContainerModel {
  readonly id: string;
  readonly nodes: readonly string[];
  readonly flows: readonly string[];
  /** elements at which a token starts (docs/contributing/spec/execution.md#opening-a-scope) */
  readonly starts: readonly string[];
  readonly eventSubProcesses: readonly string[];
}

/** `triggers` is empty for a none start event. Only event sub-processes use `isInterrupting`. */
export type StartEventModel = NodeModel<'startEvent'> & {
  readonly triggers: readonly CatchDefinition[];
  readonly isInterrupting: boolean;
  readonly parallelMultiple?: true;
  /** variable for the user who started the instance, if known */
  readonly initiator?: string;
  /**
   * subscriptions of event sub-processes in its scope are created when it leaves, because they read variables that it writes
   * (docs/contributing/spec/execution.md#opening-a-scope)
   */
  readonly armsScope?: true;
};
export type EndEventModel = NodeModel<'endEvent'> & ThrowingModel;
export type IntermediateThrowEventModel = NodeModel<'intermediateThrowEvent'> & ThrowingModel & { readonly linkTarget?: string };
/**
 * `throws` is empty for none events. `work`: a message event in the form of a service task. `throwsBeforeWork`: number of definitions before
 * that message; absent: 0.
 */
interface ThrowingModel {
  readonly throws: readonly ThrowDefinition[];
  readonly work?: ServiceWork;
  readonly throwsBeforeWork?: number;
}
/** A link catch event has no triggers: its throw event enters it directly. */
export type IntermediateCatchEventModel = NodeModel<'intermediateCatchEvent'> & {
  readonly triggers: readonly SubscribingCatch[];
  readonly parallelMultiple?: true;
  readonly isLink?: true;
};

export type TaskModel = ActivityModel<'task'> & PlainTask;
export type ManualTaskModel = ActivityModel<'manualTask'> & PlainTask;
interface PlainTask {
  /**
   * true: the token passes without waiting, because the file names Camunda or Operaton as its execution platform
   * (docs/contributing/spec/elements.md#plain-task)
   */
  readonly passesThrough: boolean;
}
export type ScriptTaskModel = ActivityModel<'scriptTask'> & { readonly script: ScriptModel };

/**
 * Assignment of a user task. A list property has one template per item, or one expression that returns a list
 * (docs/contributing/spec/elements.md#user-task).
 */
export type UserTaskModel = ActivityModel<'userTask'> & {
  readonly assignee?: ExpressionModel;
  readonly candidateUsers: readonly ExpressionModel[];
  readonly candidateGroups: readonly ExpressionModel[];
  /** which texts are comma-separated lists: only candidates, or also the assignee (several names are candidates); absent: each text is one name */
  readonly splits?: 'candidates' | 'all';
  readonly expectedOutputs: readonly string[];
  /** variable for the id of the task */
  readonly idVariable?: string;
  /** variable for the user who completes the task */
  readonly completerVariable?: string;
  /** passed on unchanged; the engine does not read it */
  readonly form?: FormModel;
  readonly plan?: TaskPlanModel;
};
export type ServiceTaskModel = ActivityModel<'serviceTask'> & { readonly work: ServiceWork; readonly bound?: BoundDecision };
export type SendTaskModel = ActivityModel<'sendTask'> & { readonly work: ServiceWork };
export type BusinessRuleTaskModel = ActivityModel<'businessRuleTask'> & {
  readonly work: ServiceWork;
  /** a separately deployed decision; if it exists, it takes precedence over the work */
  readonly bound?: BoundDecision;
};
/** Without `message`, a request must complete the activity. */
export type ReceiveTaskModel = ActivityModel<'receiveTask'> & { readonly message?: MessageCatch; readonly instantiate?: true };
export type CallActivityModel = ActivityModel<'callActivity'> & {
  readonly calledElement: ExpressionModel;
  readonly binding: CallBinding;
  readonly call: CallMappings;
};

export type ExclusiveGatewayModel = NodeModel<'exclusiveGateway'>;
export type ParallelGatewayModel = NodeModel<'parallelGateway'>;
export type InclusiveGatewayModel = NodeModel<'inclusiveGateway'>;
export type ComplexGatewayModel = NodeModel<'complexGateway'> & { readonly activationCondition?: ExpressionModel };
export type EventBasedGatewayModel = NodeModel<'eventBasedGateway'> & {
  readonly instantiate?: 'exclusive' | 'parallel';
};

export type SubProcessModel = ActivityModel<'subProcess'>;
/** An event sub-process with its start event. The XML has `subProcess triggeredByEvent`, not this type. */
export type EventSubProcessModel = NodeModel<'eventSubProcess'> & { readonly start: string };
export type TransactionModel = ActivityModel<'transaction'>;
export type AdHocSubProcessModel = ActivityModel<'adHocSubProcess'> & {
  readonly isSequential: boolean;
  readonly cancelsRemaining: boolean;
  readonly completionCondition?: ExpressionModel;
  /** elements to start; absent: every inner activity without incoming flow */
  readonly activeElements?: ExpressionModel;
  /** a job that repeatedly chooses the activities to start; absent: the sub-process starts `activeElements` itself */
  readonly lead?: AdHocLead;
  /** list that receives one value for each path that ends inside; without `element` the value is null */
  readonly output?: { readonly collection: string; readonly element?: ExpressionModel };
};

export type BoundaryEventModel = NodeModel<'boundaryEvent'> & {
  readonly attachedTo: string;
  readonly interrupting: boolean;
  readonly triggers: readonly CatchDefinition[];
  readonly parallelMultiple?: true;
  /** ids of referenced root event definitions */
  readonly definitionRefs?: readonly string[];
};

export type ElementModel =
  | StartEventModel
  | EndEventModel
  | IntermediateThrowEventModel
  | IntermediateCatchEventModel
  | BoundaryEventModel
  | TaskModel
  | ManualTaskModel
  | ScriptTaskModel
  | UserTaskModel
  | ServiceTaskModel
  | SendTaskModel
  | BusinessRuleTaskModel
  | ReceiveTaskModel
  | CallActivityModel
  | ExclusiveGatewayModel
  | ParallelGatewayModel
  | InclusiveGatewayModel
  | ComplexGatewayModel
  | EventBasedGatewayModel
  | SubProcessModel
  | EventSubProcessModel
  | TransactionModel
  | AdHocSubProcessModel;
export type ElementType = ElementModel['type'];
export type ModelOf<T extends ElementType> = Extract<ElementModel, { type: T }>;

/** A start event, receive task or gateway target whose trigger is registered at deployment (docs/contributing/spec/waiting.md#registrations). */
export interface StartTrigger {
  /** element that the first token enters */
  readonly element: string;
  readonly definition: SubscribingCatch;
}

export type Platform = 'Camunda 7' | 'Camunda 8' | 'Flowable';

/** Whether parallel paths see each other's writes before they join (docs/contributing/spec/variables.md#branch-variables-mode). */
export type BranchVariables = 'isolated' | 'shared';

/** Effect of a failure that nothing catches: the instance fails, or an incident waits for an operator. */
export type OnFailure = 'fail' | 'incident';

/** One executable process of a file. */
export interface ProcessModel {
  /** process id of the XML */
  readonly key: string;
  readonly name?: string;
  readonly versionTag?: string;
  /** target platform of the file; absent: this service, or unknown */
  readonly platform?: Platform;
  /** set in the XML of the process; overrides the configuration */
  readonly branchVariables?: BranchVariables;
  /** absent: the configuration applies */
  readonly onFailure?: OnFailure;
  /** absent in versions that an earlier release stored */
  readonly timerRules?: TimerRules;
  /** the rules of `platform` apply to local names and to flows without condition; absent in versions that an earlier release stored */
  readonly followsPlatform?: true;
  /** local reads and end listeners of an interruption are those of its engine; absent in versions that an earlier release stored */
  readonly followsScopes?: true;
  /** parallel paths share their variables if there is no platform, as in jBPM; absent: they do not */
  readonly sharesPaths?: true;
  /** a message reaches one subscription of the process; absent: each one */
  readonly hasOneReceiver?: true;
  readonly elements: ReadonlyMap<string, ElementModel>;
  readonly flows: ReadonlyMap<string, FlowModel>;
  /** by container id; the process has its key */
  readonly containers: ReadonlyMap<string, ContainerModel>;
  /** triggers other than the none start event, in document order */
  readonly startTriggers: readonly StartTrigger[];
  /** values of data objects; start variables override them */
  readonly initialVariables?: Variables;
  /** form for the start of an instance; passed on unchanged, the engine does not read it */
  readonly startForm?: FormModel;
  readonly listeners?: readonly ListenerModel[];
  /** decisions of its tasks and the decisions that these require, by id; absent: none */
  readonly decisions?: Readonly<Record<string, DecisionModel>>;
  /** separately deployed decisions of its tasks; absent: none */
  readonly boundDecisions?: readonly DecisionCall[];
  /** key patterns of processes that the author may call; absent: all. Passed on unchanged, the engine does not read it */
  readonly callsWithin?: readonly string[];
}

/** Resolves the setting for parallel paths. `auto` follows the platform of the file. */
export function branchVariablesIn(
  { branchVariables, platform, sharesPaths }: Pick<ProcessModel, 'branchVariables' | 'platform' | 'sharesPaths'>,
  setting: 'auto' | BranchVariables,
): BranchVariables {
  if (branchVariables !== undefined) return branchVariables;
  if (setting !== 'auto') return setting;
  return platform === undefined && sharesPaths !== true ? 'isolated' : 'shared';
}

/** Returns the element. Throws on an unknown id, which is a bug: deployment checks every id. */
export function elementOf(model: ProcessModel, id: string): ElementModel {
  const found = model.elements.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no element '${id}'`);
  return found;
}

/** Returns the flow. Throws on an unknown id, see {@link elementOf}. */
export function flowOf(model: ProcessModel, id: string): FlowModel {
  const found = model.flows.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no flow '${id}'`);
  return found;
}

export function flowsNamed(model: ProcessModel, ids: readonly string[]): readonly FlowModel[] {
  return ids.map((id) => flowOf(model, id));
}

/** Returns the container. Throws on an unknown id, see {@link elementOf}. */
export function containerOf(model: ProcessModel, id: string): ContainerModel {
  const found = model.containers.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no container '${id}'`);
  return found;
}

const ACTIVITIES: ReadonlySet<ElementType> = new Set<ElementType>([
  'task',
  'manualTask',
  'scriptTask',
  'userTask',
  'serviceTask',
  'sendTask',
  'businessRuleTask',
  'receiveTask',
  'callActivity',
  'subProcess',
  'transaction',
  'adHocSubProcess',
]);
/** Activities of BPMN: tasks, sub-processes and call activities. Event sub-processes are excluded, because no token enters them. */
export type ActivityElement = Extract<ElementModel, { loop?: LoopModel }>;

export function isActivity(element: ElementModel): element is ActivityElement {
  return ACTIVITIES.has(element.type);
}

/**
 * Returns `activityType` of the HTTP API: the BPMN element name with a capital first letter
 * (docs/contributing/spec/http/instances.md#activity-types).
 * @param loop set for the loop body: `MultiInstance` or `StandardLoop`; iterations have the type of the element
 */
export function activityTypeOf(type: ElementType, loop?: LoopModel['kind']): string {
  const name = loop ?? type;
  let known = typeNames.get(name);
  if (known === undefined) {
    known = name.charAt(0).toUpperCase() + name.slice(1);
    typeNames.set(name, known);
  }
  return known;
}

const typeNames = new Map<string, string>();
