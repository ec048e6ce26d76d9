import type { CellTest, DecisionText, DecisionType, NamedTypes } from '../engine/model.ts';
import {
  faultsOf,
  placed,
  type ReadExpression,
  readExpression,
  readGuarded,
  readScript,
  type TextRules,
  type UnreadableText,
} from './deploy.ts';
import {
  analyseFeel,
  freeNames,
  isLiteral,
  isLongName,
  itemsOfTests,
  readFixedTests,
  readTests,
  typeNamesIn,
} from './feel/index.ts';

export { type ComparableTests, type MomentKind, readComparableTests } from './comparable-tests.ts';
export { isLongName };

import { hasGroup, singleGroup } from './lenient/template.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** `isOfUnknownLanguage`: not supported. */
export type ReadDecisionText<Text = DecisionText> =
  | { readonly ok: true; readonly text: Text; readonly warnings?: readonly string[] }
  | (UnreadableText & { readonly isOfUnknownLanguage?: true });

/** `language`: as named in the file, default FEEL. `slot`: name in messages. */
export interface DecisionSlot {
  readonly slot: string;
  readonly language: string | undefined;
  /** rules of languages other than FEEL */
  readonly rules: TextRules;
  /** Values and functions; may contain spaces. */
  readonly names: ReadonlySet<string>;
  /** Type of the file or its imports. */
  typeNamed?(name: string): DecisionType | undefined;
}

/** Name, or URI of any DMN version. */
const FEEL = /(?:^|\/)feel\/?$/i;

/** Checks the complete syntax (docs/contributing/spec/decisions.md#languages). */
export function readDecisionText(text: string, place: DecisionSlot): ReadDecisionText {
  const { slot, language, names } = place;
  const trimmed = text.trim();
  if (!isFeel(language) || isJuel(trimmed)) return readOther(trimmed, place);
  if (isLiteral(trimmed)) return { ok: true, text: literalText(trimmed, slot) };
  return readGuarded(trimmed, (): ReadDecisionText => {
    const [fault] = faultsOf(trimmed, names, longNamesIn(trimmed, names));
    if (fault !== undefined) return placed(trimmed, fault);
    const types = typesNamedIn(trimmed, place);
    return { ok: true, text: { kind: 'expression', slot, dialect: 'feel', text: trimmed, source: trimmed, ...types } };
  });
}

/** True for a FEEL literal that needs no parser. */
export function isPlainValue(text: string): boolean {
  return isLiteral(text.trim());
}

/** True if FEEL needs no parser. */
export function isPlainCell(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === '-' || readFixedTests(trimmed) !== undefined;
}

/** A quoted string becomes a literal without quotes. */
function literalText(text: string, slot: string): DecisionText {
  const isQuoted = text.startsWith('"');
  const source = isQuoted ? text.slice(1, -1) : text;
  return { kind: 'expression', slot, dialect: isQuoted ? 'literal' : 'feel', text, source };
}

/** Unary tests in FEEL, a condition in other languages (docs/contributing/spec/decisions.md#cells). */
export function readCell(text: string, place: DecisionSlot): ReadDecisionText<CellTest> {
  const { slot, language, names } = place;
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '-') return { ok: true, text: { kind: 'any' } };
  if (!isFeel(language) || isJuel(trimmed)) {
    const read = readOther(trimmed, place);
    return read.ok ? { ...read, text: { kind: 'text', text: read.text } } : read;
  }
  return readGuarded(trimmed, (): ReadDecisionText<CellTest> => {
    const long = longNamesIn(trimmed, names);
    const tests = readTests(trimmed, undefined, { variables: long });
    if (tests.kind === 'any') return { ok: true, text: tests };
    if (tests.kind === 'fixed') return { ok: true, text: { ...tests, text: trimmed } };
    const { source } = tests;
    const unknown = analyseFeel(source, { variables: long, functions: names }).unknownFunctions.find(
      ({ name }) => !names.has(name),
    );
    const [fault] = faultsOf(source, names, long);
    // offsets of the generated expression do not match
    if (unknown !== undefined && fault !== undefined)
      return placed(trimmed, { reason: fault.reason, offset: Math.max(0, trimmed.indexOf(unknown.name)) });
    const types = typesNamedIn(source, place);
    return {
      ok: true,
      text: { kind: 'text', text: { kind: 'expression', slot, dialect: 'feel', text: trimmed, source, ...types } },
    };
  });
}

