import type { ExpressionModel } from '../../engine/model.ts';
import type { NamedLanguage } from '../../expressions/deploy.ts';
import { isLiteralText } from '../../expressions/variable-names.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';

/** `own`: the lenient default. */
type ExpressionLanguage = 'feel' | NamedLanguage | 'own' | 'unsupported';

/** Names and URIs used by modelers, most specific first (docs/contributing/spec/expressions.md#language-of-a-condition). */
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

/** A leading `=` or `${` overrides the language of the element. That of `definitions` counts only for FEEL: many modelers write it without intent. */
export function readCondition(owner: XmlElement, written: XmlElement, slot: string, context: ReadContext): ExpressionModel {
  const text = written.text.trim();
  const condition = readInLanguage(owner, written, 'expression', slot, context);
  if (isLiteralText(condition))
    context.refuse(findingAt(owner, `${slot} '${quote(text)}' is a number or text, and a condition must give true or false`));
  return condition;
}

/** Reads an expression or template if the element names no language. */
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

/** Returns undefined for a leading `=` or `${`, for FEEL and for the lenient default. */
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
  if (name === undefined) {
    refusePython(owner, written, text, context);
    return text;
  }
  if (language === 'unsupported') {
    context.refuse(findingAt(owner, `${languageElement(written)} language '${quote(name)}' is not supported`));
  } else if (language === undefined) {
    const what = `${languageElement(written)} language '${quote(name)}' is not known; the text was read as lenient`;
    context.warn(warningAt(owner, context.process.key, { event: 'attribute-ignored', name: 'language', text: what }));
  }
  // a statement in Java and MVEL; JavaScript accepts it unchanged
  if (named === 'javascript') return text;
  const expression = text.replace(/^return\s+/, '');
  return expression.endsWith(';') ? expression.slice(0, -1).trimEnd() : expression;
}

/** SpiffWorkflow writes Python: read where the meaning is the same, so without division. */
function refusePython(owner: XmlElement, written: XmlElement, text: string, context: ReadContext): void {
  if (!context.document.dialect.isPython || !/[/%]/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))) return;
  context.refuse(findingAt(owner, `${languageElement(written)} '${quote(text)}' divides as in Python, which is not supported`));
}

function languageOf(name: string): ExpressionLanguage | undefined {
  return LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
}

/** Name in messages. */
function languageElement({ local }: XmlElement): string {
  if (local === 'from') return 'assignment';
  return local === 'transformation' ? local : 'condition';
}
