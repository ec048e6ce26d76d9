export type Comparison = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** Interval. An open end is null and not included. */
export class FeelRange {
  readonly start: unknown;
  readonly end: unknown;
  readonly isStartIncluded: boolean;
  readonly isEndIncluded: boolean;
  /** Set for a comparison such as `(< 5)`, with open ends. Without it no value is in a range with an end that is null. */
  readonly operator: Comparison | undefined;

  constructor(isStartIncluded: boolean, start: unknown, end: unknown, isEndIncluded: boolean, operator?: Comparison) {
    this.isStartIncluded = isStartIncluded;
    this.start = start ?? null;
    this.end = end ?? null;
    this.isEndIncluded = isEndIncluded;
    this.operator = operator;
  }
}
