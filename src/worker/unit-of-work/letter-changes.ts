import type { EndedLetter, LetterRows, RetriedLetter, StartPlace } from '../../store/letter-changes.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';

/** What one transaction does to dead letters. */
export class LetterChanges {
  private readonly retried: RetriedLetter[] = [];
  private readonly ended = new Map<string, EndedLetter>();
  private readonly timers: SubscriptionAddress[] = [];
  private readonly starts: StartPlace[] = [];

  retry(letter: RetriedLetter): void {
    this.retried.push(letter);
  }

  /** A letter is none any more; also for ids that are none. The first end counts. */
  end(letter: EndedLetter): void {
    if (!this.ended.has(letter.letterId)) this.ended.set(letter.letterId, letter);
  }

  hasEnded(letterId: string): boolean {
    return this.ended.has(letterId);
  }

  /** Whether this transaction has put it back or dropped it. */
  isHandled(letterId: string): boolean {
    return this.ended.has(letterId) || this.retried.some((letter) => letter.letterId === letterId);
  }

  /** A parked timer may fire again. */
  releaseTimer(address: SubscriptionAddress): void {
    this.timers.push(address);
  }

  /** A parked timer start may fire again. */
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
