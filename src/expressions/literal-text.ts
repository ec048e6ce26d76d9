import type { ExpressionModel } from '../engine/model.ts';

const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TEXT = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s;

/** True for a single number or quoted string: as a condition it is neither true nor false. */
export function isLiteralText({ dialect, source }: Pick<ExpressionModel, 'dialect' | 'source'>): boolean {
  if (dialect === 'literal' || dialect === 'template') return false;
  const text = source.trim();
  return NUMBER.test(text) || TEXT.test(text);
}
