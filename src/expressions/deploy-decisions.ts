import type { CellTest, DecisionText } from '../engine/model.ts';
import { faultsOf, placed, type ReadExpression, readExpression, readGuarded, readScript, type UnreadableText } from './deploy.ts';
import { analyseFeel } from './feel/analysis.ts';
import { isLiteral } from './feel/fixed-tests.ts';
import { itemsOfTests, readTests } from './feel/unary-tests.ts';

export { type ComparableTests, type MomentKind, readComparableTests } from './comparable-tests.ts';

import { hasGroup, singleGroup } from './lenient/template.ts';

/** A text of a decision, or why there is none. `isOfUnknownLanguage`: nothing here reads it. */
export type ReadDecisionText<Text = DecisionText> =
  | { readonly ok: true; readonly text: Text }
  | (UnreadableText & { readonly isOfUnknownLanguage?: true });

/** Where a text of a decision stands. `language`: as the file names it; absent: FEEL. `slot`: the name it carries into failure messages. */
export interface DecisionSlot {
  readonly slot: string;
  readonly language: string | undefined;
  /** names of values, which may be functions and have several words */
  readonly names: ReadonlySet<string>;
}

/** Its own name, and the URIs of all versions of DMN. */
const FEEL = /(?:^|\/)feel\/?$/i;

/** Reads an expression of a decision and checks its syntax in full (docs/spec/decisions.md#languages). */
export function readDecisionText(text: string, { slot, language, names }: DecisionSlot): ReadDecisionText {
  const trimmed = text.trim();
  if (!isFeel(language)) return readInLanguage(trimmed, language);
  if (isJuel(trimmed)) return unlessFaulty(readExpression(trimmed, 'expression', slot));
  if (isLiteral(trimmed)) return { ok: true, text: literalText(trimmed, slot) };
  return readGuarded(trimmed, (): ReadDecisionText => {
    const [fault] = faultsOf(trimmed, names);
    if (fault !== undefined) return placed(trimmed, fault);
    return { ok: true, text: { kind: 'expression', slot, dialect: 'feel', text: trimmed, source: trimmed } };
  });
}

/** Whether a text of FEEL is read without a parser. */
export function isPlainValue(text: string): boolean {
  return isLiteral(text.trim());
}

/** A quoted text is the text itself. */
function literalText(text: string, slot: string): DecisionText {
  const isQuoted = text.startsWith('"');
  const source = isQuoted ? text.slice(1, -1) : text;
  return { kind: 'expression', slot, dialect: isQuoted ? 'literal' : 'feel', text, source };
}

/** Reads the tests of a cell: unary tests of FEEL, or in another language a condition (docs/spec/decisions.md#cells). */
export function readCell(text: string, { slot, language, names }: DecisionSlot): ReadDecisionText<CellTest> {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '-') return { ok: true, text: { kind: 'any' } };
  if (!isFeel(language) || isJuel(trimmed)) {
    const read = isFeel(language) ? unlessFaulty(readExpression(trimmed, 'expression', slot)) : readInLanguage(trimmed, language);
    return read.ok ? { ok: true, text: { kind: 'text', text: read.text } } : read;
  }
  return readGuarded(trimmed, (): ReadDecisionText<CellTest> => {
    const tests = readTests(trimmed, undefined, { variables: names });
    if (tests.kind === 'any') return { ok: true, text: tests };
    if (tests.kind === 'fixed') return { ok: true, text: { ...tests, text: trimmed } };
    const { source } = tests;
    const unknown = analyseFeel(source, { variables: names, functions: names }).unknownFunctions.find(
      ({ name }) => !names.has(name),
    );
    const [fault] = faultsOf(source, names);
    // the expression is longer than the text it was made of
    if (unknown !== undefined && fault !== undefined)
      return placed(trimmed, { reason: fault.reason, offset: Math.max(0, trimmed.indexOf(unknown.name)) });
    return { ok: true, text: { kind: 'text', text: { kind: 'expression', slot, dialect: 'feel', text: trimmed, source } } };
  });
}

/** The values of a list of FEEL values, each as a text of its own: `"low", "high"`. */
export function readValues(text: string, place: DecisionSlot): ReadDecisionText<readonly DecisionText[]> {
  const trimmed = text.trim();
  const split = readGuarded(trimmed, () => ({ ok: true as const, items: itemsOfTests(trimmed, { variables: place.names }) }));
  if (!split.ok) return split;
  const values: DecisionText[] = [];
  for (const item of split.items) {
    const read = readDecisionText(item, place);
    if (!read.ok) return read;
    values.push(read.text);
  }
  return { ok: true, text: values };
}

function isFeel(language: string | undefined): boolean {
  return language === undefined || FEEL.test(language);
}

/** As everywhere, `${…}` is JUEL wherever it stands. */
function isJuel(text: string): boolean {
  return hasGroup(text) && singleGroup(text) !== undefined;
}

function unlessFaulty(read: ReadExpression): ReadDecisionText {
  return read.ok ? (read.faults[0] ?? { ok: true, text: read.expression }) : read;
}

function readInLanguage(text: string, language: string | undefined): ReadDecisionText {
  const read = readScript(text, language, undefined);
  if (read.ok) return read.faults[0] ?? { ok: true, text: read.script };
  const { unsupportedFormat, ...unreadable } = read;
  return unsupportedFormat === true ? { ...unreadable, isOfUnknownLanguage: true } : unreadable;
}
