import type { DecisionType } from '../../engine/model.ts';

/** Parts of a type, each as often as it is written out, and how deep they lie in each other. */
export interface TypeSize {
  readonly parts: number;
  readonly depth: number;
}

const BASIC: TypeSize = { parts: 1, depth: 1 };
const known = new WeakMap<object, TypeSize>();

/** Quick also where definitions name each other so often that nobody could write the type out: what is named twice is measured once. */
export function sizeOfType(type: DecisionType): TypeSize {
  if (typeof type === 'string') return BASIC;
  const before = known.get(type);
  if (before !== undefined) return before;
  let [parts, depth] = [1, 0];
  for (const inner of innerOf(type)) {
    const size = sizeOfType(inner);
    parts += size.parts;
    depth = Math.max(depth, size.depth);
  }
  const size = { parts, depth: depth + 1 };
  known.set(type, size);
  return size;
}

function innerOf(type: Exclude<DecisionType, string>): readonly DecisionType[] {
  switch (type.kind) {
    case 'list':
      return [type.of];
    case 'context':
      return type.members.map((member) => member.type);
    case 'function':
      return [...(type.parameters ?? []), type.result ?? 'any'];
    case 'allowed':
      return [type.type];
    case 'range':
    case 'converted':
      return [];
  }
}
