import { Drawing, type DrawnShape } from './drawing.ts';
import { blockOf } from './layout-block.ts';
import { BPMN, BPMNDI } from './namespaces.ts';
import type { Bounds, Point } from './route-flows.ts';

/** Space between the drawing and added elements. Unit: px. */
const GAP = 60;
/** Width of the name of a pool. Unit: px. */
const POOL_NAME = 50;
const NODE =
  /^(?:task|\w+Task|\w+Event|\w+Gateway|callActivity|subProcess|transaction|adHocSubProcess|dataObjectReference|dataStoreReference|textAnnotation|group)$/;
const CONTAINER = /^(?:subProcess|transaction|adHocSubProcess)$/;
const LINE = /^(?:sequenceFlow|messageFlow|association)$/;

/** `plane`: of the requested process. `added`: elements with a calculated place. */
export interface CompletedLayout {
  readonly plane: Element;
  readonly added: readonly Element[];
  /** no element had a place before */
  readonly isNew: boolean;
}

/**
 * Adds the missing shapes and edges to the document. Does not move others. Rejects if it has no process.
 * @param processId default: that of the first diagram with shapes, else the first collaboration or process
 */
export async function completeLayout(document: Document, processId?: string): Promise<CompletedLayout> {
  const shown = planeOf(document, processId);
  const root =
    shown === undefined
      ? rootOf(document, processId)
      : (byId(document, shown.getAttribute('bpmnElement')) ?? rootOf(document, processId));
  if (root === undefined) throw new Error('there is no process to show');
  if (shown === undefined) for (const empty of planesOf(document, idOf(root))) empty.parentElement?.remove();
  const drawing = new Drawing(document);
  const added: Element[] = [];
  const plane = shown ?? drawing.addPlane(idOf(root));
  if (root.localName === 'collaboration') {
    for (const participant of childrenOf(root, /^participant$/)) await completePool(drawing, plane, participant, added);
    addLines(drawing, childrenOf(root, LINE), new Map(), added);
  } else await completeContainer(drawing, plane, root, added);
  return { plane, added, isNew: shown === undefined };
}

/** Adds missing shapes, and the pool around them if it has none. */
async function completePool(drawing: Drawing, plane: Element, participant: Element, added: Element[]): Promise<void> {
  const process = byId(participant.ownerDocument, participant.getAttribute('processRef'));
  const hasPlace = drawing.places.has(idOf(participant));
  const corner = drawing.below(plane, GAP);
  if (process !== undefined) {
    const start = hasPlace ? undefined : { x: corner.x + POOL_NAME, y: corner.y };
    await completeContainer(drawing, plane, process, added, start);
  }
  if (hasPlace) return;
  const inner = process === undefined ? [] : placesIn(drawing, plane, process);
  const bounds = inner.length === 0 ? { ...corner, width: 600, height: 100 } : around(inner);
  drawing.addShape(plane, idOf(participant), bounds, { isHorizontal: 'true' });
  added.push(participant);
}

/** Adds missing shapes of a process or sub-process, then of its sub-processes. */
async function completeContainer(
  drawing: Drawing,
  plane: Element,
  container: Element,
  added: Element[],
  start?: Point,
): Promise<void> {
  const nodes = childrenOf(container, NODE);
  const flows = childrenOf(container, LINE);
  const missing = nodes.filter((node) => !drawing.places.has(idOf(node)));
  const hosted = missing.filter((node) => hostOf(drawing, node) !== undefined);
  const block = await blockOf(
    missing.filter((node) => !hosted.includes(node)),
    flows,
  );
  const corner = start ?? drawing.below(plane, GAP);
  for (const [node, { x, y, width, height }] of block.shapes) {
    const looks = node.localName === 'exclusiveGateway' ? { isMarkerVisible: 'true' } : {};
    drawing.addShape(plane, idOf(node), { x: x + corner.x, y: y + corner.y, width, height }, looks);
  }
  for (const [index, node] of hosted.entries()) addToHost(drawing, node, index);
  added.push(...missing);
  for (const inner of nodes.filter(({ localName }) => CONTAINER.test(localName))) {
    await completeContainer(drawing, planeInside(drawing, plane, inner), inner, added);
  }
  const moved = [...block.edges].map(
    ([flow, points]) => [flow, points.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }))] as const,
  );
  addLines(drawing, flows, new Map(moved), added);
}

/** The sub-process's own plane, `plane` if it is expanded or empty, otherwise a new one. */
function planeInside(drawing: Drawing, plane: Element, container: Element): Element {
  const own = drawing.planes.get(idOf(container));
  if (own !== undefined || drawing.places.get(idOf(container))?.isExpanded) return own ?? plane;
  return childrenOf(container, NODE).length === 0 ? plane : drawing.addPlane(idOf(container));
}

