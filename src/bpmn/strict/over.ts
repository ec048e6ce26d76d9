import type { ContainerDraft, DocumentDraft, FlowDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import { findingAt } from '../finding.ts';
import { BPMN } from '../namespaces.ts';
import type { DocumentRule, ProcessRule } from '../validate/rule.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';

/** What is wrong with one thing: a text, several, or nothing. */
type Fault = string | readonly string[] | undefined;

/** A rule on every process that would be deployed. */
export function eachProcess(rule: ProcessRule): DocumentRule {
  return function* (document) {
    for (const process of deployedOf(document)) yield* rule(process, document);
  };
}

/** A rule on every flow node that would be deployed. */
export function eachNode(faultOf: (node: NodeDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const node of process.nodes) yield* findingsAt(node.xml, faultOf(node, document));
  });
}

/** A rule on every flow node that stands in one container with a node of this kind; `other` is the first of them. */
export function eachNodeBeside(tag: string, faultOf: (node: NodeDraft, other: NodeDraft) => Fault): DocumentRule {
  return eachProcess(function* (process) {
    for (const { nodes } of process.containers) {
      const other = nodes.find((node) => node.tag === tag);
      if (other !== undefined) for (const node of nodes) yield* findingsAt(node.xml, faultOf(node, other));
    }
  });
}

/** A rule on every sequence flow that would be deployed. */
export function eachFlow(faultOf: (flow: FlowDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const flow of process.flows) yield* findingsAt(flow.xml, faultOf(flow, document));
  });
}

/** A rule on every process and body that would be deployed. */
export function eachContainer(faultOf: (container: ContainerDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const container of process.containers) yield* findingsAt(container.xml, faultOf(container, document));
  });
}

/** A rule on every BPMN element of these names, wherever it stands in the file; diagrams are left out. */
export function eachElement(
  names: readonly string[],
  faultOf: (xml: XmlElement, document: DocumentDraft) => Fault,
): DocumentRule {
  const wanted = new Set(names);
  return function* (document) {
    for (const xml of bpmnElementsOf(document.xml)) if (wanted.has(xml.local)) yield* findingsAt(xml, faultOf(xml, document));
  };
}

/** An element and all inside it, in document order; other namespaces are left out. */
export function* bpmnElementsOf(xml: XmlElement): Generator<XmlElement> {
  if (xml.uri !== BPMN) return;
  yield xml;
  for (const child of xml.children) yield* bpmnElementsOf(child);
}

const idsOfDocuments = new WeakMap<DocumentDraft, ReadonlyMap<string, XmlElement>>();

/** Every BPMN element of the file by its id; the first one wins. */
export function elementsById(document: DocumentDraft): ReadonlyMap<string, XmlElement> {
  const known = idsOfDocuments.get(document);
  if (known !== undefined) return known;
  const byId = new Map<string, XmlElement>();
  for (const xml of bpmnElementsOf(document.xml)) {
    const id = attributeOf(xml, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, xml);
  }
  idsOfDocuments.set(document, byId);
  return byId;
}

function deployedOf(document: DocumentDraft): readonly ProcessDraft[] {
  return document.processes.filter(({ isDeployed, isGlobalTask }) => isDeployed && !isGlobalTask);
}

function* findingsAt(xml: XmlElement, fault: Fault) {
  if (fault === undefined) return;
  for (const text of typeof fault === 'string' ? [fault] : fault) yield findingAt(xml, text);
}
