/// <reference path="./bpmn-auto-layout.d.ts" />
import { BPMN } from './namespaces.ts';
import { aroundShapes, type Bounds, type Point } from './route-flows.ts';

/** Element without content. `host`: index of the element of a boundary event. */
export interface OutlinedNode {
  readonly tag: string;
  readonly host: number | undefined;
}

/** Flow by indexes of elements. */
export interface OutlinedFlow {
  readonly source: number;
  readonly target: number;
}

/** Layout by index of the element or flow. */
export interface CalculatedLayout {
  readonly shapes: ReadonlyMap<number, Bounds>;
  readonly edges: ReadonlyMap<number, readonly Point[]>;
}

/**
 * Places elements of one level, with flows around shapes. Omits elements that the layout package does not place. The package gets only an outline,
 * because some ids and contents cause errors in it. Rejects if it fails.
 */
export async function calculatedLayout(
  nodes: readonly OutlinedNode[],
  flows: readonly OutlinedFlow[],
): Promise<CalculatedLayout> {
  const { layoutProcess } = await import('bpmn-auto-layout');
  const { shapes, edges } = readLayout(await layoutProcess(outlineOf(nodes, flows)));
  const routed = new Map<number, readonly Point[]>();
  for (const [index, points] of edges) {
    const source = shapes.get(flows[index]?.source ?? -1);
    const target = shapes.get(flows[index]?.target ?? -1);
    const isPlaced = source !== undefined && target !== undefined;
    routed.set(index, isPlaced ? aroundShapes({ source, target, points }, [...shapes.values()]) : points);
  }
  return { shapes, edges: routed };
}

function outlineOf(nodes: readonly OutlinedNode[], flows: readonly OutlinedFlow[]): string {
  const outlines = nodes.map(({ tag, host }, index) => {
    const ends = flows.flatMap(({ source, target }, flow) => [
      ...(target === index ? [`<incoming>f${flow}</incoming>`] : []),
      ...(source === index ? [`<outgoing>f${flow}</outgoing>`] : []),
    ]);
    return `<${tag} id="n${index}"${host === undefined ? '' : ` attachedToRef="n${host}"`}>${ends.join('')}</${tag}>`;
  });
  const lines = flows.map(
    ({ source, target }, flow) => `<sequenceFlow id="f${flow}" sourceRef="n${source}" targetRef="n${target}"/>`,
  );
  return `<definitions xmlns="${BPMN}"><process id="p">${outlines.join('')}${lines.join('')}</process></definitions>`;
}

const PLACED = /<bpmndi:BPMN(?:Shape|Edge) [^>]*?bpmnElement="([nf])(\d+)"[^>]*>([\s\S]*?)<\/bpmndi:/g;

/** Reads the XML of the package. */
function readLayout(xml: string): CalculatedLayout {
  const shapes = new Map<number, Bounds>();
  const edges = new Map<number, readonly Point[]>();
  for (const [, kind, index = '', content = ''] of xml.matchAll(PLACED)) {
    const places = [...content.matchAll(/<d[ci]:\w+ ([^>]*)>/g)].map(([, attributes = '']) => {
      const numbers = new Map(
        [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, Number(value)] as const),
      );
      const of = (name: string) => numbers.get(name) ?? 0;
      return { x: of('x'), y: of('y'), width: of('width'), height: of('height') };
    });
    if (kind === 'f')
      edges.set(
        Number(index),
        places.map(({ x, y }) => ({ x, y })),
      );
    else if (places[0] !== undefined) shapes.set(Number(index), places[0]);
  }
  return { shapes, edges };
}
