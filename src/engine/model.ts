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
 * Output of the parser, input of the engine. Frozen. Ids are those of the XML; lists are in document order
 * (docs/contributing/spec/journal.md#document-order).
 */

/** Position in the XML text. Both numbers start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface FlowModel {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** absent: always taken, as on default flows (docs/contributing/spec/gateways.md#exclusive-choice) */
  readonly condition?: ExpressionModel;
  /** Flowable: replaces the condition if skipping is on */
  readonly skip?: ExpressionModel;
  readonly listeners?: readonly ListenerModel[];
}

/** `container`: id of the process or sub-process around it. */
interface NodeModel<T extends string> {
  readonly type: T;
  readonly id: string;
  readonly name?: string;
  readonly container: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  /** ids of boundary events, in document order */
  readonly boundaries: readonly string[];
  readonly place: Place;
  /** docs/contributing/spec/mappings.md#mappings */
  readonly mappings?: MappingsModel;
  /** document order; includes those of a user task */
  readonly listeners?: readonly ListenerModel[];
}

/** Further fields of activities (docs/contributing/spec/elements.md#what-every-activity-has). */
interface ActivityModel<T extends string> extends NodeModel<T> {
  readonly loop?: LoopModel;
  /** tokens needed to start, and tokens on each outgoing flow; absent: 1 */
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  /** entered by compensation only */
  readonly isForCompensation?: true;
  /** target of the association of its compensation boundary event */
  readonly compensationHandler?: string;
  /** Flowable: left without its work if true and skipping is on */
  readonly skip?: ExpressionModel;
}

/** Process, or body of any kind of sub-process. */
export interface ContainerModel {
  readonly id: string;
  readonly nodes: readonly string[];
  readonly flows: readonly string[];
  /** elements at which a token starts (docs/contributing/spec/execution.md#opening-a-scope) */
  readonly starts: readonly string[];
  readonly eventSubProcesses: readonly string[];
}

/** `triggers`: empty for a none start. `isInterrupting`: for event sub-processes only. */
export type StartEventModel = NodeModel<'startEvent'> & {
  readonly triggers: readonly CatchDefinition[];
  readonly isInterrupting: boolean;
  readonly parallelMultiple?: true;
  /** variable for the user who started the instance, if known */
  readonly initiator?: string;
  /** event sub-processes of its scope subscribe when it leaves, because they read its variables (docs/contributing/spec/execution.md#opening-a-scope) */
  readonly armsScope?: true;
};
export type EndEventModel = NodeModel<'endEvent'> & ThrowingModel;
export type IntermediateThrowEventModel = NodeModel<'intermediateThrowEvent'> & ThrowingModel & { readonly linkTarget?: string };
/** `throws`: empty for none events. `work`: of a message event like a service task. `throwsBeforeWork`: definitions before that message; absent: 0. */
interface ThrowingModel {
  readonly throws: readonly ThrowDefinition[];
  readonly work?: ServiceWork;
  readonly throwsBeforeWork?: number;
}
/** A link catch has no triggers: its throw event enters it. */
export type IntermediateCatchEventModel = NodeModel<'intermediateCatchEvent'> & {
  readonly triggers: readonly SubscribingCatch[];
  readonly parallelMultiple?: true;
  readonly isLink?: true;
};

export type TaskModel = ActivityModel<'task'> & PlainTask;
export type ManualTaskModel = ActivityModel<'manualTask'> & PlainTask;
interface PlainTask {
  /** does not wait, because the file names Camunda or Operaton as its platform (docs/contributing/spec/elements.md#plain-task) */
  readonly passesThrough: boolean;
}
export type ScriptTaskModel = ActivityModel<'scriptTask'> & { readonly script: ScriptModel };

/** A list property has one template per item, or one expression that gives a list (docs/contributing/spec/elements.md#user-task). */
export type UserTaskModel = ActivityModel<'userTask'> & {
  readonly assignee?: ExpressionModel;
  readonly candidateUsers: readonly ExpressionModel[];
  readonly candidateGroups: readonly ExpressionModel[];
  /** texts that are comma-separated lists: candidates, or also the assignee (several names are candidates); absent: none */
  readonly splits?: 'candidates' | 'all';
  readonly expectedOutputs: readonly string[];
  /** variable for the id of the task */
  readonly idVariable?: string;
  /** variable for the user who completes the task */
  readonly completerVariable?: string;
  /** the engine does not read it */
  readonly form?: FormModel;
  readonly plan?: TaskPlanModel;
};
export type ServiceTaskModel = ActivityModel<'serviceTask'> & { readonly work: ServiceWork; readonly bound?: BoundDecision };
export type SendTaskModel = ActivityModel<'sendTask'> & { readonly work: ServiceWork };
export type BusinessRuleTaskModel = ActivityModel<'businessRuleTask'> & {
  readonly work: ServiceWork;
  /** separately deployed decision; if it exists, it replaces the work */
  readonly bound?: BoundDecision;
};
/** Completed by a request if `message` is absent. */
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
/** `subProcess triggeredByEvent` with its start event. */
export type EventSubProcessModel = NodeModel<'eventSubProcess'> & { readonly start: string };
export type TransactionModel = ActivityModel<'transaction'>;
export type AdHocSubProcessModel = ActivityModel<'adHocSubProcess'> & {
  readonly isSequential: boolean;
  readonly cancelsRemaining: boolean;
  readonly completionCondition?: ExpressionModel;
  /** absent: every inner activity without incoming flow */
  readonly activeElements?: ExpressionModel;
  /** job that repeatedly chooses activities; absent: `activeElements` start */
  readonly lead?: AdHocLead;
  /** list of one value per path that ends inside; without `element` the value is null */
  readonly output?: { readonly collection: string; readonly element?: ExpressionModel };
};

