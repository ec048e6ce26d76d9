import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EngineUnderTest } from './given-when-then-driver.ts';
import type { Mutant } from './mutants.ts';

const ENGINE_FOLDER = fileURLToPath(new URL('../../src/engine/', import.meta.url));

/**
 * Copies src/engine into `folder`, applies the mutant's patch and loads the copy.
 * @throws when the patched text does not stand exactly once in the file
 */
export async function loadMutant(mutant: Mutant, folder: string): Promise<EngineUnderTest> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{"type":"module"}');
  cpSync(ENGINE_FOLDER, `${folder}/engine`, { recursive: true });
  patch(`${folder}/engine/${mutant.file}`, mutant);
  const load = (file: string) => import(pathToFileURL(`${folder}/engine/${file}`).href);
  const [{ decide }, { apply }, { initialState }, { readSnapshot, writeSnapshot }] = await Promise.all(
    ['decide.ts', 'apply.ts', 'state.ts', 'snapshot.ts'].map(load),
  );
  return { decide, apply, initialState, readSnapshot, writeSnapshot } as EngineUnderTest;
}

function patch(path: string, { bug, file, from, to }: Mutant): void {
  const parts = readFileSync(path, 'utf8').split(from);
  if (parts.length !== 2) {
    throw new Error(
      `mutant '${bug}': its text stands ${parts.length - 1} times in src/engine/${file}, not once. ` +
        'The code has changed: write the same bug into the new code, in test/support/mutants.ts.',
    );
  }
  writeFileSync(path, parts.join(to));
}
