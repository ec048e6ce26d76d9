import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type { Services } from './viewer-services.ts';

/** `arrows`: planned moves. */
export interface DraggedTokens {
  /** elements with a movable token */
  readonly sources: ReadonlySet<string>;
  readonly arrows: readonly { readonly from: string; readonly to: string }[];
  /** called after a drop, with element ids */
  readonly onMove: (from: string, to: string) => void;
}

export interface TokenDrag {
  /** Sets what can be dragged. Also cancels a drag. Undefined: nothing. */
  show(moves: DraggedTokens | undefined): void;
  stop(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const SVG = 'http://www.w3.org/2000/svg';
/** Layer above the shapes. */
const LAYER = 700;
/** Maximum height of an arc. Unit: px. */
const MOST_LIFT = 70;
/** Arrowhead in units of the model. */
const HEAD = { length: 12, half: 7 };

/** Adds dragging with mouse and pen. The form next to the diagram does the same for the keyboard. */
export function tokenDrag(viewer: NavigatedViewer<Services>, container: HTMLElement): TokenDrag {
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  const layer = canvas.getLayer('token-moves', LAYER);
  let moves: DraggedTokens | undefined;
  let from: string | null = null;
  const boxOf = (id: string) => registry.get(id) as unknown as Box | undefined;
  const draw = (pointer?: Point) => {
    const start = from === null ? undefined : boxOf(from);
    const planned = (moves?.arrows ?? []).flatMap((arrow) => {
      const [a, b] = [boxOf(arrow.from), boxOf(arrow.to)];
      return a === undefined || b === undefined ? [] : [arrowElement(topOf(a), topOf(b))];
    });
    const drawn = start === undefined || pointer === undefined ? [] : [arrowElement(topOf(start), pointer)];
    layer.replaceChildren(...planned, ...drawn);
  };
  const target = dropTarget(viewer);
  const end = () => {
    target.set(null);
    from = null;
    draw();
  };
  const listeners = {
    pointerdown(event: PointerEvent) {
      const id = elementAt(event.target);
      if (event.button !== 0 || id === null || moves?.sources.has(id) !== true) return;
      from = id;
      event.stopPropagation();
    },
    // otherwise the library would move the whole model
    mousedown(event: MouseEvent) {
      if (from !== null) event.stopPropagation();
    },
    pointermove(event: PointerEvent) {
      if (from === null) return;
      const id = elementAt(document.elementFromPoint(event.clientX, event.clientY));
      target.set(id !== null && id !== from && isTarget(registry.get(id)) ? id : null);
      draw(inModel(canvas, container, event));
    },
    pointerup() {
      const [source, to] = [from, target.get()];
      if (source !== null) end();
      if (source !== null && to !== null) moves?.onMove(source, to);
    },
    pointercancel: end,
    keydown(event: KeyboardEvent) {
      if (event.key === 'Escape' && from !== null) end();
    },
  };
  const stopListening = listen(container, listeners);
  return {
    show(next) {
      for (const id of moves?.sources ?? []) if (boxOf(id) !== undefined) canvas.removeMarker(id, 'is-movable');
      moves = next;
      for (const id of moves?.sources ?? []) if (boxOf(id) !== undefined) canvas.addMarker(id, 'is-movable');
      end();
    },
    stop: stopListening,
  };
}

/** Marks the element under the pointer. */
function dropTarget(viewer: NavigatedViewer<Services>) {
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  let over: string | null = null;
  return {
    get: () => over,
    set(id: string | null) {
      if (id === over) return;
      if (over !== null && registry.get(over) !== undefined) canvas.removeMarker(over, 'is-drop-target');
      if (id !== null) canvas.addMarker(id, 'is-drop-target');
      over = id;
    },
  };
}

type Listeners = {
  readonly pointerdown: (event: PointerEvent) => void;
  readonly mousedown: (event: MouseEvent) => void;
  readonly pointermove: (event: PointerEvent) => void;
  readonly pointerup: () => void;
  readonly pointercancel: () => void;
  readonly keydown: (event: KeyboardEvent) => void;
};

/** The drag starts in the drawing; other events come from the whole document. Returns a function that removes the listeners. */
function listen(container: HTMLElement, listeners: Listeners): () => void {
  container.addEventListener('pointerdown', listeners.pointerdown, true);
  container.addEventListener('mousedown', listeners.mousedown, true);
  const everywhere = ['pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;
  for (const name of everywhere) window.addEventListener(name, listeners[name] as EventListener);
  return () => {
    for (const name of everywhere) window.removeEventListener(name, listeners[name] as EventListener);
  };
}

/** Id of the element under the pointer, or of the element of a badge. */
function elementAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const badge = target.closest<HTMLElement>('.diagram-badge');
  if (badge !== null) return badge.dataset['badgeOf'] ?? null;
  return (
    target
      .closest('.djs-element')
      ?.getAttribute('data-element-id')
      ?.replace(/_label$/, '') ?? null
  );
}

/** Excludes the canvas and flows. */
function isTarget(element: unknown): boolean {
  return typeof element === 'object' && element !== null && 'width' in element && !('waypoints' in element);
}

function inModel(canvas: Services['canvas'], container: HTMLElement, { clientX, clientY }: PointerEvent): Point {
  const { x, y, scale } = canvas.viewbox();
  const frame = container.getBoundingClientRect();
  return { x: x + (clientX - frame.left) / scale, y: y + (clientY - frame.top) / scale };
}

function topOf({ x, y, width }: Box): Point {
  return { x: x + width / 2, y };
}

/** Curved, because a straight arrow would cross the shapes between. */
function arrowElement(a: Point, b: Point): SVGElement {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const lift = Math.min(MOST_LIFT, length / 3);
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - lift };
  const reach = Math.hypot(b.x - top.x, b.y - top.y) || 1;
  const [ux, uy] = [(b.x - top.x) / reach, (b.y - top.y) / reach];
  const [hx, hy] = [b.x - ux * HEAD.length, b.y - uy * HEAD.length];
  const left = `${hx - uy * HEAD.half},${hy + ux * HEAD.half}`;
  const right = `${hx + uy * HEAD.half},${hy - ux * HEAD.half}`;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'token-move');
  for (const [name, d] of [
    ['token-move-line', `M${a.x},${a.y}Q${top.x},${top.y} ${hx},${hy}`],
    ['token-move-head', `M${left}L${b.x},${b.y}L${right}Z`],
  ] as const) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', d);
    group.append(path);
  }
  return group;
}
