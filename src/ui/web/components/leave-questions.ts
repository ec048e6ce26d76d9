/** Part of an address in the history. `key`: absent before it is there. */
export interface NextEntry {
  readonly key?: string;
  readonly state?: unknown;
}

/** `ask`: shows the question; `leave` opens the address. */
export interface LeaveQuestion {
  isAsked(next: NextEntry): boolean;
  ask(leave: () => void): void;
}

/** Question before the shown page is left. At most one page asks. */
export class LeaveQuestions {
  readonly #history: { go(delta: number): void };
  #question: LeaveQuestion | undefined;
  /** events of the history that this class causes */
  #isReturning = false;
  #isLeaving = false;

  constructor(history: { go(delta: number): void }) {
    this.#history = history;
  }

  /** Returns the function that removes the question. */
  set(question: LeaveQuestion): () => void {
    this.#question = question;
    return () => {
      if (this.#question === question) this.#question = undefined;
    };
  }

  askBefore(next: NextEntry, open: () => void): void {
    if (this.#question?.isAsked(next)) this.#question.ask(open);
    else open();
  }

  /** For Back and Forward: the browser has changed the address already. It is changed back until the answer. */
  askAfter(
    next: { readonly action: string; readonly location: NextEntry; readonly delta: number | null },
    open: () => void,
  ): void {
    const { action, location, delta } = next;
    if (action === 'POP' && this.#isReturning) {
      this.#isReturning = false;
      return;
    }
    const isOwn = this.#isLeaving;
    this.#isLeaving = false;
    // an entry of another site or of a fragment has no position
    if (action !== 'POP' || isOwn || !delta || !this.#question?.isAsked(location)) {
      open();
      return;
    }
    this.#isReturning = true;
    this.#history.go(-delta);
    this.#question.ask(() => {
      this.#isLeaving = true;
      this.#history.go(delta);
    });
  }
}
