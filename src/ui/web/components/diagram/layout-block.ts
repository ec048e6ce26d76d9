import { calculatedLayout } from './calculated-layout.ts';
import { DC } from './namespaces.ts';
import type { Bounds, Point } from './route-flows.ts';

/** Layout of elements without place; complete-layout.ts adds it below the drawing. The top left corner is 0/0. */
export interface Block {
  readonly shapes: ReadonlyMap<Element, Bounds>;
  readonly edges: ReadonlyMap<Element, readonly Point[]>;
}

const ROW_GAP = 40;
/** Elements that the layout package does not place, in a row below the others. */
const SIZES_BELOW: Readonly<Record<string, readonly [width: number, height: number]>> = {
  dataObjectReference: [36, 50],
  dataStoreReference: [50, 50],
  textAnnotation: [120, 40],
  group: [160, 100],
};

/**
 * Calculates the layout of one process or sub-process. Omits flows to other nodes. Places a boundary event without its host like other events.
 * Rejects if the layout package fails.
 */
export async function blockOf(nodes: readonly Element[], flows: readonly Element[]): Promise<Block> {
  const flowNodes = nodes.filter(({ localName }) => SIZES_BELOW[localName] === undefined);
  const { shapes, edges } = flowNodes.length === 0 ? { shapes: new Map(), edges: new Map() } : await calculated(flowNodes, flows);
  let x = 0;
  const y = Math.max(-ROW_GAP, ...[...shapes.values()].map((bounds: Bounds) => bounds.y + bounds.height)) + ROW_GAP;
  for (const node of nodes) {
    const size = SIZES_BELOW[node.localName];
    if (size === undefined) continue;
    const [width, height] = size;
    shapes.set(node, { x, y, width, height });
    x += width + ROW_GAP;
  }
  return { shapes, edges };
}

/** Omits flows from or to other elements. */
async function calculated(nodes: readonly Element[], flows: readonly Element[]) {
  const byId = new Map(nodes.map((node, index) => [node.getAttribute('id') ?? '', index] as const));
  const indexIn = (element: Element, name: string) => byId.get(element.getAttribute(name) ?? '');
  const inner = flows.flatMap((flow) => {
    const [source, target] = [indexIn(flow, 'sourceRef'), indexIn(flow, 'targetRef')];
    return source === undefined || target === undefined ? [] : [{ flow, source, target }];
  });
  const outlined = nodes.map((node) => {
    const host = node.localName === 'boundaryEvent' ? indexIn(node, 'attachedToRef') : undefined;
    return { tag: node.localName === 'boundaryEvent' && host === undefined ? 'intermediateCatchEvent' : node.localName, host };
  });
  const { shapes, edges } = await calculatedLayout(outlined, inner);
  return {
    shapes: new Map(
      [...shapes].flatMap(([index, bounds]) => (nodes[index] === undefined ? [] : [[nodes[index], bounds] as const])),
    ),
    edges: new Map(
      [...edges].flatMap(([index, points]) => (inner[index] === undefined ? [] : [[inner[index].flow, points] as const])),
    ),
  };
}

/** Returns undefined if the shape has no bounds. Missing and invalid numbers are 0. */
export function boundsOf(shape: Element): Bounds | undefined {
  const bounds = [...shape.children].find(({ namespaceURI, localName }) => namespaceURI === DC && localName === 'Bounds');
  if (bounds === undefined) return undefined;
  const [x, y, width, height] = (['x', 'y', 'width', 'height'] as const).map((name) => numberOf(bounds, name));
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name)) || 0;
}
