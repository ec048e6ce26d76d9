import type { FileDialect } from './dialects/dialect.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Parsed file with resolved references, before validation. Lists are in document order. */
export interface DocumentDraft {
  readonly xml: XmlElement;
  readonly dialect: FileDialect;
  /** Includes global tasks, and processes that are not deployed. */
  readonly processes: readonly ProcessDraft[];
  /** Children of `definitions` in the BPMN namespace, without processes and global tasks. */
  readonly rootElements: readonly XmlElement[];
  /** The first of each id. */
  readonly rootById: ReadonlyMap<string, XmlElement>;
  /** Any interface; the first of each id. */
  readonly operationById: ReadonlyMap<string, XmlElement>;
}

export interface ProcessDraft {
  readonly xml: XmlElement;
  /** `''` without id. */
  readonly key: string;
  readonly isDeployed: boolean;
  /** A process of one task, whose node and container have the same XML element (docs/contributing/spec/validation.md#global-tasks). */
  readonly isGlobalTask: boolean;
  readonly root: ContainerDraft;
  /** Root and all sub-process bodies. */
  readonly containers: readonly ContainerDraft[];
  /** Nodes of all containers. */
  readonly nodes: readonly NodeDraft[];
  /** Flows of all containers. */
  readonly flows: readonly FlowDraft[];
  /** The first of each id. */
  readonly nodeById: ReadonlyMap<string, NodeDraft>;
}

export interface ContainerDraft {
  readonly id: string;
  readonly xml: XmlElement;
  /** Sub-process of this body. */
  readonly host?: NodeDraft;
  readonly nodes: NodeDraft[];
  readonly flows: FlowDraft[];
}

export interface NodeDraft {
  readonly xml: XmlElement;
  /**
   * BPMN name. Of a global task that of the task, `eventSubProcess` for one triggered by an event, `endEvent` for the shorthand `cancelEndEvent`, `''`
   * for unknown elements.
   */
  readonly tag: string;
  /** `''` without id. */
  readonly id: string;
  readonly container: ContainerDraft;
  /** Body of a sub-process. */
  body?: ContainerDraft;
  readonly incoming: FlowDraft[];
  readonly outgoing: FlowDraft[];
  /** Attached to this node. */
  readonly boundaries: NodeDraft[];
  /** Host of a boundary event, in the same container. */
  host?: NodeDraft;
  /** First compensation boundary event. */
  compensation?: NodeDraft;
  /** Activities associated with a compensation boundary event, in the same container. */
  handlers?: readonly NodeDraft[];
  /** Target of a link throw event. */
  linkTarget?: NodeDraft;
  /**
   * Marked, or associated with a compensation boundary event: only compensation activates it
   * (docs/contributing/spec/loops-and-compensation.md#compensation-handler).
   */
  isHandler: boolean;
}

export interface FlowDraft {
  readonly xml: XmlElement;
  /** Id, or `flow_<n>` (docs/contributing/spec/validation.md#flows-without-id). */
  readonly id: string;
  readonly container: ContainerDraft;
  /** Absent if unresolved. */
  source?: NodeDraft;
  target?: NodeDraft;
}

/** Tries the reference as written, then without prefix (docs/contributing/spec/validation.md#qualified-references). */
export function resolve<T>(byId: ReadonlyMap<string, T>, reference: string): T | undefined {
  const found = byId.get(reference);
  const colon = reference.indexOf(':');
  return found !== undefined || colon === -1 ? found : byId.get(reference.slice(colon + 1));
}
