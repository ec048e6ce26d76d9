import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';

/** A file of a corpus. */
export interface CorpusFile {
  /** below the place it was found in */
  readonly name: string;
  readonly text: string;
}

const MODEL = /\.bpmn2?$|\.bpmn20\.xml$|\.bpmn\.xml$/i;
const ARCHIVE = /\.(?:zip|jar)$/i;

/** The models in a file, a folder, or an archive, in the order of their names; each content once. */
export function modelsIn(place: string): CorpusFile[] {
  const byText = new Map<string, CorpusFile>();
  for (const { name, bytes } of filesIn(place)) {
    const text = textOf(bytes);
    if (!byText.has(text)) byText.set(text, { name, text });
  }
  return [...byText.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function* filesIn(place: string): Iterable<{ name: string; bytes: Uint8Array }> {
  if (statSync(place).isDirectory()) {
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && MODEL.test(entry.name)) yield { name: path.slice(place.length + 1), bytes: readFileSync(path) };
    }
  } else if (ARCHIVE.test(place)) {
    const files = unzipSync(readFileSync(place), { filter: ({ name }) => MODEL.test(name) });
    for (const [name, bytes] of Object.entries(files)) yield { name, bytes };
  } else {
    yield { name: basename(place), bytes: readFileSync(place) };
  }
}

/** In the encoding that the file names; UTF-8 without one. */
function textOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
