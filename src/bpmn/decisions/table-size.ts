import { isPlainCell, isPlainValue } from '../../expressions/deploy-decisions.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { partsOf, textIn } from './dmn-xml.ts';

/** Expressions and cells per file. */
export const MAX_TEXTS = 100_000;
/** Expressions and cells that are parsed. */
export const MAX_PARSED = 20_000;

/** First excess of a file. */
export interface Excess {
  readonly xml: XmlElement;
  readonly text: string;
}

/** Checks before anything is parsed. Counts only rules of tables: other texts are counted when they are read. */
export function excessIn(definitions: XmlElement): Excess | undefined {
  const counts = { texts: 0, parsed: 0 };
  for (const decision of partsOf(definitions, 'decision')) {
    const excess = excessOf(decision, counts);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function excessOf(xml: XmlElement, counts: { texts: number; parsed: number }): Excess | undefined {
  if (xml.local === 'inputEntry' || xml.local === 'outputEntry') {
    const text = textIn(xml);
    if (xml.local === 'inputEntry') {
      counts.texts += 1;
      if (!isPlainCell(text)) counts.parsed += 1;
    } else if (isPlainValue(text)) counts.texts += 1;
    else if (text !== '') counts.parsed += 1;
    return excessAt(xml, counts.texts, counts.parsed);
  }
  for (const child of xml.children) {
    const excess = excessOf(child, counts);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** @param texts, parsed: counts with this element */
export function excessAt(xml: XmlElement, texts: number, parsed: number): Excess | undefined {
  if (parsed > MAX_PARSED) return { xml, text: `the file has more than ${MAX_PARSED} texts to parse` };
  return texts > MAX_TEXTS ? { xml, text: `the file has more than ${MAX_TEXTS} cells` } : undefined;
}
