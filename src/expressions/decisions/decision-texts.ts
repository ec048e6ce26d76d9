import type { DecisionValue, DecisionValues } from '../../engine/decisions/language.ts';
import type { VariableReader } from '../../engine/evaluator.ts';
import { CompiledCache } from '../compiled-cache.ts';
import { analyseFeel, type FeelAnalysis } from '../feel/analysis.ts';
import { compiledOnce, type FeelSituation } from '../feel/compiled.ts';
import { namesIn } from '../feel/known-names.ts';
import { isLongName } from '../feel/syntax/names.ts';
import { isForbiddenName } from '../limits.ts';

/** A text of a decision with what it reads, ready to be evaluated. */
export interface ReadText {
  readonly analysis: FeelAnalysis;
  readonly values: DecisionValues;
  evaluate(situation: FeelSituation): DecisionValue;
}

const NONE: readonly string[] = [];
const analyses = new CompiledCache<FeelAnalysis>(2000, 4 * 1024 * 1024);

/** What is known about a text, where these names of several words are known. Throws SyntaxProblem. */
export function analysisOf(source: string, names: readonly string[] = NONE): FeelAnalysis {
  return analyses.get(`${source}\n${names.join('\n')}`, () => analyseFeel(source, { variables: names }));
}

/** Reads a text for evaluation over values, which go before variables. Throws SyntaxProblem. */
export function readText(source: string, values: DecisionValues, variables: VariableReader | undefined): ReadText {
  const names = namesMeantIn(source, [...Object.keys(values), ...longNamesOf(variables)]);
  const analysis = analysisOf(source, names);
  const read: Record<string, DecisionValue> = {};
  const add = (name: string) => {
    if (isForbiddenName(name)) return;
    const value: DecisionValue = Object.hasOwn(values, name) ? values[name] : variables?.get(name);
    if (value !== undefined) read[name] = value;
  };
  for (const name of names) add(name);
  for (const name of analysis.names) add(name);
  for (const { name, isMember } of analysis.unknownFunctions) if (!isMember) add(name);
  const known = namesIn(source, read as Parameters<typeof namesIn>[1]);
  const compiled = compiledOnce(source, { variables: names, members: known.members });
  return { analysis, values: read, evaluate: (situation) => compiled.evaluate(read, situation) };
}

function namesMeantIn(source: string, names: readonly string[]): readonly string[] {
  const long = names.filter(isLongName);
  if (long.length === 0) return NONE;
  const squeezed = source.replace(/\s+/g, '');
  return [...new Set(long)].filter((name) => squeezed.includes(name.replace(/\s+/g, ''))).sort();
}

const longNames = new WeakMap<VariableReader, readonly string[]>();

/** Looked for once while decisions are made: a process may have many variables. */
function longNamesOf(variables: VariableReader | undefined): readonly string[] {
  if (variables === undefined) return NONE;
  const before = longNames.get(variables);
  if (before !== undefined) return before;
  const found = Object.keys(variables.all()).filter(isLongName);
  longNames.set(variables, found);
  return found;
}
