import type { FileDialect } from './dialects/dialect.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** A parsed file with resolved references, before validation. Input of validation rules and element readers. Lists are in document order. */
export interface DocumentDraft {
  readonly xml: XmlElement;
  readonly dialect: FileDialect;
  /** All processes and global tasks, also those not deployed. */
  readonly processes: readonly ProcessDraft[];
  /** Children of `definitions` in the BPMN namespace without processes and global tasks. */
  readonly rootElements: readonly XmlElement[];
  /** First root element with each id. */
  readonly rootById: ReadonlyMap<string, XmlElement>;
  /** First operation of any interface with each id. */
  readonly operationById: ReadonlyMap<string, XmlElement>;
}

export interface ProcessDraft {
  readonly xml: XmlElement;
  /** `''` if the process has no id. */
  readonly key: string;
  readonly isDeployed: boolean;
  /**
   * True for the one-task process of a global task. Its node and its container have the same XML element
   * (docs/contributing/spec/validation.md#global-tasks).
   */
  readonly isGlobalTask: boolean;
  readonly root: ContainerDraft;
  /** The root and all sub-process bodies. */
  readonly containers: readonly ContainerDraft[];
  /** Flow nodes of all containers. */
  readonly nodes: readonly NodeDraft[];
  /** Flows of all containers. */
  readonly flows: readonly FlowDraft[];
  /** First node with each id. */
  readonly nodeById: ReadonlyMap<string, NodeDraft>;
}

export interface ContainerDraft {
  readonly id: string;
  readonly xml: XmlElement;
  /** The sub-process node of this body; absent for the root of a process. */
  readonly host?: NodeDraft;
  readonly nodes: NodeDraft[];
  readonly flows: FlowDraft[];
}

export interface NodeDraft {
  readonly xml: XmlElement;
  /**
   * BPMN element name. For a global task the name of the matching task, `eventSubProcess` for a sub-process triggered by an event,
   * `endEvent` for the shorthand `cancelEndEvent`, `''` for unknown elements.
   */
  readonly tag: string;
  /** `''` if the element has no id. */
  readonly id: string;
  readonly container: ContainerDraft;
  /** Body of a sub-process. */
  body?: ContainerDraft;
  readonly incoming: FlowDraft[];
  readonly outgoing: FlowDraft[];
  /** Boundary events attached to this node. */
  readonly boundaries: NodeDraft[];
  /** For a boundary event: the node it is attached to, in the same container. */
  host?: NodeDraft;
  /** First attached compensation boundary event. */
  compensation?: NodeDraft;
  /** For a compensation boundary event: associated activities of the same container. */
  handlers?: readonly NodeDraft[];
  /** For a link throw event: the matching link catch event. */
  linkTarget?: NodeDraft;
  /**
   * True if only compensation activates the node: it is marked, or associated with a compensation boundary event
   * (docs/contributing/spec/loops-and-compensation.md#compensation-handler).
   */
  isHandler: boolean;
}

export interface FlowDraft {
  readonly xml: XmlElement;
  /** Id from the file, or `flow_<n>` (docs/contributing/spec/validation.md#flows-without-id). */
  readonly id: string;
  readonly container: ContainerDraft;
  /** Absent if unresolved. */
  source?: NodeDraft;
  target?: NodeDraft;
}

/** Resolves a reference: the id as written, else without its prefix (docs/contributing/spec/validation.md#qualified-references). */
export function resolve<T>(byId: ReadonlyMap<string, T>, reference: string): T | undefined {
  const found = byId.get(reference);
  const colon = reference.indexOf(':');
  return found !== undefined || colon === -1 ? found : byId.get(reference.slice(colon + 1));
}
