import type { Ordinal } from './events.ts';

/** Gives out the numbers of one instance: one counter for everything, so that a smaller number is older. */
export class Ordinals {
  /** ahead of the state while an event is being made */
  private last: Ordinal;

  /** @param last the highest number given so far */
  constructor(last: Ordinal) {
    this.last = last;
  }

  nextEntry(): Ordinal {
    return this.next();
  }

  nextScope(): Ordinal {
    return this.next();
  }

  nextVariableScope(): Ordinal {
    return this.next();
  }

  nextSubscription(): Ordinal {
    return this.next();
  }

  nextWalk(): Ordinal {
    return this.next();
  }

  nextCompensationItem(): Ordinal {
    return this.next();
  }

  private next(): Ordinal {
    this.last += 1;
    return this.last;
  }
}
