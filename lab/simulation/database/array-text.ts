const ELEMENT = /"[^"\\]*(?:\\.[^"\\]*)*"|[^,{}]+/gs;
/** Of most arrays: texts alone, with nothing to be unescaped. */
const isPlain = (literal: string) => literal.startsWith('{"') && !literal.includes('\\') && !literal.includes('NULL');

type Element = string | number | boolean | Date | null;
type Reader = (bytes: Buffer) => Element;

const int64 = (bytes: Buffer) => Number(bytes.readBigInt64BE(0));
/** By the number of the type. */
const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [16, (bytes) => bytes[0] === 1],
  [20, int64],
  [23, (bytes) => bytes.readInt32BE(0)],
  [1184, (bytes) => new Date(int64(bytes) / 1000 + Date.UTC(2000, 0, 1))],
  [2950, (bytes) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
]);

/** The elements of a Postgres array in the form in which it is sent: as text, or binary. */
export function elementsOf(sent: string | Buffer): Element[] {
  return typeof sent === 'string' ? elementsOfText(sent) : elementsOfBinary(sent);
}

function elementsOfBinary(bytes: Buffer): Element[] {
  if (bytes.readInt32BE(0) === 0) return [];
  const read = READERS.get(bytes.readInt32BE(8)) ?? ((text) => text.toString('utf8'));
  const elements: Element[] = [];
  for (let at = 20; at < bytes.length; ) {
    const size = bytes.readInt32BE(at);
    at += 4;
    elements.push(size < 0 ? null : read(bytes.subarray(at, at + size)));
    at += Math.max(0, size);
  }
  return elements;
}

/** Texts, numbers and nulls. */
function elementsOfText(literal: string): Element[] {
  if (isPlain(literal)) return literal.slice(2, -2).split('","');
  const elements: Element[] = [];
  for (const [element] of literal.matchAll(ELEMENT)) {
    if (element === 'NULL') elements.push(null);
    else if (element.startsWith('"')) elements.push(element.slice(1, -1).replace(/\\(.)/gs, '$1'));
    else elements.push(Number(element));
  }
  return elements;
}
