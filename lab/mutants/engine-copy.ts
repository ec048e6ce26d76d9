import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { moduleRunnerTransform, transformWithOxc } from 'vite';
import type { EngineUnderTest } from '../../test/support/given-when-then-driver.ts';
import type { Mutant } from './mutant.ts';
import { patch, readSource, type Source } from './place.ts';

const ENGINE = new URL('../../src/engine/', import.meta.url);
/** Functions that a test calls, file by file. */
const ENTRIES = ['decide.ts', 'state.ts', 'state/apply.ts', 'state/snapshot.ts'];

type Exports = Record<string, unknown>;
/** A module that is compiled and not run yet. */
interface Compiled {
  readonly imports: readonly string[];
  run(importModule: (specifier: string) => Exports): Promise<Exports>;
}

/** The source files of the engine. */
export function engineSources(): Source[] {
  return readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readSource(path, readFileSync(new URL(path, ENGINE), 'utf8')));
}

/**
 * The engine compiled in memory. A mutant has its own copy of the changed file and of all files that import it, directly or indirectly; all other
 * files are run once.
 */
export class EngineCopies {
  readonly #sources = engineSources();
  readonly #compiled = new Map<string, Promise<Compiled>>();
  readonly #intact = new Map<string, Promise<Exports>>();

  /** The engine as it is. */
  intact(): Promise<EngineUnderTest> {
    return this.#link(undefined, new Set());
  }

  /** @throws when the mutant does not fit the code */
  async load(mutant: Mutant): Promise<EngineUnderTest> {
    const { file, text } = patch(mutant, this.#sources);
    return this.#link({ path: file, module: await compile(file, text) }, await this.#importersOf(file));
  }

  /** `touched`: the files that are run again. */
  async #link(changed: { path: string; module: Compiled } | undefined, touched: ReadonlySet<string>): Promise<EngineUnderTest> {
    const copied = new Map<string, Promise<Exports>>();
    const load = (path: string): Promise<Exports> => {
      const known = touched.has(path) ? copied : this.#intact;
      const loaded = known.get(path) ?? this.#run(path, path === changed?.path ? changed.module : undefined, load);
      known.set(path, loaded);
      return loaded;
    };
    const parts = await Promise.all(ENTRIES.map(load));
    return Object.assign({}, ...parts) as EngineUnderTest;
  }

  async #run(path: string, changed: Compiled | undefined, load: (path: string) => Promise<Exports>): Promise<Exports> {
    const module = changed ?? (await this.#compile(path));
    const imported = new Map<string, Exports>();
    for (const specifier of module.imports) imported.set(specifier, await load(resolve(path, specifier)));
    return module.run((specifier) => imported.get(specifier) ?? {});
  }

  #compile(path: string): Promise<Compiled> {
    const source = this.#sources.find(({ file }) => file === path);
    if (source === undefined) throw new Error(`src/engine/${path} does not exist`);
    const compiled = this.#compiled.get(path) ?? compile(path, source.text);
    this.#compiled.set(path, compiled);
    return compiled;
  }

  /** A file and every file that imports it, directly or indirectly. */
  async #importersOf(file: string): Promise<ReadonlySet<string>> {
    const touched = new Set([file]);
    for (const path of touched) {
      for (const { file: other } of this.#sources) {
        const { imports } = await this.#compile(other);
        if (imports.some((specifier) => resolve(other, specifier) === path)) touched.add(other);
      }
    }
    return touched;
  }
}

function resolve(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

async function compile(file: string, text: string): Promise<Compiled> {
  const { code } = await transformWithOxc(text, file, { sourcemap: false });
  const module = await moduleRunnerTransform(code, null, file, code);
  if (module === null) throw new Error(`src/engine/${file} cannot be compiled`);
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const body = new AsyncFunction(
    '__vite_ssr_import__',
    '__vite_ssr_exports__',
    '__vite_ssr_exportName__',
    '__vite_ssr_exportAll__',
    `'use strict';${module.code}`,
  );
  const run = async (importModule: (specifier: string) => Exports): Promise<Exports> => {
    const exports: Exports = {};
    const exportName = (name: string, get: () => unknown) => Object.defineProperty(exports, name, { enumerable: true, get });
    const exportAll = (from: Exports) => {
      for (const name of Object.keys(from)) exportName(name, () => from[name]);
    };
    await body(importModule, exports, exportName, exportAll);
    return { ...exports };
  };
  return { imports: module.deps ?? [], run };
}
