import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One file below src/. `path` has forward slashes and starts at src/, for example `engine/decide.ts`. */
export interface SourceFile {
  readonly path: string;
  /** first folder of the path */
  readonly folder: string;
  readonly text: string;
  /** what the file imports, as written */
  readonly imports: readonly string[];
  /** those of them that are there when the code runs; `import type` is not */
  readonly runtimeImports: readonly string[];
}

const SRC = new URL('../../src/', import.meta.url);

/** Every TypeScript file below src/, sorted by path. */
export const SOURCE_FILES: readonly SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.m?tsx?$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(new URL(path, SRC), 'utf8');
    const runtimeImports = importsOf(text.replace(/^(?:import|export) type\b[^;]*;$/gm, ''));
    return { path, folder: path.split('/')[0] ?? '', text, imports: importsOf(text), runtimeImports };
  });

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()'([^'$]+)'/g)].map((match) => match[1] ?? '');
}

/** Path of an imported file, from src/; undefined for packages. */
export function targetOf(file: SourceFile, imported: string): string | undefined {
  return imported.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file.path), imported)) : undefined;
}

/** The package an import names: `@scope/name`, `name` or `node:*`; undefined for our own files. */
export function packageOf(imported: string): string | undefined {
  if (imported.startsWith('.')) return undefined;
  if (imported.startsWith('node:')) return 'node:*';
  const [first = '', second = ''] = imported.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** The text without comments, with the content of strings, templates and regular expressions blanked; lines and columns stay. */
export function codeOf(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g,
    (found) => found.replace(/[^\n]/g, ' '),
  );
}
