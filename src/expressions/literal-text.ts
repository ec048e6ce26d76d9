import type { ExpressionModel } from '../engine/model.ts';

const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TEXT = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s;

/** True for an expression that is one number or one text in quotation marks: as a condition it can be neither true nor false. */
export function isLiteralText({ dialect, source }: Pick<ExpressionModel, 'dialect' | 'source'>): boolean {
  if (dialect === 'literal' || dialect === 'template') return false;
  const text = source.trim();
  return NUMBER.test(text) || TEXT.test(text);
}
