import type { ExpressionModel, ScriptModel } from '../../src/engine/model.ts';
import { readExpression, readScript } from '../../src/expressions/deploy.ts';
import { createEvaluator } from '../../src/expressions/evaluator.ts';

/** The evaluator every engine test uses: the one of the service. A machine that pauses for seconds must not end a script. */
export const evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1 << 20 });

/** A flow condition (E slot). */
export function conditionOf(text: string): ExpressionModel {
  return expressionOf(text, 'condition');
}

/** A text of an E slot, for example a correlation key. */
export function expressionOf(text: string, slot: string): ExpressionModel {
  return textOf(text, 'expression', slot);
}

/** A text of a T slot, for example an assignee or an error code. */
export function templateOf(text: string, slot: string): ExpressionModel {
  return textOf(text, 'template', slot);
}

function textOf(text: string, kind: 'expression' | 'template', slot: string): ExpressionModel {
  const read = readExpression(text, kind, slot);
  if (!read.ok) throw new Error(`${slot} '${text}': ${read.reason}`);
  return read.expression;
}

/** A script of the default format: lenient statements. */
export function scriptOf(source: string): ScriptModel {
  const read = readScript(source, undefined, undefined);
  if (!read.ok) throw new Error(`script '${source}': ${read.reason}`);
  return read.script;
}

/** `name=value` pairs, blanks between them. */
export function wordsOf(text: string): Record<string, string> {
  const words: Record<string, string> = {};
  for (const word of text.split(/\s+/)) {
    const at = word.indexOf('=');
    if (at > 0) words[word.slice(0, at)] = word.slice(at + 1);
  }
  return words;
}

export function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}
