import { isNode, type ModelNode, memberOf, ownText } from './model-node.ts';

type Numbers = readonly number[];

/** Bounds of shapes and points of lines, by the id of the element; the first one if an element is drawn twice. */
export function placesOf(definitions: ModelNode): ReadonlyMap<string, Numbers> {
  const places = new Map<string, Numbers>();
  for (const diagram of listOf(definitions, 'diagrams')) {
    const plane = memberOf(diagram, 'plane');
    for (const drawn of isNode(plane) ? listOf(plane, 'planeElement') : []) {
      const shown = memberOf(drawn, 'bpmnElement');
      const id = isNode(shown) ? ownText(shown, 'id') : undefined;
      const numbers = numbersOf(drawn);
      if (id !== undefined && numbers.length > 0 && !places.has(id)) places.set(id, numbers);
    }
  }
  return places;
}

function numbersOf(drawn: ModelNode): Numbers {
  const bounds = memberOf(drawn, 'bounds');
  if (isNode(bounds)) return ['x', 'y', 'width', 'height'].map((name) => roundOf(bounds, name));
  return listOf(drawn, 'waypoint').flatMap((point) => [roundOf(point, 'x'), roundOf(point, 'y')]);
}

function roundOf(node: ModelNode, name: string): number {
  return Math.round(Number(memberOf(node, name) ?? 0));
}

function listOf(node: ModelNode, name: string): readonly ModelNode[] {
  const value = node.$descriptor.properties?.some((property) => property.ns.localName === name) ? memberOf(node, name) : [];
  return Array.isArray(value) ? value.filter(isNode) : [];
}
