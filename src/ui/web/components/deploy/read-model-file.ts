import { pageTexts } from '../../texts/dialogs.ts';

const DECLARED = /^(\s*<\?xml[^>]*?\bencoding\s*=\s*)(["'])([\w.:-]+)\2/;

/** The text of a model file, in the encoding it says it has; the text then says UTF-8, which it will be sent as. */
export async function readModelFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return asUtf8(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes));
  const text = new TextDecoder().decode(bytes);
  const encoding = DECLARED.exec(text)?.[3];
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  try {
    return asUtf8(new TextDecoder(encoding).decode(bytes));
  } catch {
    throw new Error(pageTexts.deploy.encoding(encoding));
  }
}

function asUtf8(text: string): string {
  return text.replace(DECLARED, '$1$2UTF-8$2');
}
