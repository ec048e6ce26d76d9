/** Colours from the coolest to the hottest. */
export type Heat = 'heat-1' | 'heat-2' | 'heat-3' | 'heat-4' | 'heat-5';

/** Difference from another version. */
export type Difference = 'added' | 'removed' | 'changed' | 'moved';

export type Mark = 'active' | 'completed' | 'failed' | 'cancelled' | 'faulty' | 'unmeasured' | Heat | Difference;

/** Number at a corner of an element; `label` describes it. */
export interface DiagramBadge {
  readonly kind:
    | 'active'
    | 'waiting'
    | 'incident'
    | 'calledIncident'
    | 'completed'
    | 'failed'
    | 'everFailed'
    | 'figure'
    | Difference;
  readonly text: string;
  readonly label: string;
  /** list of the counted items; absent: a click selects the element */
  readonly href?: string;
}

export interface DiagramMarks {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly badges: ReadonlyMap<string, readonly DiagramBadge[]>;
  /** taken sequence flows */
  readonly flows: ReadonlySet<string>;
}

export const NO_MARKS: DiagramMarks = { marks: new Map(), badges: new Map(), flows: new Set() };
