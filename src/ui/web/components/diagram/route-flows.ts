/** Bounds of a shape. Unit: px. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Unit: px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly source: Bounds;
  readonly target: Bounds;
  readonly points: readonly Point[];
}

/** Distance between a new line and other shapes. Unit: px. */
const MARGIN = 15;
/** Cost of a bend as length. Unit: px. */
const BEND = 60;
/** Limit above which the search is too slow, so lines stay unchanged. */
const MOST_SHAPES = 100;
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

export function crosses(points: readonly Point[], shape: Bounds): boolean {
  return points.some((end, index) => index > 0 && isHit(points[index - 1] ?? end, end, shape, -1));
}

/**
 * Returns the points of a line. If it crosses a shape other than its ends, returns the best line around all shapes. Unchanged if none exists, or with
 * more than 100 shapes.
 * @param shapes must contain the objects `source` and `target` themselves
 */
export function aroundShapes(line: Line, shapes: readonly Bounds[]): readonly Point[] {
  const { source, target, points } = line;
  const isCrossing = shapes.some((shape) => shape !== source && shape !== target && crosses(points, shape));
  return isCrossing && shapes.length <= MOST_SHAPES ? (searched(line, shapes) ?? points) : points;
}

/** End of a segment, linked to those before. */
interface Piece {
  readonly at: Point;
  readonly isFlat: boolean;
  readonly cost: number;
  readonly before: Piece | undefined;
}

/** Finds the line with the lowest cost (length and bends) on a grid along the shape borders (Dijkstra). */
function searched({ source, target }: Line, shapes: readonly Bounds[]): readonly Point[] | undefined {
  const xs = gridOf([
    ...shapes.flatMap(({ x, width }) => [x - MARGIN, x + width + MARGIN]),
    middleOf(source).x,
    middleOf(target).x,
  ]);
  const ys = gridOf([
    ...shapes.flatMap(({ y, height }) => [y - MARGIN, y + height + MARGIN]),
    middleOf(source).y,
    middleOf(target).y,
  ]);
  const isFree = (from: Point, to: Point, except?: Bounds) =>
    !shapes.some((shape) => shape !== except && isHit(from, to, shape, MARGIN - 1));
  const portsOf = (shape: Bounds) => SIDES.map((side) => portOf(shape, side)).filter(({ on, off }) => isFree(on, off, shape));
  const ends = portsOf(target);
  const open: Piece[] = [];
  for (const { on, off, isFlat } of portsOf(source)) {
    insert(open, { at: off, isFlat, cost: 0, before: { at: on, isFlat, cost: 0, before: undefined } });
  }
  const seen = new Set<string>();
  for (let piece = open.shift(); piece !== undefined; piece = open.shift()) {
    const { at, isFlat, cost } = piece;
    const end = ends.find(({ off }) => off.x === at.x && off.y === at.y);
    if (end?.isFlat === isFlat) return bendsOf(piece, end.on);
    if (end !== undefined) insert(open, { ...piece, isFlat: end.isFlat, cost: cost + BEND });
    const name = `${at.x} ${at.y} ${isFlat}`;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const [dx, dy] of SIDES) {
      const next = { x: neighbour(xs, at.x, dx), y: neighbour(ys, at.y, dy) };
      if ((next.x === at.x && next.y === at.y) || !isFree(at, next)) continue;
      const length = Math.abs(next.x - at.x) + Math.abs(next.y - at.y);
      const isNextFlat = dx !== 0;
      insert(open, { at: next, isFlat: isNextFlat, cost: cost + length + (isNextFlat === isFlat ? 0 : BEND), before: piece });
    }
  }
  return undefined;
}

/** Middle of a side, and the first point on the grid. */
function portOf(shape: Bounds, [dx, dy]: (typeof SIDES)[number]) {
  const { x, y } = middleOf(shape);
  const on = { x: x + (dx * shape.width) / 2, y: y + (dy * shape.height) / 2 };
  return { on, off: { x: on.x + dx * MARGIN, y: on.y + dy * MARGIN }, isFlat: dx !== 0 };
}

/** First and last point, and those where the direction changes. */
function bendsOf(last: Piece, end: Point): readonly Point[] {
  const points = [end];
  for (let piece: Piece | undefined = last; piece !== undefined; piece = piece.before) points.unshift(piece.at);
  return points.filter(({ x, y }, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    return !((before.x === x && x === after.x) || (before.y === y && y === after.y));
  });
}

function middleOf({ x, y, width, height }: Bounds): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function gridOf(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function neighbour(grid: readonly number[], value: number, step: number): number {
  return grid[grid.indexOf(value) + step] ?? value;
}

/** Keeps the order by cost. */
function insert(open: Piece[], piece: Piece): void {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle]?.cost ?? 0) <= piece.cost) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, piece);
}

/** Returns whether a straight line touches a shape enlarged by `margin`. */
function isHit(from: Point, to: Point, { x, y, width, height }: Bounds, margin: number): boolean {
  let [first, last] = [0, 1];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const limits = [
    [-dx, from.x - x + margin],
    [dx, x + width + margin - from.x],
    [-dy, from.y - y + margin],
    [dy, y + height + margin - from.y],
  ] as const;
  for (const [change, room] of limits) {
    if (change === 0 && room < 0) return false;
    if (change < 0) first = Math.max(first, room / change);
    if (change > 0) last = Math.min(last, room / change);
  }
  return first < last;
}
