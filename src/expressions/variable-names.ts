import type { ExpressionModel, ScriptModel } from '../engine/model.ts';
import type { VariableReader } from '../engine/values/evaluation.ts';
import { noVariables, type Variables } from '../engine/values.ts';
import { type FeelAnalysis, isForbiddenName } from './feel/index.ts';

/** `reads` may include functions and keywords. */
export interface VariableNames {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** An unclosed one extends to the end of the text: linear search. */
const STRING_OR_COMMENT = /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/g;
const SET_BY_NAME = /\bsetVariable(?:Local)?\s*\(\s*["']([\w$]+)["']/g;
const READ_BY_NAME = /\bgetVariable(?:Local)?\s*\(\s*["']([\w$]+)["']|\b(?:_context|context|variables)\s*\[\s*["']([\w$]+)["']/g;
/** Removed: `_context.x` is `x`. */
const CONTEXT = /\b(?:_context|context|variables)\s*\.\s*(?=[\w$])/g;
const SET_IN_CONTEXT =
  /\b(?:_context|context|variables)\s*\.\s*([\w$]+)(?:\s*\.\s*[\w$]+|\s*\[[^\]]{0,100}\])*\s*(?:\+\+|--|(?:\?\?|[-+*/%])=|=(?![=>~]))/g;
const DECLARED = /\b(?:var|let|const|def|final)\s+([\w$]+)/g;
/** Name without a preceding dot, with optional path and assignment. */
const NAME = /(?<![\w$.])([A-Za-z_$][\w$]*)((?:\s*\.\s*[\w$]+|\s*\[[^\]]{0,100}\])*)\s*(\+\+|--|(?:\?\?|[-+*/%])=|=(?![=>~]))?/g;
const GROUP = /[$#]\{([^}]*)\}?/g;

/** Lexical search; use it for warnings only. Linear in the text. */
export function variableNamesIn(read: ExpressionModel | ScriptModel): VariableNames {
  const { kind, dialect, source } = read;
  const isClosed = read.kind === 'script' && read.storesAssigned === false;
  const reads = new Set<string>();
  const writes = new Set<string>();
  if (dialect === 'literal') return { reads, writes };
  const text = dialect === 'template' ? [...source.matchAll(GROUP)].map(([, group]) => group).join(' ') : source;
  for (const [, name = ''] of text.matchAll(SET_BY_NAME)) writes.add(name);
  for (const [, byCall, byIndex] of text.matchAll(READ_BY_NAME)) reads.add(byCall ?? byIndex ?? '');
  const code = text.replace(STRING_OR_COMMENT, ' ');
  const bare = code.replace(CONTEXT, '');
  const isScript = kind === 'script' && (dialect === 'lenient' || dialect === 'javascript');
  if (isScript) for (const [, name = ''] of code.matchAll(SET_IN_CONTEXT)) writes.add(name);
  const own = new Set([...bare.matchAll(DECLARED)].map(([, name = '']) => name));
  for (const [, name = '', path = '', assignment] of bare.replace(DECLARED, '$1').matchAll(NAME)) {
    if (own.has(name)) continue;
    if (isScript && assignment !== undefined && (!isClosed || path !== '')) writes.add(name);
    if (!isScript || assignment !== '=' || path !== '') reads.add(name);
  }
  return { reads, writes };
}

/** Variables a FEEL text may read; a smaller scope makes parsing faster. */
export function referencedVariables(analysis: FeelAnalysis, variables: VariableReader, source: string): Variables {
  const found = noVariables();
  for (const name of analysis.names) {
    const value = isForbiddenName(name) ? undefined : variables.get(name);
    if (value !== undefined) found[name] = value;
  }
  if (!analysis.mayHaveLongNames) return found;
  const squeezed = source.replace(/\s+/g, '');
  for (const [name, value] of Object.entries(variables.all())) {
    const isLong = /[^\p{L}\p{N}_$]/u.test(name);
    if (isLong && squeezed.includes(name.replace(/\s+/g, ''))) found[name] = value;
  }
  return found;
}

const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TEXT = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s;

/** Single number or quoted string: as a condition neither true nor false. */
export function isLiteralText({ dialect, source }: Pick<ExpressionModel, 'dialect' | 'source'>): boolean {
  if (dialect === 'literal' || dialect === 'template') return false;
  const text = source.trim();
  return NUMBER.test(text) || TEXT.test(text);
}
