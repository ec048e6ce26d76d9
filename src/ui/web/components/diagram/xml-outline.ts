/** What the pages know about an element without drawing it. */
export interface ElementOutline {
  readonly id: string;
  /** BPMN tag, for example `userTask` */
  readonly tag: string;
  readonly name: string | null;
}

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const BPMNDI = 'http://www.omg.org/spec/BPMN/20100524/DI';

/** Elements of a model by id; empty when the text is not well-formed XML. */
export function outlineOf(xml: string): ReadonlyMap<string, ElementOutline> {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const outline = new Map<string, ElementOutline>();
  for (const element of document.querySelectorAll('[id]')) {
    if (element.namespaceURI !== BPMN) continue;
    const id = element.getAttribute('id') ?? '';
    outline.set(id, { id, tag: element.localName, name: element.getAttribute('name') });
  }
  return outline;
}

/** The diagram that has a place for the elements of a process, or of any process; undefined when the model has none. */
export function diagramOf(document: Document, processId?: string): { readonly id: string | null } | undefined {
  const shown = processId === undefined ? undefined : namesOf(document, processId);
  for (const plane of document.getElementsByTagNameNS(BPMNDI, 'BPMNPlane')) {
    const isWanted = shown === undefined || shown.has(plane.getAttribute('bpmnElement') ?? '');
    if (!isWanted || plane.getElementsByTagNameNS(BPMNDI, 'BPMNShape').length === 0) continue;
    return { id: plane.parentElement?.getAttribute('id') ?? null };
  }
  return undefined;
}

/** What a plane may name to show a process: the process itself, or the collaboration it takes part in. */
function namesOf(document: Document, processId: string): ReadonlySet<string> {
  const names = new Set([processId]);
  for (const participant of document.getElementsByTagNameNS(BPMN, 'participant')) {
    const collaborationId = participant.parentElement?.getAttribute('id');
    if (participant.getAttribute('processRef') === processId && collaborationId != null) names.add(collaborationId);
  }
  return names;
}

/**
 * The model as a layout can be calculated for it: one process, no places, and every node with its flows, which BPMN lets a model leave out and
 * the calculation asks for. The document is changed. `processId`: as for diagramOf; one that is not there changes nothing but the flows.
 */
export function withoutLayout(document: Document, processId?: string): string {
  const processes = all(document, BPMN, 'process');
  if (processes.some(({ id }) => id === processId)) {
    const others = [...processes.filter(({ id }) => id !== processId), ...all(document, BPMN, 'collaboration')];
    for (const element of [...others, ...all(document, BPMNDI, 'BPMNDiagram')]) element.remove();
  }
  const nodes = new Map(all(document, BPMN, '*').map((element) => [element.getAttribute('id'), element] as const));
  for (const flow of all(document, BPMN, 'sequenceFlow')) {
    const ends = [
      ['incoming', nodes.get(flow.getAttribute('targetRef'))],
      ['outgoing', nodes.get(flow.getAttribute('sourceRef'))],
    ] as const;
    for (const [kind, node] of ends) if (node !== undefined) addFlow(node, kind, flow);
  }
  return new XMLSerializer().serializeToString(document);
}

function addFlow(node: Element, kind: 'incoming' | 'outgoing', flow: Element): void {
  const id = flow.getAttribute('id') ?? '';
  const known = [...node.children].some(({ localName, textContent }) => localName === kind && textContent?.trim() === id);
  if (known) return;
  const name = node.prefix === null ? kind : `${node.prefix}:${kind}`;
  const reference = node.ownerDocument.createElementNS(BPMN, name);
  reference.textContent = id;
  node.append(reference);
}

function all(document: Document, namespace: string, name: string): Element[] {
  return [...document.getElementsByTagNameNS(namespace, name)];
}

/** A tag as the contract writes types: `userTask` becomes `UserTask`. */
export function typeName(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1);
}
