import { SyntaxProblem } from '../syntax-problem.ts';
import type { GroupCloses } from './group-closes.ts';
import type { TextPart } from './template.ts';

/** `isPlainToo`: other languages have such strings without groups, so invalid groups are literal text. */
export interface TextStyle {
  readonly open: string;
  readonly close: string;
  readonly group: string;
  readonly isMultiline: boolean;
  readonly isPlainToo: boolean;
}

/** Groovy `"…${x}…"`, JavaScript template literal, C# `$"…{x}…"`. */
const STYLES: readonly TextStyle[] = [
  { open: '"', close: '"', group: '${', isMultiline: false, isPlainToo: true },
  { open: '`', close: '`', group: '${', isMultiline: true, isPlainToo: false },
  { open: '$"', close: '"', group: '{', isMultiline: false, isPlainToo: false },
];

type ReadEscape = (source: string, start: number) => { readonly text: string; readonly end: number };

export function textStyleAt(source: string, start: number): TextStyle | undefined {
  return STYLES.find((style) => source.startsWith(style.open, start));
}

/** Returns also the offset after the string. Throws {@link SyntaxProblem} if unclosed. */
export function readTextWithGroups(
  source: string,
  start: number,
  style: TextStyle,
  readEscape: ReadEscape,
  closes: GroupCloses,
): { readonly parts: readonly TextPart[]; readonly end: number } {
  const parts: TextPart[] = [];
  let text = '';
  let offset = start + style.open.length;
  /** False after an unclosed group: no part is scanned twice. */
  let mayHaveGroups = true;
  const keepText = () => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  while (!source.startsWith(style.close, offset)) {
    const char = source[offset];
    if (char === undefined || (!style.isMultiline && (char === '\n' || char === '\r'))) {
      throw new SyntaxProblem('string is not closed', start);
    }
    if (char === '\\') {
      const escaped = readEscape(source, offset);
      text += escaped.text;
      offset = escaped.end;
    } else if (isDoubledBrace(source, offset, style)) {
      text += char;
      offset += 2;
    } else if (mayHaveGroups && source.startsWith(style.group, offset)) {
      const inside = offset + style.group.length;
      const end = closes.closeOf(inside, style.isMultiline);
      if (end === undefined && !style.isPlainToo) throw new SyntaxProblem("'}' expected but the text ends", offset);
      if (end !== undefined) {
        keepText();
        parts.push({ kind: 'group', source: source.slice(inside, end - 1), offset: inside });
      } else text += style.group;
      mayHaveGroups = end !== undefined;
      offset = end ?? inside;
    } else {
      text += char;
      offset++;
    }
  }
  keepText();
  return { parts, end: offset + style.close.length };
}

/** C# escapes a brace by doubling it. */
function isDoubledBrace(source: string, offset: number, style: TextStyle): boolean {
  return style.group === '{' && (source.startsWith('{{', offset) || source.startsWith('}}', offset));
}

/** Name after `$` in a string; also matches escapes and groups, which stay unchanged. */
const DOLLAR_NAME = /\\.|\$\{[^}\n]*\}?|\$([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/g;

/** Braces of Groovy groups: `"$x"` becomes `"${x}"`. `texts`: double-quoted strings, in order. */
export function withBraces(source: string, texts: readonly { readonly start: number; readonly end: number }[]): string {
  let made = '';
  let offset = 0;
  for (const { start, end } of texts) {
    const text = source.slice(start, end).replace(DOLLAR_NAME, (found, name) => (name === undefined ? found : `\${${name}}`));
    made += source.slice(offset, start) + text;
    offset = end;
  }
  return made + source.slice(offset);
}
