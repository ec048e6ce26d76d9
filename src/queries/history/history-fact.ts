/** History item of one event, without its number and time (docs/contributing/spec/http/instances.md#history-types). */
export interface HistoryFact {
  readonly type: string;
  readonly activityId: string | null;
  /** activity instance of the event; its GUID is derived on demand */
  readonly entry: number | null;
  /** evaluated only for the facts of a page */
  readonly data: () => Readonly<Record<string, unknown>>;
}

/** Activity of a fact. */
export type FactPlace = Pick<HistoryFact, 'activityId' | 'entry'>;

/** Place of facts about the whole instance. */
export const NOWHERE: FactPlace = { activityId: null, entry: null };
const NO_DATA: HistoryFact['data'] = () => ({});

export function fact(type: string, { activityId, entry }: FactPlace, data: HistoryFact['data'] = NO_DATA): HistoryFact {
  return { type, activityId, entry, data };
}

/** Converts the engine's empty key to the API's null. */
export function keyOf(key: string): string | null {
  return key === '' ? null : key;
}
