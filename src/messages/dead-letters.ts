/** Which dead letters a command is about: one, or the oldest ones that fit. */
export type LetterSelection = { readonly letterId: string } | LetterFilter;

/** Dead letters by kind; null: any. */
export interface LetterFilter {
  /** kind of the command, as the letter names it */
  readonly kind: string | null;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  /** ISO text */
  readonly parkedBefore: string | null;
  /** most letters of one command */
  readonly limit: number;
}

/** Reason why a retry of a dead letter would have no effect (docs/contributing/spec/reliability.md#letters-that-cannot-be-retried). */
export type LetterObstacle = 'caller-notified' | 'nobody-waits' | 'timer-gone' | 'instance-gone' | 'instance-ended';

/** End of a dead letter. Refused: it ran and was rejected. */
export type LetterEnd = 'CarriedOut' | 'Refused' | 'Dropped';

/** A dead letter that a command has retried or dropped. */
export interface HandledLetter {
  readonly letterId: string;
  readonly kind: string;
  readonly instanceId: string | null;
  readonly processKey: string | null;
}

/** Effects of a command on dead letters. */
export interface HandledLetters {
  readonly letters: readonly HandledLetter[];
  /** further ones that fit, beyond the limit */
  readonly remaining: number;
  /** matching dead letters that cannot be retried */
  readonly refused: number;
}
