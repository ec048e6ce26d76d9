import type {
  AdHocLead,
  BoundDecision,
  CallBinding,
  CallMappings,
  ListenerModel,
  LoopModel,
  MappingsModel,
  ServiceWork,
} from './model-activities.ts';
import type { DecisionCall, DecisionModel } from './model-decisions.ts';
import type { CatchDefinition, MessageCatch, SubscribingCatch, ThrowDefinition, TimerRules } from './model-events.ts';
import type { FormModel } from './model-forms.ts';
import type { TaskPlanModel } from './model-plans.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';
import type { Variables } from './values.ts';

export type * from './model-activities.ts';
export type * from './model-decisions.ts';
export * from './model-events.ts';
export type * from './model-forms.ts';
export type * from './model-plans.ts';
export type * from './model-texts.ts';

/**
 * The process model: what the parser returns and the engine reads. Frozen once, never changed.
 * Ids are the ids of the XML; every list is in document order (docs/contributing/spec/journal.md#document-order).
 */

/** Where an element stands in the XML text. Both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface FlowModel {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** absent on flows that are always taken; a condition on a default flow is dropped by the parser (docs/contributing/spec/gateways.md#exclusive-choice) */
  readonly condition?: ExpressionModel;
  /** Flowable: decides in place of the condition where skipping is switched on */
  readonly skip?: ExpressionModel;
  readonly listeners?: readonly ListenerModel[];
}

/** What every flow node has. `container` is the id of the process or sub-process that holds it. */
interface NodeModel<T extends string> {
  readonly type: T;
  readonly id: string;
  readonly name?: string;
  readonly container: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  /** id of the default flow, when the node has one */
  readonly defaultFlow?: string;
  /** ids of the boundary events attached to this node, in document order */
  readonly boundaries: readonly string[];
  readonly place: Place;
  /** io mappings of activities and events (docs/contributing/spec/mappings.md#mappings) */
  readonly mappings?: MappingsModel;
  /** in document order; those of a user task among them */
  readonly listeners?: readonly ListenerModel[];
}

/** What every activity has besides (docs/contributing/spec/elements.md#what-every-activity-has). */
interface ActivityModel<T extends string> extends NodeModel<T> {
  readonly loop?: LoopModel;
  /** tokens it takes to begin, absent = 1; times each flow is taken, absent = 1 */
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  /** it is entered by a compensation walk only, never by a token */
  readonly isForCompensation?: true;
  /** the activity that its compensation boundary event is joined to */
  readonly compensationHandler?: string;
  /** Flowable: it is left without doing its work where this is true and skipping is switched on */
  readonly skip?: ExpressionModel;
}

/** A container of flow nodes: the process itself or the body of a sub-process kind. */
export interface ContainerModel {
  readonly id: string;
  /** flow nodes directly inside, in document order */
  readonly nodes: readonly string[];
  /** flows directly inside, in document order */
  readonly flows: readonly string[];
  /** where a token starts (docs/contributing/spec/execution.md#opening-a-scope) */
  readonly starts: readonly string[];
  /** event sub-processes directly inside, in document order */
  readonly eventSubProcesses: readonly string[];
}

/** `triggers` is empty for a none start event. `isInterrupting` matters inside an event sub-process only. */
export type StartEventModel = NodeModel<'startEvent'> & {
  readonly triggers: readonly CatchDefinition[];
  readonly isInterrupting: boolean;
  readonly parallelMultiple?: true;
  /** variable that holds who started the instance, where somebody is known */
  readonly initiator?: string;
  /** event sub-processes of its scope are armed when it leaves, because they read what it writes (docs/contributing/spec/execution.md#opening-a-scope) */
  readonly armsScope?: true;
};
export type EndEventModel = NodeModel<'endEvent'> & ThrowingModel;
export type IntermediateThrowEventModel = NodeModel<'intermediateThrowEvent'> & ThrowingModel & { readonly linkTarget?: string };
/**
 * `throws` is empty for none events. `work`: a message event in the form of a service task. `throwsBeforeWork`: how many definitions stand
 * before that message, none when absent.
 */
interface ThrowingModel {
  readonly throws: readonly ThrowDefinition[];
  readonly work?: ServiceWork;
  readonly throwsBeforeWork?: number;
}
/** A link catch has no triggers: its throw enters it directly. */
export type IntermediateCatchEventModel = NodeModel<'intermediateCatchEvent'> & {
  readonly triggers: readonly SubscribingCatch[];
  readonly parallelMultiple?: true;
  readonly isLink?: true;
};

export type TaskModel = ActivityModel<'task'> & PlainTask;
export type ManualTaskModel = ActivityModel<'manualTask'> & PlainTask;
interface PlainTask {
  /** true: the token passes through, because the file names Camunda or Operaton as its execution platform (docs/contributing/spec/elements.md#plain-task) */
  readonly passesThrough: boolean;
}
export type ScriptTaskModel = ActivityModel<'scriptTask'> & { readonly script: ScriptModel };

/** Assignment of a user task. A list property is one template per written item, or one expression that yields a list (docs/contributing/spec/elements.md#user-task). */
export type UserTaskModel = ActivityModel<'userTask'> & {
  readonly assignee?: ExpressionModel;
  readonly candidateUsers: readonly ExpressionModel[];
  readonly candidateGroups: readonly ExpressionModel[];
  /** texts of expressions are lists with commas: those of candidates; also the assignee's, of which several are candidates; absent: a text is one name */
  readonly splits?: 'candidates' | 'all';
  readonly expectedOutputs: readonly string[];
  /** as the file describes it; passed on, never read */
  readonly form?: FormModel;
  readonly plan?: TaskPlanModel;
};
export type ServiceTaskModel = ActivityModel<'serviceTask'> & { readonly work: ServiceWork; readonly bound?: BoundDecision };
export type SendTaskModel = ActivityModel<'sendTask'> & { readonly work: ServiceWork };
export type BusinessRuleTaskModel = ActivityModel<'businessRuleTask'> & {
  readonly work: ServiceWork;
  /** a decision of another deploy, which goes before the work where there is one */
  readonly bound?: BoundDecision;
};
/** Without `message` it waits for complete-activity. */
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
  /** set on a gateway that starts the process */
  readonly instantiate?: 'exclusive' | 'parallel';
};

