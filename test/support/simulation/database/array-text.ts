const ELEMENT = /"(?:[^"\\]|\\.)*"|[^,{}]+/gs;

/** The elements of a Postgres array as text: texts, numbers and nulls. */
export function elementsOf(literal: string): (string | number | null)[] {
  const elements: (string | number | null)[] = [];
  for (const [element] of literal.matchAll(ELEMENT)) {
    if (element === 'NULL') elements.push(null);
    else if (element.startsWith('"')) elements.push(element.slice(1, -1).replace(/\\(.)/gs, '$1'));
    else elements.push(Number(element));
  }
  return elements;
}