interface LongName {
  readonly name: string;
  readonly squeezed: string;
}
/** Valid while the size of the set is unchanged. */
const longNames = new WeakMap<ReadonlySet<string>, { readonly size: number; readonly names: readonly LongName[] }>();

/** Names with spaces or special characters in the text: fewer make parsing faster. */
function longNamesIn(source: string, names: ReadonlySet<string>): readonly string[] {
  let known = longNames.get(names);
  if (known?.size !== names.size) {
    const long = [...names].filter(isLongName).map((name): LongName => ({ name, squeezed: name.replace(/\s+/g, '') }));
    known = { size: names.size, names: long };
    longNames.set(names, known);
  }
  if (known.names.length === 0) return NO_NAMES;
  const text = source.replace(/\s+/g, '');
  return known.names.filter(({ squeezed }) => text.includes(squeezed)).map(({ name }) => name);
}

const NO_NAMES: readonly string[] = [];

/** FEEL; empty if it cannot be parsed. @param names known names with spaces or special characters */
export function namesReadIn(source: string, names: readonly string[]): readonly string[] {
  try {
    return freeNames(source, names);
  } catch (error) {
    if (error instanceof SyntaxProblem || error instanceof RangeError) return [];
    throw error;
  }
}

/** `"low", "high"` as separate expressions. */
export function readValues(text: string, place: DecisionSlot): ReadDecisionText<readonly DecisionText[]> {
  const trimmed = text.trim();
  const split = readGuarded(trimmed, () => ({
    ok: true as const,
    items: itemsOfTests(trimmed, { variables: longNamesIn(trimmed, place.names) }),
  }));
  if (!split.ok) return split;
  const values: DecisionText[] = [];
  for (const item of split.items) {
    const read = readDecisionText(item, place);
    if (!read.ok) return read;
    values.push(read.text);
  }
  return { ok: true, text: values };
}

/** Types of the file. Leaves out unknown ones: testing them gives null. */
function typesNamedIn(source: string, { names, typeNamed }: DecisionSlot): { readonly types?: NamedTypes } {
  if (typeNamed === undefined) return {};
  const types: Record<string, DecisionType> = {};
  for (const name of typeNamesIn(source, { variables: names })) {
    const type = typeNamed(name);
    if (type !== undefined) types[name] = type;
  }
  return Object.keys(types).length === 0 ? {} : { types };
}

function isFeel(language: string | undefined): boolean {
  return language === undefined || FEEL.test(language);
}

/** `${…}`, in every language. */
function isJuel(text: string): boolean {
  return hasGroup(text) && singleGroup(text) !== undefined;
}

function unlessFaulty(read: ReadExpression): ReadDecisionText {
  return read.ok ? (read.faults[0] ?? { ok: true, text: read.expression, warnings: read.warnings }) : read;
}

/** Other languages than FEEL. JUEL works without `${}`, as in Camunda 7. */
function readOther(text: string, { slot, language, rules }: DecisionSlot): ReadDecisionText {
  if (isFeel(language)) return unlessFaulty(readExpression(text, 'expression', slot, rules));
  const isBare = rules.followsLanguages && language?.trim().toLowerCase() === 'juel' && !hasGroup(text);
  if (isBare) return unlessFaulty(readExpression(text, 'expression', slot, rules, 'juel'));
  const read = readScript(text, language, undefined, rules);
  if (read.ok) return read.faults[0] ?? { ok: true, text: read.script, warnings: read.warnings };
  const { unsupportedFormat, ...unreadable } = read;
  return unsupportedFormat === true ? { ...unreadable, isOfUnknownLanguage: true } : unreadable;
}
