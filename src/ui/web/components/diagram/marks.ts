/** How hot an element is, from the coolest to the hottest. */
export type Heat = 'heat-1' | 'heat-2' | 'heat-3' | 'heat-4' | 'heat-5';

/** Difference of an element from another version. */
export type Difference = 'added' | 'removed' | 'changed' | 'moved';

/** Marks of an element in the diagram. */
export type Mark = 'active' | 'completed' | 'failed' | 'cancelled' | 'faulty' | Heat | Difference;

/** A number at a corner of an element, with its description in `label`. */
export interface DiagramBadge {
  readonly kind: 'active' | 'completed' | 'failed' | 'everFailed' | 'figure' | Difference;
  readonly text: string;
  readonly label: string;
  /** address of the list of the counted items; absent: a click selects the element */
  readonly href?: string;
}

/** Everything drawn over a model. */
export interface DiagramMarks {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly badges: ReadonlyMap<string, readonly DiagramBadge[]>;
  /** sequence flows that have been taken */
  readonly flows: ReadonlySet<string>;
}

/** Nothing over the model. */
export const NO_MARKS: DiagramMarks = { marks: new Map(), badges: new Map(), flows: new Set() };
