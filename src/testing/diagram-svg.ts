import type { Diagram, DiagramShape, DrawnEdge, DrawnElement } from '../bpmn/diagram.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes for HTML and XML, also inside an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

/** Undefined for elements that no token can reach. */
export type CountOf = (id: string) => number | undefined;

const MARGIN = 30;
const LINE_HEIGHT = 14;
/** Approximate width in px. */
const LETTER = 6.2;

const EVENT_SIGNS: Readonly<Record<string, string>> = {
  message: '✉',
  timer: '◷',
  signal: '△',
  error: '↯',
  escalation: '⇑',
  compensate: '◁',
  conditional: '≡',
  link: '→',
  terminate: '●',
  cancel: '✕',
};
const GATEWAY_SIGNS: Readonly<Record<string, string>> = {
  exclusiveGateway: '✕',
  parallelGateway: '+',
  inclusiveGateway: '○',
  complexGateway: '✱',
  eventBasedGateway: '⬠',
};
/** Shapes that contain others: their name is at the top. */
const BODIES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);

/** Covered elements have another colour. */
export function diagramSvg({ shapes, edges }: Diagram, countOf: CountOf): string {
  const xs = [...shapes.flatMap(({ x, width }) => [x, x + width]), ...edges.flatMap(({ points }) => points.map(({ x }) => x))];
  const ys = [...shapes.flatMap(({ y, height }) => [y, y + height]), ...edges.flatMap(({ points }) => points.map(({ y }) => y))];
  const [left, top] = [least(xs) - MARGIN, least(ys) - MARGIN];
  const [width, height] = [most(xs) + MARGIN - left, most(ys) + MARGIN - top];
  // containers lie below their content
  const inOrder = [...shapes].sort((a, b) => b.width * b.height - a.width * a.height);
  const drawn = [...inOrder.map((shape) => shapeSvg(shape, countOf)), ...edges.map((edge) => edgeSvg(edge, countOf))];
  return `<svg viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img">${drawn.join('')}</svg>`;
}

function shapeSvg(shape: DiagramShape, countOf: CountOf): string {
  const { of } = shape;
  const count = countOf(of.id);
  const badge = count === undefined ? '' : badgeSvg(shape.x + shape.width, shape.y, count);
  return `<g class="${classOf(count)}">${titleSvg(of, count)}${outlineSvg(shape)}${badge}</g>`;
}

function outlineSvg(shape: DiagramShape): string {
  const { of, x, y, width, height } = shape;
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  if (/Event$/.test(of.tag)) {
    const radius = width / 2;
    const isDouble = of.tag === 'boundaryEvent' || of.tag.startsWith('intermediate');
    const inner = isDouble ? `<circle cx="${centreX}" cy="${centreY}" r="${radius - 3}" />` : '';
    const thick = of.tag === 'endEvent' ? ' class="thick"' : '';
    const sign = textSvg([EVENT_SIGNS[of.event ?? ''] ?? ''], centreX, centreY, 'sign');
    return `<circle cx="${centreX}" cy="${centreY}" r="${radius}"${thick} />${inner}${sign}${outsideName(shape)}`;
  }
  if (/Gateway$/.test(of.tag)) {
    const corners = `${centreX},${y} ${x + width},${centreY} ${centreX},${y + height} ${x},${centreY}`;
    return `<polygon points="${corners}" />${textSvg([GATEWAY_SIGNS[of.tag] ?? ''], centreX, centreY, 'sign')}${outsideName(shape)}`;
  }
  if (of.tag === 'participant' || of.tag === 'lane') return laneSvg(shape);
  const isTask = /[tT]ask$|^callActivity$/.test(of.tag) || BODIES.has(of.tag);
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${isTask ? 10 : 2}" />`;
  const lines = wrapped(of.name ?? (isTask ? of.id : ''), width - 10);
  const kind = isTask ? `<text class="kind" x="${x + 8}" y="${y + 14}">${escaped(kindOf(of.tag))}</text>` : '';
  const isOpen = BODIES.has(of.tag) && height > 100;
  return `${box}${kind}${textSvg(lines, centreX, isOpen ? y + 28 : centreY, 'name')}`;
}

