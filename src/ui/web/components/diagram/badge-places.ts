import type { DiagramBadge } from './marks.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Shape of the drawing. `host`: activity of a boundary event; `labelTarget`: this is the name of an element. */
export interface PlacedShape extends Box {
  readonly host?: PlacedShape | null;
  readonly labelTarget?: unknown;
}

/** Maximum width of events and gateways, which have no room for badges at several corners. */
const SMALL_PX = 60;
const HEIGHT = 24;
/** Badges of an activity at its lower corners. */
const CORNER = { width: 48, height: HEIGHT, inset: 12 };

export function isSmall(shape: Box): boolean {
  return shape.width < SMALL_PX;
}

/** Place of the row of badges of a small element, relative to it: the first one that covers no name and no badge of its activity. */
export function rowPlace(
  shape: PlacedShape,
  badges: readonly DiagramBadge[],
  labels: readonly Box[],
): { top: number; left: number } {
  const width = badges.reduce((sum, { text }) => sum + Math.max(HEIGHT, 28 + 8 * text.length), 0);
  const above = { top: -14, left: -12 };
  const side = shape.height - 18;
  const others = [
    { top: side, left: shape.width - 4 },
    { top: side, left: 4 - width },
    { top: -14, left: shape.width - 8 },
    { top: -14, left: 8 - width },
    { top: shape.height - 4, left: -width / 2 },
  ];
  const { host } = shape;
  // above a boundary event is the name of its activity
  const places = host == null ? [above, ...others] : [...others, above];
  const taken = host == null ? labels : [...labels, ...cornersOf(host)];
  const isFree = ({ top, left }: { top: number; left: number }) =>
    taken.every((box) => !overlap({ x: shape.x + left, y: shape.y + top, width, height: HEIGHT }, box));
  return places.find(isFree) ?? places[0] ?? above;
}

function cornersOf({ x, y, width, height }: Box): readonly Box[] {
  const top = y + height - CORNER.inset;
  return [x - CORNER.inset, x + width - CORNER.inset].map((left) => ({
    x: left,
    y: top,
    width: CORNER.width,
    height: CORNER.height,
  }));
}

function overlap(one: Box, other: Box): boolean {
  const inX = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const inY = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return inX > 0 && inY > 0;
}
