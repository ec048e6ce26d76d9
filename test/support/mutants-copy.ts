import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EngineUnderTest } from './given-when-then-driver.ts';
import type { Mutant } from './mutants.ts';

const SOURCES = fileURLToPath(new URL('../../src/engine/', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../dist/engine/', import.meta.url));

/**
 * Copies the compiled engine into `folder`, puts the patched source of the mutant's file in the place of what was compiled from it, and loads the
 * copy. Only that one file is left to compile: with some hundred mutants everything else would be compiled some hundred times.
 * @throws when the patched text does not stand exactly once in the file
 */
export async function loadMutant(mutant: Mutant, folder: string): Promise<EngineUnderTest> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{"type":"module"}');
  cpSync(COMPILED, `${folder}/engine`, { recursive: true, filter: (path) => !/\.(?:d\.ts|map)$/.test(path) });
  const compiled = `${folder}/engine/${mutant.file.replace(/\.ts$/, '.js')}`;
  rmSync(compiled); // an import of it finds the source beside it
  writeFileSync(`${folder}/engine/${mutant.file}`, patched(mutant).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  const load = (file: string) => import(pathToFileURL(`${folder}/engine/${file}`).href);
  const [{ decide }, { apply }, { initialState }, { readSnapshot, writeSnapshot }] = await Promise.all(
    ['decide.js', 'apply.js', 'state.js', 'snapshot.js'].map(load),
  );
  return { decide, apply, initialState, readSnapshot, writeSnapshot } as EngineUnderTest;
}

function patched({ bug, file, from, to }: Mutant): string {
  const parts = readFileSync(SOURCES + file, 'utf8').split(from);
  if (parts.length !== 2) {
    throw new Error(
      `mutant '${bug}': its text stands ${parts.length - 1} times in src/engine/${file}, not once. ` +
        'The code has changed: write the same bug into the new code, in test/support/mutants.ts.',
    );
  }
  return parts.join(to);
}
