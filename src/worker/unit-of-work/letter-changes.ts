import type { EndedLetter, LetterRows, RetriedLetter, StartPlace } from '../../store/letter-changes.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';

/** Changes of one transaction to dead letters. */
export class LetterChanges {
  private readonly retried: RetriedLetter[] = [];
  private readonly ended = new Map<string, EndedLetter>();
  private readonly timers: SubscriptionAddress[] = [];
  private readonly starts: StartPlace[] = [];

  retry(letter: RetriedLetter): void {
    this.retried.push(letter);
  }

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

  /** Lets a parked timer fire again. */
  releaseTimer(address: SubscriptionAddress): void {
    this.timers.push(address);
  }

  /** Lets a parked timer start fire again. */
  releaseStart(place: StartPlace): void {
    this.starts.push(place);
  }

  get rows(): LetterRows {
    return {
      retriedLetters: this.retried,
      endedLetters: [...this.ended.values()],
      releasedTimers: this.timers,
      releasedStarts: this.starts,
    };
  }
}
