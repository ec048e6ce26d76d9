/** A semicolon, or the start of a part in which it does not end a statement. Block comments can be nested. */
const PART = /--[^\n]*|\/\*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$((?:[A-Za-z_]\w*)?)\$|;/g;
const COMMENT_MARK = /\/\*|\*\//g;

/**
 * Some databases reject a message with several statements. Drops the semicolons; a comment belongs to the statement after it. Does not support strings with
 * backslash escapes (`E'\''`) and function bodies without quotes (`begin atomic`).
 */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let [begin, hasCode] = [0, false];
  const add = (end: number) => {
    if (hasCode) statements.push(text.slice(begin, end).trim());
    [begin, hasCode] = [end + 1, false];
  };
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    const start = part?.index ?? text.length;
    hasCode ||= text.slice(at, start).trim() !== '';
    if (part === null) break;
    const [sign, tag] = part;
    if (sign === ';') add(start);
    else if (!isComment(sign)) hasCode = true;
    at = tag !== undefined ? endOfQuote(text, sign, PART.lastIndex) : sign === '/*' ? endOfComment(text, start) : PART.lastIndex;
  }
  add(text.length);
  return statements;
}

function isComment(sign: string): boolean {
  return sign.startsWith('--') || sign === '/*';
}

function endOfQuote(text: string, quote: string, from: number): number {
  const end = text.indexOf(quote, from);
  return end === -1 ? text.length : end + quote.length;
}

function endOfComment(text: string, from: number): number {
  let depth = 0;
  COMMENT_MARK.lastIndex = from;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
  return text.length;
}
