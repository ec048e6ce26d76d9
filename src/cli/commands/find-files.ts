import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { VerbRefusal } from '../arguments.ts';

/** A file as it is sent. `name`: from its folder on, with slashes. */
export interface FoundFile {
  readonly name: string;
  readonly content: string;
}

export const MODEL = /\.(?:bpmn|bpmn20\.xml)$/i;

const TAKEN = /\.(?:bpmn|bpmn20\.xml|dmn|form|html|js|groovy|feel)$/i;

const XML = /\.(?:bpmn|dmn|xml)$/i;

/** Folders that are never searched. */
const SKIPPED = /^(?:\..*|node_modules)$/;

/** Most files that are read: a deploy takes 51, and a home folder is not meant. */
const MAX_FILES = 200;

/** A fault of the given paths; the text is for users. */
export class WrongFiles extends VerbRefusal {
  constructor(message: string) {
    super(message, 2);
  }
}

/** The files of folders and the files that are named, in the order of their names; of folders only those that a deploy takes. Throws {@link WrongFiles}. */
export async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    try {
      const isFolder = (await stat(path)).isDirectory();
      const names = isFolder ? await namesIn(path, '') : [basename(path)];
      for (const name of names) found.push({ name, content: await contentOf(isFolder ? join(path, name) : path) });
    } catch (error) {
      if (error instanceof WrongFiles) throw error;
      throw new WrongFiles(`${path}: ${(error as Error).message}`);
    }
    if (found.length > MAX_FILES) throw new WrongFiles(`more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return found;
}

async function namesIn(folder: string, below: string): Promise<string[]> {
  const names: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) names.push(...(await namesIn(folder, name)));
    else if (entry.isFile() && TAKEN.test(entry.name)) names.push(name);
    if (names.length > MAX_FILES) throw new WrongFiles(`${folder} has more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return names;
}

async function contentOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return XML.test(path) ? decodeXml(bytes) : decoded(bytes, 'utf-8');
  } catch (error) {
    throw new WrongFiles(`${path}: ${(error as Error).message}`);
  }
}

/** Characters of an XML declaration that are searched for its encoding. */
const DECLARATION_LENGTH = 200;

/**
 * The text of an XML file: in the encoding of its byte order mark, else in that of its XML declaration, else in UTF-8.
 * An encoding that is not known is read as UTF-8.
 * @throws if bytes are illegal in the encoding; the message names the line
 */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_LENGTH));
  const [, name = 'utf-8'] = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  return decoded(bytes, isKnown(name) ? name : 'utf-8');
}

/** @throws as {@link decodeXml} does */
export function decoded(bytes: Uint8Array, encoding: string): string {
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