function laneSvg({ of, x, y, width, height, isHorizontal }: DiagramShape): string {
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" />`;
  const [at, line] = isHorizontal ? [x + 15, y + height / 2] : [x + width / 2, y + 15];
  const turn = isHorizontal ? ` transform="rotate(-90 ${at} ${line})"` : '';
  return `${box}<text class="name" x="${at}" y="${line}"${turn}>${escaped(of.name ?? '')}</text>`;
}

/** Name of an event or gateway: at its place from the file, else below it. */
function outsideName({ of, x, y, width, height, label }: DiagramShape): string {
  if (of.name === undefined) return '';
  const [centreX, top, space] =
    label === undefined ? [x + width / 2, y + height + 4, 110] : [label.x + label.width / 2, label.y, Math.max(label.width, 60)];
  const lines = wrapped(of.name, space);
  return textSvg(lines, centreX, top + (lines.length * LINE_HEIGHT) / 2, 'name');
}

function edgeSvg({ of, points }: DrawnEdge, countOf: CountOf): string {
  const count = countOf(of.id);
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const [before, end] = points.slice(-2);
  const style = of.tag === 'sequenceFlow' ? '' : ' class="dashed"';
  const arrow = before === undefined || end === undefined || of.tag === 'association' ? '' : arrowSvg(before, end);
  const [first, second] = points;
  const middle = first === undefined || second === undefined ? '' : nameOfEdge(of, first, second);
  return `<g class="edge ${classOf(count)}">${titleSvg(of, count)}<polyline points="${line}"${style} />${arrow}${middle}</g>`;
}

function nameOfEdge({ name }: DrawnElement, a: { x: number; y: number }, b: { x: number; y: number }): string {
  return name === undefined ? '' : textSvg([name], (a.x + b.x) / 2, (a.y + b.y) / 2 - 8, 'name');
}

function arrowSvg(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return `<path class="arrow" d="M0 0 L-9 -4 L-9 4 Z" transform="translate(${to.x} ${to.y}) rotate(${angle})" />`;
}

function badgeSvg(x: number, y: number, count: number): string {
  const text = String(count);
  const width = text.length * 7 + 8;
  return `<rect class="badge" x="${x - width / 2}" y="${y - 8}" width="${width}" height="16" rx="8" /><text class="count" x="${x}" y="${y}">${text}</text>`;
}

function titleSvg({ id, name }: DrawnElement, count: number | undefined): string {
  const times = count === undefined ? '' : count === 0 ? ': never reached' : `: ${count} times`;
  return `<title>${escaped(name === undefined ? id : `${name} (${id})`)}${times}</title>`;
}

function classOf(count: number | undefined): string {
  if (count === undefined) return 'other';
  return count > 0 ? 'reached' : 'missed';
}

function textSvg(lines: readonly string[], x: number, middle: number, style: string): string {
  const first = middle - ((lines.length - 1) * LINE_HEIGHT) / 2;
  const texts = lines.map(
    (line, at) => `<text class="${style}" x="${x}" y="${first + at * LINE_HEIGHT}">${escaped(line)}</text>`,
  );
  return texts.join('');
}

/** Lines of about this width; at most five. */
function wrapped(text: string, width: number): string[] {
  const most = Math.max(4, Math.floor(width / LETTER));
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > 5 ? [...lines.slice(0, 4), '…'] : lines;
}

/** `userTask` → `user`. */
function kindOf(tag: string): string {
  if (tag === 'callActivity') return 'call';
  return tag === 'task' ? '' : tag.replace(/Task$/, '').replace(/SubProcess$/, '');
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
