/**
 * When a state is stored. A small one is, with every change. A large one would cost its whole size for each small step, so its journal rows alone
 * are written until they are as long as the state itself: whoever reads it folds them. All states together are then at most twice as long as the journal.
 * Sizes are characters of JSON (docs/contributing/adr/0040-store-large-states-less-often.md).
 */
export interface StoredSizes {
  /** of the state that is stored; 0: of none */
  readonly stateSize: number;
  /** of the journal rows after it */
  readonly journalSize: number;
}

/** A state that is not longer, with the rows after it, is stored with every change. */
export const SMALL_STATE = 16_384;

/** Whether a state is stored again, together with journal rows of the size `added`. */
export function isStateDue({ stateSize, journalSize }: StoredSizes, added: number): boolean {
  const since = journalSize + added;
  return stateSize + since <= SMALL_STATE || since > Math.max(SMALL_STATE, stateSize);
}

/** Before anything is stored. */
export const NOTHING_STORED: StoredSizes = { stateSize: 0, journalSize: 0 };

/**
 * What is stored after rows of the size `added`.
 * @param text the state that is stored with them; null: the one before stays
 */
export function storedAfter({ stateSize, journalSize }: StoredSizes, added: number, text: string | null): StoredSizes {
  return text === null ? { stateSize, journalSize: journalSize + added } : { stateSize: text.length, journalSize: 0 };
}

/** What one process keeps of large states together; a larger one is kept alone. In memory a state is some eight times as long as its text. */
export const MAX_KEPT_STATES = 8_388_608;
