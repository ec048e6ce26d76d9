import type { TextLanguage } from '../../engine/model/model-texts.ts';
import { cutText } from '../../engine/values/cut-text.ts';
import { isPlainText } from './juel-operations.ts';
import { type Expr, expressionsIn, type TextTree } from './syntax.ts';

/** Characters of a text in a message. */
const MAX_SHOWN = 40;

/** Distinct literals in JUEL additions that are not numeric: they always fail. */
export function operandFaultsIn(text: TextTree, language: TextLanguage | undefined): readonly string[] {
  return language === 'juel' ? foundIn(text, faultOfSum) : [];
}

/** Distinct comparisons that Java does by identity and Sluice by content. */
export function comparedTextsIn(text: TextTree, language: TextLanguage | undefined): readonly string[] {
  return language === 'java' ? foundIn(text, faultOfIdentity) : [];
}

function foundIn(text: TextTree, look: (chain: Chain) => string | undefined): readonly string[] {
  const faults = new Set<string>();
  for (const expr of expressionsIn(text)) {
    if (expr.kind !== 'chain') continue;
    const fault = look(expr);
    if (fault !== undefined) faults.add(fault);
  }
  return [...faults];
}

type Chain = Extract<Expr, { kind: 'chain' }>;

function faultOfSum({ first, rest }: Chain): string | undefined {
  if (!rest.some(({ operator }) => operator === '+')) return undefined;
  const wrong = [first, ...rest.map(({ right }) => right)].map(textIn).find((text) => text !== undefined && isPlainText(text));
  if (wrong === undefined) return undefined;
  return `'+' adds numbers here, and the text '${cutText(wrong, MAX_SHOWN)}' is not a number; write texts outside of the group`;
}

function faultOfIdentity({ first, rest }: Chain): string | undefined {
  const compared = rest.find(({ operator }) => operator === '==' || operator === '!=');
  const text = compared === undefined ? undefined : (textIn(first) ?? textIn(compared.right));
  if (text === undefined) return undefined;
  return `'${compared?.operator}' compares texts by content, Java by identity; use equals("${cutText(text, MAX_SHOWN)}")`;
}

function textIn(expr: Expr | undefined): string | undefined {
  return expr?.kind === 'literal' && typeof expr.value === 'string' ? expr.value : undefined;
}
