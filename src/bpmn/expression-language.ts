import type { ExpressionModel } from '../engine/model.ts';
import type { NamedLanguage } from '../expressions/deploy.ts';
import { isLiteralText } from '../expressions/literal-text.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { findingAt, quote } from './finding.ts';
import { warningAt } from './warning.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

/** What a language means here: FEEL, one with rules of its own, one whose expressions have the own rules, or one that is not read. */
type ExpressionLanguage = 'feel' | NamedLanguage | 'own' | 'unsupported';

/** Names and URIs that modelers write, the more special ones first (docs/contributing/spec/expressions.md#language-of-a-condition). */
const LANGUAGES: readonly (readonly [name: RegExp, language: ExpressionLanguage])[] = [
  [/\bfeel\b/i, 'feel'],
  [/xpath|xquery|python|drools\/rule|\bdrl\b/i, 'unsupported'],
  [/javascript|ecmascript|^js$/i, 'javascript'],
  [/groovy/i, 'groovy'],
  [/mvel/i, 'mvel'],
  [/juel|\buel\b|jsr|^el$/i, 'juel'],
  [/java/i, 'java'],
  [/c#|csharp|lenient/i, 'own'],
];

/**
 * Reads a condition in the language that its element names. A text that begins with `=` or is one group says itself what it is, and what `definitions` names
 * counts only for FEEL: many modelers write a default there that nobody meant.
 */
export function readCondition(owner: XmlElement, written: XmlElement, slot: string, context: ReadContext): ExpressionModel {
  const text = written.text.trim();
  const condition = readInLanguage(owner, written, 'expression', slot, context);
  if (isLiteralText(condition))
    context.refuse(findingAt(owner, `${slot} '${quote(text)}' is a number or text, and a condition must give true or false`));
  return condition;
}

/** Reads the text of an element in the language that it names; without one as the kind of its slot says. */
export function readInLanguage(
  owner: XmlElement,
  written: XmlElement,
  kind: 'expression' | 'template',
  slot: string,
  context: ReadContext,
): ExpressionModel {
  const text = written.text.trim();
  const isNamed = attributeOf(written, 'language') !== undefined;
  if (kind === 'template' && !isNamed) return context.expression(owner, text, kind, slot);
  const named = context.texts.followsLanguages && isNamed ? namedLanguageOf(written, text) : undefined;
  return context.expression(owner, inLanguage(owner, written, text, context, named), 'expression', slot, named);
}

/** The language whose rules the text follows; undefined where the text says itself what it is, and for FEEL and the own rules. */
function namedLanguageOf(written: XmlElement, text: string): NamedLanguage | undefined {
  if (/^(?:=|[$#]\{)/.test(text)) return undefined;
  const language = languageOf(attributeOf(written, 'language') ?? '');
  return language === 'feel' || language === 'own' || language === 'unsupported' ? undefined : language;
}

function inLanguage(
  owner: XmlElement,
  written: XmlElement,
  text: string,
  context: ReadContext,
  named: NamedLanguage | undefined,
): string {
  if (/^(?:=|[$#]\{)/.test(text)) return text;
  const name = attributeOf(written, 'language');
  const language = languageOf(name ?? attributeOf(context.document.xml, 'expressionLanguage') ?? '');
  if (language === 'feel') return `= ${text}`;
  if (name === undefined) return text;
  if (language === 'unsupported') {
    context.refuse(findingAt(owner, `${whatOf(written)} language '${quote(name)}' is not supported`));
  } else if (language === undefined) {
    const what = `${whatOf(written)} language '${quote(name)}' is not known; the text was read as lenient`;
    context.warn(warningAt(owner, context.process.key, { event: 'attribute-ignored', name: 'language', text: what }));
  }
  // Java and MVEL write a statement; JavaScript is read as it is written first
  if (named === 'javascript') return text;
  return text.replace(/^return\s+/, '').replace(/\s*;$/, '');
}

function languageOf(name: string): ExpressionLanguage | undefined {
  return LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
}

/** `condition`, `transformation` or `assignment`. */
function whatOf({ local }: XmlElement): string {
  if (local === 'from') return 'assignment';
  return local === 'transformation' ? local : 'condition';
}
