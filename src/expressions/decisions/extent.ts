import type { DecisionLogic, DecisionModel, DecisionText } from '../../engine/model.ts';
import { analysisOf } from './feel-language.ts';

/** What is known about some decisions without making them. */
export interface DecisionExtent {
  /** no text of them takes long, and nothing is done once for each item of a list */
  readonly isCheap: boolean;
  /** they have texts of other languages than FEEL */
  readonly hasForeign: boolean;
  /** a text draws from the command's sequence of GUIDs */
  readonly needsChance: boolean;
}

const known = new WeakMap<object, DecisionExtent>();

/** Read once for each model. */
export function extentOf(decisions: Readonly<Record<string, DecisionModel>>): DecisionExtent {
  const before = known.get(decisions);
  if (before !== undefined) return before;
  const found = measured(decisions);
  known.set(decisions, found);
  return found;
}

function measured(decisions: Readonly<Record<string, DecisionModel>>): DecisionExtent {
  let [isCheap, hasForeign, needsChance] = [true, false, false];
  const see = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) see(item);
      return;
    }
    const part = value as { readonly kind?: (DecisionLogic | DecisionText)['kind'] };
    if (part.kind === 'for' || part.kind === 'filter' || part.kind === 'quantified') isCheap = false;
    if (part.kind === 'script' || part.kind === 'expression') {
      const text = part as DecisionText;
      if (text.dialect === 'feel') {
        const analysis = analysisOf(text.source);
        isCheap &&= analysis.isCheap;
        needsChance ||= analysis.needsChance;
      } else if (text.dialect !== 'literal') hasForeign = true;
      return;
    }
    for (const member of Object.values(value)) see(member);
  };
  see(decisions);
  return { isCheap, hasForeign, needsChance };
}
