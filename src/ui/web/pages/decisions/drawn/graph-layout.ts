import { childrenOf, type DmnFile, type DmnNode, idOfHref } from '../dmn-file.ts';

const DMNDI = 'https://www.omg.org/spec/DMN/20191111/DMNDI/';
const DC = 'http://www.omg.org/spec/DMN/20180521/DC/';
const DI = 'http://www.omg.org/spec/DMN/20180521/DI/';
const REQUIREMENT = /^(?:information|knowledge|authority)Requirement$/;
/** Distance between boxes. Unit: px. */
const GAP = { x: 50, y: 70 };
const SIZES: Readonly<Record<DmnNode['kind'], readonly [width: number, height: number]>> = {
  decision: [180, 80],
  decisionService: [180, 80],
  inputData: [125, 45],
  businessKnowledgeModel: [135, 46],
  knowledgeSource: [100, 63],
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Unchanged if the file has all shapes. Otherwise a copy with a layout in rows, required nodes below. */
export function withGraph({ document, nodes, xml }: DmnFile): string {
  const root = document.documentElement;
  const drawn = new Set([...root.getElementsByTagNameNS('*', 'DMNShape')].map((shape) => shape.getAttribute('dmnElementRef')));
  if (nodes.every(({ id }) => drawn.has(id))) return xml;
  const copy = new DOMParser().parseFromString(xml, 'text/xml');
  const made = copy.documentElement;
  for (const old of childrenOf(made, 'DMNDI')) old.remove();
  const part = (space: string, name: string, attributes: Readonly<Record<string, string | number>>, ...inside: Element[]) => {
    const element = copy.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...inside);
    return element;
  };
  const places = placesOf(nodes);
  const shapes = [...places].map(([id, box]) =>
    part(DMNDI, 'dmndi:DMNShape', { id: `shape-${id}`, dmnElementRef: id }, part(DC, 'dc:Bounds', { ...box })),
  );
  const edges = requirementsIn(made).flatMap(({ id, from, to }) => {
    const [start, end] = [places.get(from), places.get(to)];
    if (start === undefined || end === undefined) return [];
    const points = [
      part(DI, 'di:waypoint', { x: start.x + start.width / 2, y: start.y }),
      part(DI, 'di:waypoint', { x: end.x + end.width / 2, y: end.y + end.height }),
    ];
    return [part(DMNDI, 'dmndi:DMNEdge', { id: `edge-${id}`, dmnElementRef: id }, ...points)];
  });
  made.append(part(DMNDI, 'dmndi:DMNDI', {}, part(DMNDI, 'dmndi:DMNDiagram', { id: 'drawn-graph' }, ...shapes, ...edges)));
  return new XMLSerializer().serializeToString(copy);
}

/** Requirements between nodes of the file. Adds missing ids, to which edges refer. */
function requirementsIn(root: Element): { readonly id: string; readonly from: string; readonly to: string }[] {
  let number = 0;
  return [...root.children].flatMap((element) =>
    [...element.children]
      .filter(({ localName }) => REQUIREMENT.test(localName))
      .flatMap((requirement) => {
        const [to, from] = [element.getAttribute('id'), idOfHref(requirement.children[0])];
        if (to === null || from === undefined) return [];
        number += 1;
        const id = requirement.getAttribute('id') ?? `drawn-requirement-${number}`;
        requirement.setAttribute('id', id);
        return [{ id, from, to }];
      }),
  );
}

/** The row is the longest path of requirements. Rows are centred. */
function placesOf(nodes: readonly DmnNode[]): ReadonlyMap<string, Box> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depths = new Map<string, number>();
  const depthOf = (id: string, above: ReadonlySet<string>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const next = new Set([...above, id]);
    const below = (byId.get(id)?.requires ?? []).filter((other) => byId.has(other) && !next.has(other));
    const depth = below.length === 0 ? 0 : 1 + Math.max(...below.map((other) => depthOf(other, next)));
    depths.set(id, depth);
    return depth;
  };
  const rows: DmnNode[][] = [];
  for (const node of nodes) {
    const depth = depthOf(node.id, new Set());
    rows[depth] = [...(rows[depth] ?? []), node];
  }
  const widths = [...rows].map((row = []) => row.reduce((sum, { kind }) => sum + SIZES[kind][0] + GAP.x, -GAP.x));
  const widest = Math.max(...widths);
  const places = new Map<string, Box>();
  for (const [depth, row = []] of [...rows].entries()) {
    let x = Math.round((widest - (widths[depth] ?? 0)) / 2);
    for (const { id, kind } of row) {
      const [width, height] = SIZES[kind];
      places.set(id, { x, y: (rows.length - 1 - depth) * (SIZES.decision[1] + GAP.y), width, height });
      x += width + GAP.x;
    }
  }
  return places;
}