export type SubProcessModel = ActivityModel<'subProcess'>;
/** An event sub-process; `start` is its start event. Its `type` is not a BPMN tag: the file says `subProcess triggeredByEvent`. */
export type EventSubProcessModel = NodeModel<'eventSubProcess'> & { readonly start: string };
export type TransactionModel = ActivityModel<'transaction'>;
export type AdHocSubProcessModel = ActivityModel<'adHocSubProcess'> & {
  readonly isSequential: boolean;
  readonly cancelsRemaining: boolean;
  readonly completionCondition?: ExpressionModel;
  /** elements to start; absent = every inner activity without incoming flow */
  readonly activeElements?: ExpressionModel;
  /** a job decides what begins, again and again; absent: the body decides for itself */
  readonly lead?: AdHocLead;
  /** the list that gets a value from each path that ends inside; without `element` the value is null */
  readonly output?: { readonly collection: string; readonly element?: ExpressionModel };
};

export type BoundaryEventModel = NodeModel<'boundaryEvent'> & {
  readonly attachedTo: string;
  readonly interrupting: boolean;
  readonly triggers: readonly CatchDefinition[];
  readonly parallelMultiple?: true;
  /** ids of the root event definitions it refers to */
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

/** A start event, receive task or gateway target that may start an instance: what is registered at deploy (docs/contributing/spec/waiting.md#registrations). */
export interface StartTrigger {
  /** the element the first token enters */
  readonly element: string;
  readonly definition: SubscribingCatch;
}

/** A platform that models are made for. */
export type Platform = 'Camunda 7' | 'Camunda 8' | 'Flowable';

/** Whether parallel paths see what the others write before they join (docs/contributing/spec/variables.md#branch-variables-mode). */
export type BranchVariables = 'isolated' | 'shared';

/** What becomes of an instance in which something fails that nothing catches: it fails, or an incident waits for an operator. */
export type OnFailure = 'fail' | 'incident';

/** One executable process of a file. */
export interface ProcessModel {
  /** process id of the XML = process definition key */
  readonly key: string;
  readonly name?: string;
  readonly versionTag?: string;
  /** the platform its file is made for; absent: this service, or any */
  readonly platform?: Platform;
  /** what the process itself says; it decides alone */
  readonly branchVariables?: BranchVariables;
  /** absent: the configuration decides */
  readonly onFailure?: OnFailure;
  /** absent: of a version stored by an earlier release */
  readonly timerRules?: TimerRules;
  readonly elements: ReadonlyMap<string, ElementModel>;
  readonly flows: ReadonlyMap<string, FlowModel>;
  /** by container id; the process itself stands under its key */
  readonly containers: ReadonlyMap<string, ContainerModel>;
  /** everything that may start an instance besides the none start event, in document order */
  readonly startTriggers: readonly StartTrigger[];
  /** values of data objects: variables that an instance begins with, unless its start gives others */
  readonly initialVariables?: Variables;
  /** what whoever starts an instance is asked for; passed on, never read */
  readonly startForm?: FormModel;
  /** of the start and the end of an instance */
  readonly listeners?: readonly ListenerModel[];
  /** decisions that its tasks make, with those that they require, by id; absent: none */
  readonly decisions?: Readonly<Record<string, DecisionModel>>;
  /** decisions of other deploys that its tasks ask for; absent: none */
  readonly boundDecisions?: readonly DecisionCall[];
  /** key patterns of the processes that its author may call; absent: all. Passed on, never read */
  readonly callsWithin?: readonly string[];
}

/** Whether parallel paths of a process share their variables. `setting`: `auto` follows the platform of the file. */
export function branchVariablesIn(
  { branchVariables, platform }: Pick<ProcessModel, 'branchVariables' | 'platform'>,
  setting: 'auto' | BranchVariables,
): BranchVariables {
  if (branchVariables !== undefined) return branchVariables;
  if (setting !== 'auto') return setting;
  return platform === undefined ? 'isolated' : 'shared';
}

/** The element; throws on an unknown id, which is a bug: every id in a model was checked at deploy. */
export function elementOf(model: ProcessModel, id: string): ElementModel {
  const found = model.elements.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no element '${id}'`);
  return found;
}

/** The flow; throws on an unknown id like {@link elementOf}. */
export function flowOf(model: ProcessModel, id: string): FlowModel {
  const found = model.flows.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no flow '${id}'`);
  return found;
}

/** The flows of these ids, in this order. */
export function flowsNamed(model: ProcessModel, ids: readonly string[]): readonly FlowModel[] {
  return ids.map((id) => flowOf(model, id));
}

/** The container; throws on an unknown id like {@link elementOf}. */
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
/** Activities of BPMN: tasks, sub-process kinds, call activities; not event sub-processes, which no token enters. */
export type ActivityElement = Extract<ElementModel, { loop?: LoopModel }>;

export function isActivity(element: ElementModel): element is ActivityElement {
  return ACTIVITIES.has(element.type);
}

/**
 * `activityType` on the wire: the BPMN element name with a capital first letter (docs/contributing/spec/http/instances.md#activity-types).
 * @param loop of the entry that stands for a loop as a whole: `MultiInstance` or `StandardLoop`; its iterations have the type of the element
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
