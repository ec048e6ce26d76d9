/** FEEL or model (DMN 1.3, 10.3.2.9). */
export interface FeelType {
  readonly text: string;
  /** True if of this type. Null only has the type `Null`. */
  accepts(value: unknown): boolean;
  /** A single value is a list with one item. */
  readonly isList: boolean;
  /** Shape for {@link conformsTo}. */
  readonly shape: TypeShape;
}

/** `unknown`: not declared, for example the result of a function. */
export type TypeShape =
  | { readonly kind: 'any' | 'unknown' }
  | { readonly kind: 'plain'; readonly kinds: readonly Kind[] }
  | { readonly kind: 'list' | 'range'; readonly item: FeelType }
  | { readonly kind: 'context'; readonly members: readonly (readonly [string, FeelType])[] }
  | { readonly kind: 'function'; readonly parameters: readonly FeelType[]; readonly result: FeelType };

/** Converts between a list with one item and the item; null if the value does not conform. */
export function conformed(value: unknown, type: FeelType | undefined): unknown {
  if (type === undefined || value === null || value === undefined || type.accepts(value)) return value ?? null;
  if (Array.isArray(value) && value.length === 1 && type.accepts(value[0])) return value[0];
  return type.isList && type.accepts([value]) ? [value] : null;
}

/** Every value of `type` is of type `other` (DMN 1.3, 10.3.2.9.2). Parameters are contravariant. */
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

/** Kinds with their FEEL names. */
export type Kind =
  | 'null'
  | 'boolean'
  | 'string'
  | 'number'
  | 'date'
  | 'time'
  | 'date and time'
  | 'years and months duration'
  | 'days and time duration'
  | 'range'
  | 'function'
  | 'list'
  | 'context';