/** Adds a boundary event at the lower border of its host. `index`: moves it to the right of others. */
function addToHost(drawing: Drawing, node: Element, index: number): void {
  const host = hostOf(drawing, node);
  if (host === undefined) return;
  const bounds = {
    x: host.x + 10 + ((index * 40) % Math.max(1, host.width - 20)),
    y: host.y + host.height - 18,
    width: 36,
    height: 36,
  };
  drawing.addShape(host.plane, idOf(node), bounds);
}

function hostOf(drawing: Drawing, node: Element): DrawnShape | undefined {
  return node.localName === 'boundaryEvent' ? drawing.places.get(node.getAttribute('attachedToRef') ?? '') : undefined;
}

/** Adds missing edges with both ends on one plane: with the points in `known`, otherwise straight. */
function addLines(
  drawing: Drawing,
  lines: readonly Element[],
  known: ReadonlyMap<Element, readonly Point[]>,
  added: Element[],
): void {
  for (const line of lines) {
    const source = drawing.places.get(line.getAttribute('sourceRef') ?? '');
    const target = drawing.places.get(line.getAttribute('targetRef') ?? '');
    if (drawing.edges.has(idOf(line)) || source === undefined || source.plane !== target?.plane) continue;
    drawing.addEdge(source.plane, idOf(line), known.get(line) ?? [borderTowards(source, target), borderTowards(target, source)]);
    added.push(line);
  }
}

/** Point where the line between the centres crosses the border of `from`. */
function borderTowards(from: Bounds, to: Bounds): Point {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [dx, dy] = [to.x + to.width / 2 - x, to.y + to.height / 2 - y];
  const share = Math.min(1, from.width / 2 / Math.abs(dx || 1e-9), from.height / 2 / Math.abs(dy || 1e-9));
  return { x: Math.round(x + dx * share), y: Math.round(y + dy * share) };
}

function placesIn(drawing: Drawing, plane: Element, container: Element): DrawnShape[] {
  const places = childrenOf(container, NODE).map((node) => drawing.places.get(idOf(node)));
  return places.filter((place): place is DrawnShape => place?.plane === plane);
}

function around(places: readonly Bounds[]): Bounds {
  const left = Math.min(...places.map(({ x }) => x)) - POOL_NAME;
  const top = Math.min(...places.map(({ y }) => y)) - 20;
  const right = Math.max(...places.map(({ x, width }) => x + width)) + 30;
  const bottom = Math.max(...places.map(({ y, height }) => y + height)) + 20;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The first plane with shapes, for the given process if any. */
function planeOf(document: Document, processId: string | undefined): Element | undefined {
  const names =
    processId === undefined ? undefined : new Set([processId, collaborationOf(document, processId)?.getAttribute('id')]);
  return [...document.getElementsByTagNameNS(BPMNDI, 'BPMNPlane')].find(
    (plane) =>
      plane.getElementsByTagNameNS(BPMNDI, 'BPMNShape').length > 0 &&
      (names?.has(plane.getAttribute('bpmnElement') ?? '') ?? true),
  );
}

function planesOf(document: Document, elementId: string): Element[] {
  const planes = [...document.getElementsByTagNameNS(BPMNDI, 'BPMNPlane')];
  return planes.filter((plane) => plane.getAttribute('bpmnElement') === elementId);
}

function rootOf(document: Document, processId: string | undefined): Element | undefined {
  const process = byId(document, processId) ?? document.getElementsByTagNameNS(BPMN, 'process')[0];
  return process === undefined ? undefined : (collaborationOf(document, idOf(process)) ?? process);
}

function collaborationOf(document: Document, processId: string): Element | undefined {
  const participants = [...document.getElementsByTagNameNS(BPMN, 'participant')];
  return participants.find((participant) => participant.getAttribute('processRef') === processId)?.parentElement ?? undefined;
}

/** Omits repeated ids, which are invalid. */
function childrenOf(container: Element, name: RegExp): Element[] {
  const found = new Map<string, Element>();
  for (const child of container.children) {
    const id = idOf(child);
    if (child.namespaceURI === BPMN && name.test(child.localName) && id !== '' && !found.has(id)) found.set(id, child);
  }
  return [...found.values()];
}

function byId(document: Document, id: string | null | undefined): Element | undefined {
  if (id === null || id === undefined) return undefined;
  return [...document.getElementsByTagNameNS(BPMN, '*')].find((element) => element.getAttribute('id') === id);
}

function idOf(element: Element): string {
  return element.getAttribute('id') ?? '';
}
