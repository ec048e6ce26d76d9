/**
 * Decides when a state is stored. Small states are stored with every change. Storing a large state for each small step is
 * expensive, so only rows of the event history are written until they are as large as the state, and readers apply them. All
 * stored states together are then at most twice as large as the history. Sizes are characters of JSON
 * (docs/contributing/adr/0040-store-large-states-less-often.md).
 */
export interface StoredSizes {
  /** stored state; 0: none */
  readonly stateSize: number;
  /** rows after the stored state */
  readonly journalSize: number;
}

/** A state up to this size, together with its later rows, is stored with every change. */
export const SMALL_STATE = 16_384;

/** True if the state must be stored with new rows of size `added`. */
export function isStateDue({ stateSize, journalSize }: StoredSizes, added: number): boolean {
  const since = journalSize + added;
  return stateSize + since <= SMALL_STATE || since > Math.max(SMALL_STATE, stateSize);
}

export const NOTHING_STORED: StoredSizes = { stateSize: 0, journalSize: 0 };

/** Returns sizes after rows of size `added`. @param text newly stored state; null: not stored */
export function storedAfter({ stateSize, journalSize }: StoredSizes, added: number, text: string | null): StoredSizes {
  return text === null ? { stateSize, journalSize: journalSize + added } : { stateSize: text.length, journalSize: 0 };
}

/** Size of large states that one process caches; a larger state is cached alone. In memory a state needs about eight times this size. */
export const MAX_KEPT_STATES = 8_388_608;
