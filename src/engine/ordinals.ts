/** Compile-time tag that distinguishes the kinds of ordinals. */
declare const KIND: unique symbol;

/** Number of an object within its instance. One counter serves all kinds and only grows: smaller means older. */
export type Ordinal = number;
type OrdinalOf<Kind extends string> = Ordinal & { readonly [KIND]?: Kind };

export type ActivityInstanceOrdinal = OrdinalOf<'entry'>;
export type ScopeOrdinal = OrdinalOf<'scope'>;
export type VariableScopeOrdinal = OrdinalOf<'variableScope'>;
export type JobOrdinal = OrdinalOf<'job'>;
export type SubscriptionOrdinal = OrdinalOf<'subscription'>;
export type IncidentOrdinal = OrdinalOf<'incident'>;
export type CompensationRunOrdinal = OrdinalOf<'walk'>;
export type CompensationItemOrdinal = OrdinalOf<'compensationItem'>;

/** The counter of an instance. Each `next…` assigns the next ordinal. */
export class Ordinals {
  /** may be higher than the last ordinal in the state, while an event is not applied yet */
  private last: Ordinal;

  constructor(last: Ordinal) {
    this.last = last;
  }

  /** Continues after this ordinal, if it is higher. */
  continueAfter(last: Ordinal): void {
    this.last = Math.max(this.last, last);
  }

  nextActivityInstance(): ActivityInstanceOrdinal {
    return this.next();
  }

  nextScope(): ScopeOrdinal {
    return this.next();
  }

  nextVariableScope(): VariableScopeOrdinal {
    return this.next();
  }

  nextJob(): JobOrdinal {
    return this.next();
  }

  nextSubscription(): SubscriptionOrdinal {
    return this.next();
  }

  nextIncident(): IncidentOrdinal {
    return this.next();
  }

  nextCompensationRun(): CompensationRunOrdinal {
    return this.next();
  }

  nextCompensationItem(): CompensationItemOrdinal {
    return this.next();
  }

  private next(): Ordinal {
    this.last += 1;
    return this.last;
  }
}
