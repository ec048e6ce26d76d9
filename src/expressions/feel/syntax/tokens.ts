import { SyntaxProblem } from '../syntax-problem.ts';

/** Word, number, string, backtick name or special character. `text`: as in the source. */
export interface FeelToken {
  readonly kind: 'word' | 'number' | 'string' | 'tick' | 'sign' | 'end';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const START = String.raw`?$A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u167F\u1681-\u180D\u180F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFEFE\uFF00-\uFFFD\u{10000}-\u{EFFFF}`;
const PART = String.raw`${START}0-9\u00B7\u0300-\u036F\u203F-\u2040`;
const BLANK = String.raw`(?:[\s\u0085\u180E\u200B]|//[^\n]*|/\*[\s\S]*?\*/)+`;
/** Groups in order: blanks and comments, word, number, string, backtick name, special character. */
const TOKEN = new RegExp(
  `(${BLANK})|([${START}][${PART.replace('?', '')}]*)|((?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?)|("(?:[^"\\\\]|\\\\[\\s\\S])*")|(\`[^\`]+\`)|(\\.\\.|\\*\\*|<=|>=|!=|->|[\\s\\S])`,
  'uy',
);
const KINDS = ['blank', 'word', 'number', 'string', 'tick', 'sign'] as const;

/** The last one is the end. Throws {@link SyntaxProblem} for an unclosed string or comment. */
export function tokensOf(source: string): readonly FeelToken[] {
  const tokens: FeelToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(source) as RegExpExecArray;
    const at = match.findIndex((group, index) => index > 0 && group !== undefined);
    const kind = KINDS[at - 1] ?? 'sign';
    if (kind === 'blank') continue;
    const text = match[0];
    if (text === '"' || text === '`' || (text === '/' && source[from + 1] === '*')) {
      throw new SyntaxProblem('unexpected end of text', source.length);
    }
    tokens.push({ kind, text, from, to: from + text.length });
  }
  tokens.push({ kind: 'end', text: '', from: source.length, to: source.length });
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', "'": "'", '\\': '\\' };

/** Content of a string; a backslash before other characters is literal. */
export function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([\s\S]))/g, (whole, four, six, sign) => {
    if (sign !== undefined) return ESCAPES[sign as string] ?? whole;
    const code = Number.parseInt((four ?? six) as string, 16);
    return four === undefined ? (code > 0x10ffff ? whole : String.fromCodePoint(code)) : String.fromCharCode(code);
  });
}
