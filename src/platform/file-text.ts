const XML = /\.(?:bpmn|dmn|xml)$/i;

/**
 * Decodes XML in the encoding that it declares, other files in UTF-8.
 * @throws if bytes are illegal in the encoding; the message contains the line
 */
export function textOfFile(name: string, bytes: Uint8Array): string {
  return XML.test(name) ? decodeXml(bytes) : decoded(bytes, 'utf-8');
}

/** Bytes in which the XML declaration is searched. */
const DECLARATION_LENGTH = 200;

/**
 * Decodes in the encoding of the byte order mark, else of the XML declaration, else (also if that is unknown) UTF-8.
 * @throws as {@link textOfFile}
 */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_LENGTH));
  const [, name = 'utf-8'] = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  return decoded(bytes, isKnown(name) ? name : 'utf-8');
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const before = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)[0] as string;
    const line = before.split('\n').length;
    throw new Error(
      `line ${line} has bytes that are not ${encoding.toUpperCase()}. Save the file in the encoding that it declares.`,
    );
  }
}

function isKnown(name: string): boolean {
  // a declaration that is readable as ASCII proves that the file is not in a two-byte encoding
  if (/^utf-?16|^ucs|^utf-?32/i.test(name)) return false;
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}
