/** History item of one event, without its number and time (docs/contributing/spec/http/instances.md#history-types). */
export interface HistoryFact {
  readonly type: string;
  readonly activityId: string | null;
  /** the entry of the event; its GUID is derived only when it is read */
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

/** The engine writes an empty text for "no key", the API null. */
export function keyOf(key: string): string | null {
  return key === '' ? null : key;
}
