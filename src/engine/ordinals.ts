/** Compile-time tag of ordinals. */
declare const KIND: unique symbol;

/** Number within an instance. One counter for all kinds, only growing: smaller means older. */
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

/** Counter of an instance. Each `next…` assigns the next one. */
export class Ordinals {
  /** may be ahead of the state, while an event is not applied yet */
  private last: Ordinal;

  constructor(last: Ordinal) {
    this.last = last;
  }

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
