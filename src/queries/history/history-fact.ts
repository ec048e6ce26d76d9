/** What one event looks like in the history, without its number and time (docs/spec/http/instances.md#history-types). */
export interface HistoryFact {
  readonly type: string;
  readonly activityId: string | null;
  /** the entry it is about; its GUID is derived only where somebody looks at it */
  readonly entry: number | null;
  /** asked only for the facts of a page */
  readonly data: () => Readonly<Record<string, unknown>>;
}

/** The activity that a fact is about. */
export type FactPlace = Pick<HistoryFact, 'activityId' | 'entry'>;

/** Of facts about the instance as a whole. */
export const NOWHERE: FactPlace = { activityId: null, entry: null };
const NO_DATA: HistoryFact['data'] = () => ({});

export function fact(type: string, { activityId, entry }: FactPlace, data: HistoryFact['data'] = NO_DATA): HistoryFact {
  return { type, activityId, entry, data };
}

/** The engine says "no key" with an empty text, the wire with null. */
export function keyOf(key: string): string | null {
  return key === '' ? null : key;
}
