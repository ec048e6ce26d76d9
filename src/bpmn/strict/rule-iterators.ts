import { type ContainerDraft, type DocumentDraft, type FlowDraft, type NodeDraft, type ProcessDraft, resolve } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import type { DocumentRule, ProcessRule } from '../validate/rule.ts';
import { BPMN } from '../xml/namespaces.ts';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/xml-element.ts';

/** Constraint of the BPMN standard. */
export interface StandardRule {
  /** Name in findings, kebab-case. */
  readonly name: string;
  /** Clause of BPMN 2.0.2 (formal/2013-12-09). */
  readonly clause: string;
  /** Pure; linear in the file. */
  readonly check: DocumentRule;
  /** Required by the engine: enforced at every level. */
  readonly isAlwaysEnforced?: true;
}

type Fault = string | readonly string[] | undefined;

export function eachProcess(rule: ProcessRule): DocumentRule {
  return function* (document) {
    for (const process of deployedOf(document)) yield* rule(process, document);
  };
}

/** Rule for each deployed flow node. */
export function eachNode(faultOf: (node: NodeDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const node of process.nodes) yield* findingsAt(node.xml, faultOf(node, document));
  });
}

/** Flow nodes of containers that also have a node with `tag`; `other`: the first of these. */
export function eachNodeWith(tag: string, faultOf: (node: NodeDraft, other: NodeDraft) => Fault): DocumentRule {
  return eachProcess(function* (process) {
    for (const { nodes } of process.containers) {
      const other = nodes.find((node) => node.tag === tag);
      if (other !== undefined) for (const node of nodes) yield* findingsAt(node.xml, faultOf(node, other));
    }
  });
}

/** Rule for each deployed sequence flow. */
export function eachFlow(faultOf: (flow: FlowDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const flow of process.flows) yield* findingsAt(flow.xml, faultOf(flow, document));
  });
}

/** Rule for each deployed process and sub-process body. */
export function eachContainer(faultOf: (container: ContainerDraft, document: DocumentDraft) => Fault): DocumentRule {
  return eachProcess(function* (process, document) {
    for (const container of process.containers) yield* findingsAt(container.xml, faultOf(container, document));
  });
}

/** BPMN elements with one of the names anywhere in the file, without diagrams. */
export function eachElement(
  names: readonly string[],
  faultOf: (xml: XmlElement, document: DocumentDraft) => Fault,
): DocumentRule {
  const wanted = new Set(names);
  return function* (document) {
    for (const xml of bpmnElementsOf(document.xml)) if (wanted.has(xml.local)) yield* findingsAt(xml, faultOf(xml, document));
  };
}

/** Includes descendants, in document order, without other namespaces. */
export function* bpmnElementsOf(xml: XmlElement): Generator<XmlElement> {
  if (xml.uri !== BPMN) return;
  yield xml;
  for (const child of xml.children) yield* bpmnElementsOf(child);
}

const idsOfDocuments = new WeakMap<DocumentDraft, ReadonlyMap<string, XmlElement>>();

/** First BPMN element of each id. */
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

/** Returns undefined if it has none of the kinds. */
export function elementNamed(reference: string, kinds: ReadonlySet<string>, document: DocumentDraft): XmlElement | undefined {
  const found = resolve(elementsById(document), reference);
  return found !== undefined && kinds.has(found.local) ? found : undefined;
}

/** References are an attribute or children called `name`. */
export function referenceFaults(
  xml: XmlElement,
  name: string,
  kinds: ReadonlySet<string>,
  document: DocumentDraft,
): readonly string[] {
  return referencesOf(xml, name)
    .filter((reference) => elementNamed(reference, kinds, document) === undefined)
    .map((reference) => `${name} '${quote(reference)}' names no ${[...kinds].slice(0, 3).join(', ')}`);
}

/** References as attribute and children: the standard uses both. */
export function referencesOf(xml: XmlElement, name: string): readonly string[] {
  const attribute = attributeOf(xml, name);
  const children = childrenNamed(xml, name).map(({ text }) => text.trim());
  return [...(attribute === undefined ? [] : [attribute]), ...children.filter((text) => text !== '')];
}
