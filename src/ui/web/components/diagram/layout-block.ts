import { BPMN, BPMNDI, DC, DI } from './namespaces.ts';

/** A place on a diagram. Unit: px. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point on a diagram. Unit: px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Calculated places of some elements, from 0/0 on; keys are the elements. */
export interface Block {
  readonly shapes: ReadonlyMap<Element, Bounds>;
  readonly edges: ReadonlyMap<Element, readonly Point[]>;
}

const ROW_GAP = 40;
/** An element that the calculation does not place, with its size. */
const BESIDE: Readonly<Record<string, readonly [width: number, height: number]>> = {
  dataObjectReference: [36, 50],
  dataStoreReference: [50, 50],
  textAnnotation: [120, 40],
  group: [160, 100],
};

/** Calculates places for nodes of one process or sub-process and for the flows between them. */
export async function blockOf(nodes: readonly Element[], flows: readonly Element[]): Promise<Block> {
  const flowNodes = nodes.filter(({ localName }) => BESIDE[localName] === undefined);
  const { shapes, edges } = flowNodes.length === 0 ? { shapes: new Map(), edges: new Map() } : await calculated(flowNodes, flows);
  let x = 0;
  const y = Math.max(-ROW_GAP, ...[...shapes.values()].map((bounds: Bounds) => bounds.y + bounds.height)) + ROW_GAP;
  for (const node of nodes) {
    const size = BESIDE[node.localName];
    if (size === undefined) continue;
    const [width, height] = size;
    shapes.set(node, { x, y, width, height });
    x += width + ROW_GAP;
  }
  return { shapes, edges };
}

/** The calculation sees the shape of the model only: names it can read, nothing it could stumble over. */
async function calculated(nodes: readonly Element[], flows: readonly Element[]) {
  const { layoutProcess } = await import('bpmn-auto-layout');
  const byId = new Map(nodes.map((node, index) => [node.getAttribute('id') ?? '', `n${index}`] as const));
  const inner = flows
    .map((flow, index) => ({
      name: `f${index}`,
      source: byId.get(flow.getAttribute('sourceRef') ?? ''),
      target: byId.get(flow.getAttribute('targetRef') ?? ''),
    }))
    .filter(({ source, target }) => source !== undefined && target !== undefined);
  const outlines = nodes.map((node, index) => {
    const name = `n${index}`;
    const host = node.localName === 'boundaryEvent' ? byId.get(node.getAttribute('attachedToRef') ?? '') : undefined;
    const tag = node.localName === 'boundaryEvent' && host === undefined ? 'intermediateCatchEvent' : node.localName;
    const ends = inner.flatMap((flow) => [
      ...(flow.target === name ? [`<incoming>${flow.name}</incoming>`] : []),
      ...(flow.source === name ? [`<outgoing>${flow.name}</outgoing>`] : []),
    ]);
    return `<${tag} id="${name}"${host === undefined ? '' : ` attachedToRef="${host}"`}>${ends.join('')}</${tag}>`;
  });
  const lines = inner.map(
    ({ name, source, target }) => `<sequenceFlow id="${name}" sourceRef="${source}" targetRef="${target}"/>`,
  );
  const outline = `<definitions xmlns="${BPMN}"><process id="p">${outlines.join('')}${lines.join('')}</process></definitions>`;
  const placed = new DOMParser().parseFromString(await layoutProcess(outline), 'text/xml');
  return { shapes: shapesOf(placed, nodes), edges: edgesOf(placed, flows) };
}

function shapesOf(placed: Document, nodes: readonly Element[]): Map<Element, Bounds> {
  const shapes = new Map<Element, Bounds>();
  for (const shape of placed.getElementsByTagNameNS(BPMNDI, 'BPMNShape')) {
    const node = nodes[Number(shape.getAttribute('bpmnElement')?.slice(1))];
    const bounds = boundsOf(shape);
    if (node !== undefined && bounds !== undefined) shapes.set(node, bounds);
  }
  return shapes;
}

function edgesOf(placed: Document, flows: readonly Element[]): Map<Element, readonly Point[]> {
  const edges = new Map<Element, readonly Point[]>();
  for (const edge of placed.getElementsByTagNameNS(BPMNDI, 'BPMNEdge')) {
    const flow = flows[Number(edge.getAttribute('bpmnElement')?.slice(1))];
    const points = [...edge.getElementsByTagNameNS(DI, 'waypoint')];
    if (flow !== undefined)
      edges.set(
        flow,
        points.map((point) => ({ x: numberOf(point, 'x'), y: numberOf(point, 'y') })),
      );
  }
  return edges;
}

/** The place a shape of a diagram has; undefined when it has none. */
export function boundsOf(shape: Element): Bounds | undefined {
  const bounds = [...shape.children].find(({ namespaceURI, localName }) => namespaceURI === DC && localName === 'Bounds');
  if (bounds === undefined) return undefined;
  const [x, y, width, height] = (['x', 'y', 'width', 'height'] as const).map((name) => numberOf(bounds, name));
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name)) || 0;
}
