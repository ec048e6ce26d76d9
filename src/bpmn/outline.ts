import type { FileDialect } from './dialects/dialect.ts';
import { type ContainerDraft, type DocumentDraft, type FlowDraft, type NodeDraft, type ProcessDraft, resolve } from './draft.ts';
import { linkCompensation } from './events/compensation-links.ts';
import { linkLinks } from './events/links.ts';
import { BODIES, FLOW_NODES, GLOBAL_TASKS, NOT_FLOW_NODES } from './flow-element-tags.ts';
import { BPMN } from './xml/namespaces.ts';
import { attributeOf, childrenNamed, isTrue, type XmlElement } from './xml/xml-element.ts';

/** Draft of a file, in linear time. `deployed`: processes and global tasks (docs/contributing/spec/validation.md#deployed-processes). */
export function outline(definitions: XmlElement, deployed: ReadonlySet<XmlElement>, dialect: FileDialect): DocumentDraft {
  const rootElements: XmlElement[] = [];
  const rootById = new Map<string, XmlElement>();
  const processes: ProcessDraft[] = [];
  const nameFlow = flowNames(definitions);
  for (const child of definitions.children) {
    if (child.uri !== BPMN) continue;
    const task = GLOBAL_TASKS.get(child.local);
    if (child.local === 'process') processes.push(outlineProcess(child, deployed.has(child), nameFlow));
    else if (task !== undefined) processes.push(outlineGlobalTask(child, task, deployed.has(child)));
    else {
      const root = dialect.rootElement(child);
      rootElements.push(root);
      const id = attributeOf(root, 'id');
      if (id !== undefined && !rootById.has(id)) rootById.set(id, root);
    }
  }
  const operationById = operationsOf(rootElements);
  const document: DocumentDraft = { xml: definitions, processes, rootElements, rootById, operationById, dialect };
  linkCompensation(document);
  linkLinks(document);
  return document;
}

function operationsOf(rootElements: readonly XmlElement[]): ReadonlyMap<string, XmlElement> {
  const operations = new Map<string, XmlElement>();
  for (const root of rootElements) {
    if (root.local !== 'interface') continue;
    for (const operation of childrenNamed(root, 'operation')) {
      const id = attributeOf(operation, 'id');
      if (id !== undefined && !operations.has(id)) operations.set(id, operation);
    }
  }
  return operations;
}

/** Flows without id are `flow_<n>`: n is the position among all flows of the document, or the next free number. */
function flowNames(definitions: XmlElement): (written: string | undefined) => string {
  const taken = new Set<string>();
  collectFlowNames(definitions, taken);
  let position = 0;
  let last = 0;
  return (written) => {
    position += 1;
    if (written !== undefined) return written;
    // numbers from `position` to `last` are taken: each is tested once
    last = Math.max(position, last + 1);
    while (taken.has(`flow_${last}`)) last += 1;
    return `flow_${last}`;
  };
}

function collectFlowNames(xml: XmlElement, names: Set<string>): void {
  const id = attributeOf(xml, 'id');
  if (id?.startsWith('flow_')) names.add(id);
  for (const child of xml.children) collectFlowNames(child, names);
}

interface Collected {
  readonly containers: ContainerDraft[];
  readonly nodes: NodeDraft[];
  readonly flows: FlowDraft[];
  readonly nodeById: Map<string, NodeDraft>;
  readonly nameFlow: (written: string | undefined) => string;
}

function outlineProcess(xml: XmlElement, isDeployed: boolean, nameFlow: Collected['nameFlow']): ProcessDraft {
  const key = attributeOf(xml, 'id') ?? '';
  const all: Collected = { containers: [], nodes: [], flows: [], nodeById: new Map(), nameFlow };
  const root = outlineContainer(xml, key, all);
  for (const flow of all.flows) linkFlow(flow, all);
  for (const node of all.nodes) linkBoundary(node, all);
  const { containers, nodes, flows, nodeById } = all;
  return { xml, key, isDeployed, isGlobalTask: false, root, containers, nodes, flows, nodeById };
}

function outlineContainer(xml: XmlElement, id: string, all: Collected, host?: NodeDraft): ContainerDraft {
  const container: ContainerDraft = { id, xml, ...(host === undefined ? {} : { host }), nodes: [], flows: [] };
  all.containers.push(container);
  for (const child of xml.children) {
    if (child.uri !== BPMN || NOT_FLOW_NODES.has(child.local)) continue;
    if (child.local === 'sequenceFlow') {
      const flow: FlowDraft = { xml: child, id: all.nameFlow(attributeOf(child, 'id')), container };
      container.flows.push(flow);
      all.flows.push(flow);
    } else {
      outlineNode(child, container, all);
    }
  }
  return container;
}

function outlineNode(xml: XmlElement, container: ContainerDraft, all: Collected): void {
  const id = attributeOf(xml, 'id') ?? '';
  const isHandler = isTrue(attributeOf(xml, 'isForCompensation'));
  const node: NodeDraft = { xml, tag: tagOf(xml), id, container, incoming: [], outgoing: [], boundaries: [], isHandler };
  container.nodes.push(node);
  all.nodes.push(node);
  if (id !== '' && !all.nodeById.has(id)) all.nodeById.set(id, node);
  if (BODIES.has(xml.local)) node.body = outlineContainer(xml, id, all, node);
}

/** `''` for unknown elements, which must not match an internal tag. */
function tagOf(xml: XmlElement): string {
  if (xml.local === 'cancelEndEvent') return 'endEvent';
  if (!FLOW_NODES.has(xml.local)) return '';
  return xml.local === 'subProcess' && isTrue(attributeOf(xml, 'triggeredByEvent')) ? 'eventSubProcess' : xml.local;
}

function linkFlow(flow: FlowDraft, all: Collected): void {
  const source = resolve(all.nodeById, attributeOf(flow.xml, 'sourceRef') ?? '');
  const target = resolve(all.nodeById, attributeOf(flow.xml, 'targetRef') ?? '');
  if (source !== undefined) {
    flow.source = source;
    source.outgoing.push(flow);
  }
  if (target !== undefined) {
    flow.target = target;
    target.incoming.push(flow);
  }
}

function linkBoundary(node: NodeDraft, all: Collected): void {
  if (node.tag !== 'boundaryEvent') return;
  const host = resolve(all.nodeById, attributeOf(node.xml, 'attachedToRef') ?? '');
  if (host === undefined || host.container !== node.container) return;
  node.host = host;
  host.boundaries.push(node);
}

function outlineGlobalTask(xml: XmlElement, tag: string, isDeployed: boolean): ProcessDraft {
  const key = attributeOf(xml, 'id') ?? '';
  const nodes: NodeDraft[] = [];
  const root: ContainerDraft = { id: key, xml, nodes, flows: [] };
  const node: NodeDraft = { xml, tag, id: key, container: root, incoming: [], outgoing: [], boundaries: [], isHandler: false };
  nodes.push(node);
  return {
    xml,
    key,
    isDeployed,
    isGlobalTask: true,
    root,
    containers: [root],
    nodes,
    flows: [],
    nodeById: new Map([[key, node]]),
  };
}
