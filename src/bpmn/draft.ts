import type { Platform } from '../engine/model.ts';
import type { XmlElement } from './xml-element.ts';

/**
 * The file as it was written, with references resolved and nothing checked. Validation rules and element readers work on it.
 * Lists are in document order. A draft may be wrong in every way the rules can name.
 */
export interface DocumentDraft {
  readonly xml: XmlElement;
  /** the platform the file is made for */
  readonly platform?: Platform;
  /** every process and global task, deployed or not */
  readonly processes: readonly ProcessDraft[];
  /** children of `definitions` in BPMN's namespace, processes and global tasks left out */
  readonly rootElements: readonly XmlElement[];
  /** root elements by id; the first one wins */
  readonly rootById: ReadonlyMap<string, XmlElement>;
  /** some references and texts mean more there (docs/contributing/spec/validation.md#files-of-jbpm) */
  readonly isMadeForJbpm: boolean;
  /** operations of all interfaces by id; the first one wins */
  readonly operationById: ReadonlyMap<string, XmlElement>;
}

export interface ProcessDraft {
  readonly xml: XmlElement;
  /** `''` when the process has no id */
  readonly key: string;
  readonly isDeployed: boolean;
  /** a one-task process made of a global task; its node and its container share the element (docs/contributing/spec/validation.md#global-tasks) */
  readonly isGlobalTask: boolean;
  readonly root: ContainerDraft;
  /** the root and every sub-process body */
  readonly containers: readonly ContainerDraft[];
  /** flow nodes of all containers */
  readonly nodes: readonly NodeDraft[];
  /** flows of all containers */
  readonly flows: readonly FlowDraft[];
  /** by id; the first one wins */
  readonly nodeById: ReadonlyMap<string, NodeDraft>;
}

export interface ContainerDraft {
  readonly id: string;
  readonly xml: XmlElement;
  /** the node whose body this is; absent on the root of a process */
  readonly host?: NodeDraft;
  readonly nodes: NodeDraft[];
  readonly flows: FlowDraft[];
}

export interface NodeDraft {
  readonly xml: XmlElement;
  /**
   * BPMN element name; for a global task the name of the task it stands for, `eventSubProcess` for a sub-process triggered by an event,
   * `endEvent` for the shorthand `cancelEndEvent`, `''` for elements BPMN does not know
   */
  readonly tag: string;
  /** `''` when the element has no id */
  readonly id: string;
  readonly container: ContainerDraft;
  /** the body of a sub-process kind */
  body?: ContainerDraft;
  readonly incoming: FlowDraft[];
  readonly outgoing: FlowDraft[];
  /** boundary events attached to this node */
  readonly boundaries: NodeDraft[];
  /** of a boundary event: the node of its own container it is attached to */
  host?: NodeDraft;
  /** the first compensation boundary event attached to this node */
  compensation?: NodeDraft;
  /** of a compensation boundary event: the activities of its container that an association joins it to */
  handlers?: readonly NodeDraft[];
  /** of a link throw event: the link catch event it jumps to */
  linkTarget?: NodeDraft;
  /**
   * it is entered only by a compensation walk: it is marked so, or it is joined to a compensation boundary event
   * (docs/contributing/spec/loops-and-compensation.md#compensation-handler)
   */
  isHandler: boolean;
}

export interface FlowDraft {
  readonly xml: XmlElement;
  /** of the file, or `flow_<n>` (docs/contributing/spec/validation.md#flows-without-id) */
  readonly id: string;
  readonly container: ContainerDraft;
  /** absent while unresolved */
  source?: NodeDraft;
  target?: NodeDraft;
}

/** What a reference names: the id as written, else the id after a prefix (docs/contributing/spec/validation.md#qualified-references). */
export function resolve<T>(byId: ReadonlyMap<string, T>, reference: string): T | undefined {
  const found = byId.get(reference);
  const colon = reference.indexOf(':');
  return found !== undefined || colon === -1 ? found : byId.get(reference.slice(colon + 1));
}
