/** Characters of an XML declaration that are looked through for its encoding. */
const DECLARATION_LENGTH = 200;

/**
 * The text of an XML file: in the encoding of its byte order mark, else in that of its XML declaration, else in UTF-8.
 * An encoding that is not known is read as UTF-8.
 */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_LENGTH));
  const [, name = 'utf-8'] = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  return new TextDecoder(isKnown(name) ? name : 'utf-8').decode(bytes);
}

function isKnown(name: string): boolean {
  // bytes that are read as ASCII up to here cannot be of two bytes each, whatever the declaration says
  if (/^utf-?16|^ucs|^utf-?32/i.test(name)) return false;
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}
