import type { EndedLetter, RetriedLetter } from '../../store/letter-changes.ts';

/** Dead letters that one transaction retries and ends. */
export class LetterChanges {
  readonly retried: RetriedLetter[] = [];
  private readonly ended = new Map<string, EndedLetter>();

  /** Ends a dead letter; ignores unknown ids. The first end counts. */
  end(letter: EndedLetter): void {
    if (!this.ended.has(letter.letterId)) this.ended.set(letter.letterId, letter);
  }

  hasEnded(letterId: string): boolean {
    return this.ended.has(letterId);
  }

  /** Returns whether this transaction has retried or discarded the letter. */
  isHandled(letterId: string): boolean {
    return this.ended.has(letterId) || this.retried.some((letter) => letter.letterId === letterId);
  }

  get rows() {
    return { retriedLetters: this.retried, endedLetters: [...this.ended.values()] };
  }
}
