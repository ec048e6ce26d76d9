/**
 * The process model: what the parser returns and the engine reads. Frozen once, never changed.
 * Ids are the ids of the XML; every list is in document order (bpmn.md Q5).
 */

/** Where an element stands in the XML text. Both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** How a text is read (bpmn.md 10.1, 10.2). `literal` = the text itself. `template` = text with `${…}` groups. */
export type Dialect = 'lenient' | 'juel' | 'feel' | 'javascript' | 'template' | 'literal';

/**
 * One expression of the model, dialect already decided at deploy.
 * `text` is what the author wrote (trimmed; shown to people), `source` what the dialect's parser gets (no leading `=`, no `${}` around it).
 * `slot` names the place for messages, for example `condition`, `completion condition`, `assignee`.
 */
export interface ExpressionModel {
  readonly kind: 'expression';
  readonly slot: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly source: string;
}

/** A script (bpmn.md 10.2). `lenient` runs statements; `javascript` runs in the sandbox; `juel`, `feel` are one expression. */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  /** variable that receives the script's value */
  readonly resultVariable?: string;
}

export interface FlowModel {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** absent on flows that are always taken; a condition on a default flow is dropped by the parser (bpmn.md F2) */
  readonly condition?: ExpressionModel;
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
}

/** A container of flow nodes: the process itself or the body of a sub-process. */
export interface ContainerModel {
  readonly id: string;
  /** flow nodes directly inside, in document order */
  readonly nodes: readonly string[];
  /** flows directly inside, in document order */
  readonly flows: readonly string[];
  /** where a token starts (bpmn.md S2): the none start event, else every node without incoming flow */
  readonly starts: readonly string[];
}

export type StartEventModel = NodeModel<'startEvent'>;

/** What an end event does after its token arrived (bpmn.md 3.2, 3.3, 3.7). */
export type EndTrigger =
  | { readonly kind: 'none' }
  | { readonly kind: 'terminate' }
  /** `code` absent: no errorRef, caught only by catch-alls. `message`: text template of the error element */
  | { readonly kind: 'error'; readonly code?: ExpressionModel; readonly message?: ExpressionModel };

export type EndEventModel = NodeModel<'endEvent'> & { readonly trigger: EndTrigger };
export type TaskModel = NodeModel<'task'> & WaitingTask;
export type ManualTaskModel = NodeModel<'manualTask'> & WaitingTask;
interface WaitingTask {
  /** true: the token passes through, because the file names Camunda or Operaton as its execution platform (bpmn.md 3.13) */
  readonly passesThrough: boolean;
}
export type ScriptTaskModel = NodeModel<'scriptTask'> & { readonly script: ScriptModel };

/** Assignment of a user task (bpmn.md 3.14). A list property is one template per written item, or one expression that yields a list. */
export type UserTaskModel = NodeModel<'userTask'> & {
  readonly assignee?: ExpressionModel;
  readonly candidateUsers: readonly ExpressionModel[];
  readonly candidateGroups: readonly ExpressionModel[];
  readonly expectedOutputs: readonly string[];
};
export type ExclusiveGatewayModel = NodeModel<'exclusiveGateway'>;
export type ParallelGatewayModel = NodeModel<'parallelGateway'>;
export type InclusiveGatewayModel = NodeModel<'inclusiveGateway'>;
export type SubProcessModel = NodeModel<'subProcess'>;

/** An error boundary event (bpmn.md E1). Without `code` it catches everything. The code is literal. */
export interface ErrorCatch {
  readonly kind: 'error';
  readonly code?: string;
  /** camunda errorCodeVariable, errorMessageVariable (bpmn.md E9) */
  readonly codeVariable?: string;
  readonly messageVariable?: string;
}
export type BoundaryEventModel = NodeModel<'boundaryEvent'> & {
  readonly attachedTo: string;
  readonly interrupting: boolean;
  readonly trigger: ErrorCatch;
};

export type ElementModel =
  | StartEventModel
  | EndEventModel
  | TaskModel
  | ManualTaskModel
  | ScriptTaskModel
  | UserTaskModel
  | ExclusiveGatewayModel
  | ParallelGatewayModel
  | InclusiveGatewayModel
  | SubProcessModel
  | BoundaryEventModel;
export type ElementType = ElementModel['type'];
export type ModelOf<T extends ElementType> = Extract<ElementModel, { type: T }>;

/** One executable process of a file. */
export interface ProcessModel {
  /** process id of the XML = process definition key */
  readonly key: string;
  readonly name?: string;
  readonly elements: ReadonlyMap<string, ElementModel>;
  readonly flows: ReadonlyMap<string, FlowModel>;
  /** by container id; the process itself stands under its key */
  readonly containers: ReadonlyMap<string, ContainerModel>;
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

/** The container; throws on an unknown id like {@link elementOf}. */
export function containerOf(model: ProcessModel, id: string): ContainerModel {
  const found = model.containers.get(id);
  if (found === undefined) throw new Error(`model '${model.key}' has no container '${id}'`);
  return found;
}

/** True for the kinds a token waits on inside: activities of BPMN (tasks and sub-processes). */
export function isActivity(type: ElementType): boolean {
  return type === 'task' || type === 'manualTask' || type === 'scriptTask' || type === 'userTask' || type === 'subProcess';
}

/** BPMN element name with a capital first letter, as `activityType` on the wire (contract 2.11). */
export function activityTypeOf(type: ElementType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
