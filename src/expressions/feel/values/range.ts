/** An interval. An open end is null and not included. */
export class FeelRange {
  readonly start: unknown;
  readonly end: unknown;
  readonly isStartIncluded: boolean;
  readonly isEndIncluded: boolean;

  constructor(isStartIncluded: boolean, start: unknown, end: unknown, isEndIncluded: boolean) {
    this.isStartIncluded = isStartIncluded;
    this.start = start ?? null;
    this.end = end ?? null;
    this.isEndIncluded = isEndIncluded;
  }
}
