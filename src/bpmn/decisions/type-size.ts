import type { DecisionType } from '../../engine/model.ts';

/** Characters of JSON that count as one part: names and allowed values are written out with each part. */
const CHARACTERS_PER_PART = 256;

/** Number of parts, counted at each use, and nesting depth. */
export interface TypeSize {
  readonly parts: number;
  readonly depth: number;
}

const BASIC: TypeSize = { parts: 1, depth: 1 };
const known = new WeakMap<object, TypeSize>();

/** Measures each type once: nested references can make the written-out type exponentially large. */
export function sizeOfType(type: DecisionType): TypeSize {
  if (typeof type === 'string') return BASIC;
  const before = known.get(type);
  if (before !== undefined) return before;
  let [parts, depth] = [1 + Math.floor(charactersOf(type) / CHARACTERS_PER_PART), 0];
  for (const inner of innerOf(type)) {
    const size = sizeOfType(inner);
    parts += size.parts;
    depth = Math.max(depth, size.depth);
  }
  const size = { parts, depth: depth + 1 };
  known.set(type, size);
  return size;
}

/** Characters of a type without its inner types. */
function charactersOf(type: Exclude<DecisionType, string>): number {
  if (type.kind === 'allowed') return type.name.length + JSON.stringify(type.allowed).length;
  return type.kind === 'context' ? type.members.reduce((sum, { name }) => sum + name.length, 0) : 0;
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
