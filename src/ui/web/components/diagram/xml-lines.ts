/** A comment, a block of text, an instruction, a declaration, an end tag; or, in the group, a start tag. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/[^>]*>|(<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)/g;

/** Lines, from 1, of the elements and of the comments of a well-formed document, each in the order of the document. */
export interface XmlLines {
  readonly elements: readonly number[];
  readonly comments: readonly number[];
}

/** Lines of the elements and comments of a document, which XML parsers do not report. */
export function linesOf(xml: string): XmlLines {
  const elements: number[] = [];
  const comments: number[] = [];
  let [line, counted] = [1, 0];
  for (const { 0: text, 1: tag, index } of xml.matchAll(MARKUP)) {
    for (; counted < index; counted += 1) if (xml.charCodeAt(counted) === 10) line += 1;
    if (tag !== undefined) elements.push(line);
    else if (text.startsWith('<!--')) comments.push(line);
  }
  return { elements, comments };
}
