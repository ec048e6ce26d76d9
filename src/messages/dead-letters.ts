/** One letter, or the oldest ones that match. */
export type LetterSelection = { readonly letterId: string } | LetterFilter;

/** Filter by values; null: any. */
export interface LetterFilter {
  /** kind of the command, as the letter names it */
  readonly kind: string | null;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  /** ISO text */
  readonly parkedBefore: string | null;
  /** letters of one command */
  readonly limit: number;
}

/** `isDryRun`: only report the letters; absent: false. `otherKeys`: process keys of its letters in all shards; null: a letter without one. */
export interface HandlingOfLetters {
  readonly selection: LetterSelection;
  readonly isDryRun?: boolean;
  readonly otherKeys?: readonly (string | null)[];
}

/** Why a retry would have no effect (docs/contributing/spec/reliability.md#letters-that-cannot-be-retried). */
export type LetterObstacle = 'caller-notified' | 'nobody-waits' | 'timer-gone' | 'instance-gone' | 'instance-ended';

/** Refused: it ran and was rejected. */
export type LetterEnd = 'CarriedOut' | 'Refused' | 'Dropped';

export interface HandledLetter {
  readonly letterId: string;
  readonly kind: string;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  /** ISO text with microseconds; absent in replies of earlier releases */
  readonly parkedAt?: string;
}

export interface HandledLetters {
  readonly letters: readonly HandledLetter[];
  /** further matching ones, beyond the limit */
  readonly remaining: number;
  /** matching dead letters that cannot be retried */
  readonly refused: number;
}
