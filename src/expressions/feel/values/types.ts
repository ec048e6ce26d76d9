/** A type as a text or a model names it (DMN 1.3, 10.3.2.9). */
export interface FeelType {
  readonly text: string;
  /** whether a value is of this type; null is of none but `Null` */
  accepts(value: unknown): boolean;
  /** its members are lists, so that a single value may stand for a list of one */
  readonly isList: boolean;
}

/** The value as one of a type: a list of one is its item, and a single value a list of one, where the other is asked for; null for all else. */
export function conformed(value: unknown, type: FeelType | undefined): unknown {
  if (type === undefined || value === null || value === undefined || type.accepts(value)) return value ?? null;
  if (Array.isArray(value) && value.length === 1 && type.accepts(value[0])) return value[0];
  return type.isList && type.accepts([value]) ? [value] : null;
}
