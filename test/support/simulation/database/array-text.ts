const ELEMENT = /"[^"\\]*(?:\\.[^"\\]*)*"|[^,{}]+/gs;
/** Of most arrays: texts alone, with nothing to be unescaped. */
const isPlain = (literal: string) => literal.startsWith('{"') && !literal.includes('\\') && !literal.includes('NULL');

/** The elements of a Postgres array as text: texts, numbers and nulls. */
export function elementsOf(literal: string): (string | number | null)[] {
  if (isPlain(literal)) return literal.slice(2, -2).split('","');
  const elements: (string | number | null)[] = [];
  for (const [element] of literal.matchAll(ELEMENT)) {
    if (element === 'NULL') elements.push(null);
    else if (element.startsWith('"')) elements.push(element.slice(1, -1).replace(/\\(.)/gs, '$1'));
    else elements.push(Number(element));
  }
  return elements;
}