export type BoundaryEventModel = NodeModel<'boundaryEvent'> & {
  readonly attachedTo: string;
  readonly interrupting: boolean;
  readonly triggers: readonly CatchDefinition[];
  readonly parallelMultiple?: true;
  /** referenced root event definitions */
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

/** Registered at deployment: a start event, receive task or gateway target (docs/contributing/spec/waiting.md#registrations). */
export interface StartTrigger {
  /** element that the first token enters */
  readonly element: string;
  readonly definition: SubscribingCatch;
}

export type Platform = 'Camunda 7' | 'Camunda 8' | 'Flowable';

/** Whether parallel paths see each other's writes before they join (docs/contributing/spec/variables.md#branch-variables-mode). */
export type BranchVariables = 'isolated' | 'shared';

/** Effect of an uncaught failure; an incident waits for an operator. */
export type OnFailure = 'fail' | 'incident';

export interface ProcessModel {
  /** process id of the XML */
  readonly key: string;
  readonly name?: string;
  readonly versionTag?: string;
  /** target of the file; absent: this service, or unknown */
  readonly platform?: Platform;
  /** overrides the configuration */
  readonly branchVariables?: BranchVariables;
  /** absent: as configured */
  readonly onFailure?: OnFailure;
  /** absent in versions that an earlier release stored */
  readonly timerRules?: TimerRules;
  /** `platform` decides local names and flows without condition; absent in versions that an earlier release stored */
  readonly followsPlatform?: true;
  /** `platform` decides local reads and end listeners of an interruption; absent in versions that an earlier release stored */
  readonly followsScopes?: true;
  /** parallel paths share variables without a platform, as in jBPM */
  readonly sharesPaths?: true;
  /** a message reaches one subscription of the process, not each one */
  readonly hasOneReceiver?: true;
  readonly elements: ReadonlyMap<string, ElementModel>;
  readonly flows: ReadonlyMap<string, FlowModel>;
  /** by container id; the process has its key */
  readonly containers: ReadonlyMap<string, ContainerModel>;
  /** triggers other than none starts, in document order */
  readonly startTriggers: readonly StartTrigger[];
  /** values of data objects; start variables override them */
  readonly initialVariables?: Variables;
  /** form for the start; the engine does not read it */
  readonly startForm?: FormModel;
  readonly listeners?: readonly ListenerModel[];
  /** decisions of its tasks and all that these require, by id */
  readonly decisions?: Readonly<Record<string, DecisionModel>>;
  /** separately deployed, of its tasks */
  readonly boundDecisions?: readonly DecisionCall[];
  /** key patterns of processes that the author may call; absent: all. Not read by the engine */
  readonly callsWithin?: readonly string[];
}

/** `auto` follows the platform of the file. */
export function branchVariablesIn(
  { branchVariables, platform, sharesPaths }: Pick<ProcessModel, 'branchVariables' | 'platform' | 'sharesPaths'>,
  setting: 'auto' | BranchVariables,
): BranchVariables {
  if (branchVariables !== undefined) return branchVariables;
  if (setting !== 'auto') return setting;
  return platform === undefined && sharesPaths !== true ? 'isolated' : 'shared';
}

/** Throws on an unknown id: a bug, because deployment checks every id. */
export function elementOf(model: ProcessModel, id: string): ElementModel {
  const found = model.elements.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no element '${id}'`);
  return found;
}

/** Throws like {@link elementOf}. */
export function flowOf(model: ProcessModel, id: string): FlowModel {
  const found = model.flows.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no flow '${id}'`);
  return found;
}

export function flowsNamed(model: ProcessModel, ids: readonly string[]): readonly FlowModel[] {
  return ids.map((id) => flowOf(model, id));
}

/** Throws like {@link elementOf}. */
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
/** Tasks, sub-processes and call activities, not event sub-processes, which no token enters. */
export type ActivityElement = Extract<ElementModel, { loop?: LoopModel }>;

export function isActivity(element: ElementModel): element is ActivityElement {
  return ACTIVITIES.has(element.type);
}

/**
 * `activityType` of the HTTP API: the BPMN name with a capital (docs/contributing/spec/http/instances.md#activity-types).
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
