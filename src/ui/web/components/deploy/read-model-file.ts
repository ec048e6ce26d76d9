import { pageTexts } from '../../texts/dialogs.ts';

const DECLARED = /^(\s*<\?xml[^>]*?\bencoding\s*=\s*)(["'])([\w.:-]+)\2/;

/**
 * Decodes by byte order mark (UTF-16), else XML declaration, else as UTF-8. Changes the declaration to UTF-8, the encoding of requests.
 * @throws like {@link decoded}
 */
export async function readModelFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return asUtf8(decoded(bytes, bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'));
  const encoding = DECLARED.exec(new TextDecoder().decode(bytes))?.[3] ?? 'utf-8';
  const text = decoded(bytes, encoding);
  return /^utf-?8$/i.test(encoding) ? text : asUtf8(text);
}

/** @throws if the encoding is unknown, or bytes are illegal in it */
function decoded(bytes: Uint8Array, encoding: string): string {
  const lenient = decoderOf(encoding);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const before = lenient.decode(bytes).split('\uFFFD', 1)[0] as string;
    throw new Error(pageTexts.deploy.illegalBytes(before.split('\n').length, encoding.toUpperCase()));
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new Error(pageTexts.deploy.encoding(encoding));
  }
}

function asUtf8(text: string): string {
  return text.replace(DECLARED, '$1$2UTF-8$2');
}
