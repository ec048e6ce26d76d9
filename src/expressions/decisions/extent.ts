import type { DecisionLogic, DecisionModel, DecisionText } from '../../engine/model.ts';
import { type FeelAnalysis, isLiteral, isLongName } from '../feel/index.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { analysisOf } from './decision-texts.ts';

/** Cost estimate. */
export interface DecisionExtent {
  /** Cheap texts only, and nothing is evaluated per item of a list. */
  readonly isCheap: boolean;
  /** Languages other than FEEL. */
  readonly hasForeign: boolean;
  /** Draws GUIDs from the sequence of the command. */
  readonly needsRandom: boolean;
}

const known = new WeakMap<object, DecisionExtent>();

/** Cached per model. */
export function extentOf(decisions: Readonly<Record<string, DecisionModel>>): DecisionExtent {
  const before = known.get(decisions);
  if (before !== undefined) return before;
  const found = measured(decisions);
  known.set(decisions, found);
  return found;
}

function measured(decisions: Readonly<Record<string, DecisionModel>>): DecisionExtent {
  const names = longNamesIn(decisions);
  let [isCheap, hasForeign, needsRandom] = [true, false, false];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const part = value as { readonly kind?: (DecisionLogic | DecisionText)['kind'] };
    if (part.kind === 'for' || part.kind === 'filter' || part.kind === 'quantified') isCheap = false;
    if (part.kind === 'script' || part.kind === 'expression') {
      const text = part as DecisionText;
      if (text.dialect === 'feel') {
        if (isLiteral(text.source)) return; // most cells of a large table
        const analysis = analysedWith(text.source, names);
        isCheap &&= analysis?.isCheap === true;
        needsRandom ||= analysis?.needsRandom === true;
      } else if (text.dialect !== 'literal') hasForeign = true;
      return;
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(decisions);
  return { isCheap, hasForeign, needsRandom };
}

/** Returns undefined if the text can only be parsed with names from run time. */
function analysedWith(source: string, names: readonly string[]): FeelAnalysis | undefined {
  const squeezed = source.replace(/\s+/g, '');
  const meant = names.filter((name) => squeezed.includes(name.replace(/\s+/g, '')));
  try {
    return analysisOf(source, meant);
  } catch (error) {
    if (error instanceof SyntaxProblem) return undefined;
    throw error;
  }
}

/** Cells without names: a large table has many. */
const NAMELESS: ReadonlySet<unknown> = new Set(['any', 'fixed', 'expression']);

const NAMES: ReadonlySet<string> = new Set(['name', 'names', 'variable', 'group']);

/** Names with spaces or special characters. */
function longNamesIn(decisions: object): readonly string[] {
  const found = new Set<string>();
  const visit = (part: object): void => {
    if ('kind' in part && NAMELESS.has(part.kind) && !('types' in part)) return;
    for (const [key, member] of Object.entries(part)) {
      if (typeof member === 'object' && member !== null) visit(member as object);
      const given: readonly unknown[] = NAMES.has(key) ? [member].flat() : [];
      for (const name of given) if (typeof name === 'string' && isLongName(name)) found.add(name);
    }
  };
  visit(decisions);
  return [...found].sort();
}
