import type { Kind } from './kinds.ts';

/** A type as a text or a model names it (DMN 1.3, 10.3.2.9). */
export interface FeelType {
  readonly text: string;
  /** whether a value is of this type; null is of none but `Null` */
  accepts(value: unknown): boolean;
  /** its members are lists, so that a single value may stand for a list of one */
  readonly isList: boolean;
  /** what it is made of, for {@link conformsTo} */
  readonly shape: TypeShape;
}

/** What a type is made of. `unknown`: nobody has said; a function's result that only its call shows. */
export type TypeShape =
  | { readonly kind: 'any' | 'unknown' }
  | { readonly kind: 'plain'; readonly kinds: readonly Kind[] }
  | { readonly kind: 'list' | 'range'; readonly item: FeelType }
  | { readonly kind: 'context'; readonly members: readonly (readonly [string, FeelType])[] }
  | { readonly kind: 'function'; readonly parameters: readonly FeelType[]; readonly result: FeelType };

/** The value as one of a type: a list of one is its item, and a single value a list of one, where the other is asked for; null for all else. */
export function conformed(value: unknown, type: FeelType | undefined): unknown {
  if (type === undefined || value === null || value === undefined || type.accepts(value)) return value ?? null;
  if (Array.isArray(value) && value.length === 1 && type.accepts(value[0])) return value[0];
  return type.isList && type.accepts([value]) ? [value] : null;
}

/** Whether every value of a type is one of the other (DMN 1.3, 10.3.2.9.2): parameters of functions the other way round. */
export function conformsTo(type: FeelType, other: FeelType): boolean {
  const [a, b] = [type.shape, other.shape];
  if (type === other || a.kind === 'unknown' || b.kind === 'unknown' || b.kind === 'any') return true;
  switch (b.kind) {
    case 'plain':
      return a.kind === 'plain' ? a.kinds.every((kind) => b.kinds.includes(kind)) : a.kind !== 'any' && b.kinds.includes(a.kind);
    case 'list':
    case 'range':
      if (a.kind === b.kind) return conformsTo(a.item, b.item);
      return a.kind === 'plain' && a.kinds.every((kind) => kind === b.kind) && b.item.shape.kind === 'any';
    case 'context':
      return (
        a.kind === 'context' &&
        b.members.every(([name, wanted]) => a.members.some(([own, member]) => own === name && conformsTo(member, wanted)))
      );
    case 'function':
      return (
        a.kind === 'function' &&
        a.parameters.length === b.parameters.length &&
        b.parameters.every((given, at) => conformsTo(given, a.parameters[at] as FeelType)) &&
        conformsTo(a.result, b.result)
      );
  }
}
