import type { Variables } from '../../../src/engine/values.ts';
import type { Style } from '../styles/style.ts';
import type { Model } from './drawing.ts';

/** A pattern that people model in many tools, with the behaviour that its author expects. */
export interface Pattern {
  readonly name: string;
  /** `undefined` when the style has no words for it */
  draw(style: Style): Model | undefined;
  /** variables of the start and of each completion */
  readonly answers?: Variables;
  /** true: timers fire before any other action */
  readonly clockFirst?: true;
  /** true: no messages or signals from outside */
  readonly isAlone?: true;
  /** ids of the elements that completed, in order; iterations of a loop as often as they are */
  readonly path: string;
  /** some variables of the instance at its end */
  readonly variables?: Variables;
}
