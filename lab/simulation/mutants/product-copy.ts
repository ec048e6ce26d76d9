import { readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleRunnerTransform, transformWithOxc } from 'vite';
import { runningModule } from '../../../test/support/run/compile.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import { patch, readSource, type Source } from '../../mutants/place.ts';
import type { Product } from '../product.ts';

type Exports = Record<string, unknown>;

const ENTRY = fileURLToPath(new URL('../product.ts', import.meta.url));
const SRC = fileURLToPath(new URL('../../../src', import.meta.url));
/** The folders whose code is the protocol; the engine has its own mutants. */
const PROTOCOL = ['db', 'queue', 'store', 'worker', 'projector', 'shards'].map((folder) => resolve(SRC, folder) + sep);
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';/gms;

/** The code of the product with one bug in it. The changed file and all that import it are compiled in memory; the rest is as it is. */
export class ProductCopies {
  readonly #texts = new Map<string, string>();
  /** by file: the files that import it */
  readonly #importers = new Map<string, Set<string>>();
  readonly #sources: readonly Source[];

  constructor() {
    this.#read(ENTRY);
    const files = [...this.#texts].filter(([file]) => PROTOCOL.some((folder) => file.startsWith(folder)));
    this.#sources = files.map(([file, text]) => readSource(relative(SRC, file), text));
  }

  /** @throws when the mutant does not fit the code */
  async load(mutant: Mutant): Promise<Product> {
    const patched = patch(mutant, this.#sources);
    const changed = resolve(SRC, patched.file);
    const touched = this.#importersOf(changed);
    const copies = new Map<string, Promise<Exports>>();
    const load = (specifier: string, from: string): Promise<Exports> => {
      if (!specifier.startsWith('.')) return import(specifier);
      const file = resolve(dirname(from), specifier);
      if (!touched.has(file)) return import(pathToFileURL(runningModule(file)).href);
      const copy = copies.get(file) ?? run(file, file === changed ? patched.text : (this.#texts.get(file) ?? ''), load);
      copies.set(file, copy);
      return copy;
    };
    const { PRODUCT } = await load('./product.ts', ENTRY);
    return PRODUCT as Product;
  }

  #read(file: string): void {
    if (this.#texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    this.#texts.set(file, text);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      if (!specifier.startsWith('.')) continue;
      const imported = resolve(dirname(file), specifier);
      const importers = this.#importers.get(imported) ?? new Set();
      this.#importers.set(imported, importers.add(file));
      this.#read(imported);
    }
  }

  /** A file and every file that imports it, directly or indirectly. */
  #importersOf(file: string): ReadonlySet<string> {
    const touched = new Set([file]);
    for (const one of touched) for (const importer of this.#importers.get(one) ?? []) touched.add(importer);
    return touched;
  }
}

async function run(file: string, text: string, load: (specifier: string, from: string) => Promise<Exports>): Promise<Exports> {
  const { code } = await transformWithOxc(text, file, { sourcemap: false });
  const module = await moduleRunnerTransform(code, null, file, code);
  if (module === null) throw new Error(`${relative(SRC, file)} cannot be compiled`);
  const imported = new Map<string, Exports>();
  for (const specifier of module.deps ?? []) imported.set(specifier, await load(specifier, file));
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const names = ['import', 'exports', 'exportName', 'exportAll', 'import_meta'].map((name) => `__vite_ssr_${name}__`);
  const exports: Exports = {};
  const exportName = (name: string, get: () => unknown) => Object.defineProperty(exports, name, { enumerable: true, get });
  const exportAll = (from: Exports) => {
    for (const name of Object.keys(from)) exportName(name, () => from[name]);
  };
  const body = new AsyncFunction(...names, `'use strict';${module.code}`);
  const meta = { url: pathToFileURL(file).href, dirname: dirname(file), filename: file };
  await body((specifier: string) => imported.get(specifier), exports, exportName, exportAll, meta);
  return exports;
}
