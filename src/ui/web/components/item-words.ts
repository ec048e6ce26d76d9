import type { IterationItem } from '../../../engine/state/iteration-item.ts';
import { texts } from '../texts/texts.ts';

/** `Cleo (2 of 3)`; undefined: not in a loop. */
export function itemWords(item: IterationItem | undefined): string | undefined {
  if (item === undefined) return undefined;
  const { number, total, text } = item;
  const place = texts.shared.iteration(number, total);
  return text === undefined ? place : `${text} (${place})`;
}
