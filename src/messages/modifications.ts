import type { Variables } from '../engine/values.ts';

/** As a client gives it: entries by their ids. */
export type ModifyInstruction =
  | { readonly kind: 'cancelEntry'; readonly entry: string }
  | { readonly kind: 'cancelElement'; readonly element: string }
  | {
      readonly kind: 'startBefore' | 'startAfter';
      readonly element: string;
      readonly scope: string | null;
      readonly variables?: Variables;
    };

/** Effects of a modification. */
export interface Modification {
  /** entries that end, with everything inside them */
  readonly cancelledCount: number;
  /** in the order of the instructions */
  readonly started: readonly StartedElement[];
  /** of a dry run: state of the instance afterwards; null when it was modified */
  readonly after: {
    readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
    /** in order of activation, at most 100 */
    readonly activeElements: readonly string[];
    /** why it would fail */
    readonly failure: { readonly code: string; readonly message: string } | null;
    /** the run is so long that it was not followed to its end */
    readonly isCut: boolean;
  } | null;
}
export interface StartedElement {
  readonly element: string;
  readonly at: 'before' | 'after';
  /** number of the host whose open body it is in; null: the instance itself */
  readonly scope: number | null;
  /** sub-processes that are opened around it, outermost first */
  readonly opened: readonly string[];
}
