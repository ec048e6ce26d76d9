import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform, version } from 'esbuild';

/**
 * Compiles the code once for all workers of `npm test`, file by file, into `node_modules/.cache`. A loader of TypeScript in each worker
 * would cost three times the processor time. A module finds files next to its source, because `import.meta` names the source.
 */
const ROOT = resolve(import.meta.dirname, '../../..');
/** Below node_modules, so that bare imports are found. */
const OUT = join(ROOT, 'node_modules', '.cache', 'sluice-tests');
const MANIFEST = join(OUT, 'compiled.json');
const FOLDERS = ['src', 'test', 'lab', 'demo'];
const SOURCE = /(?<!\.d)\.tsx?$/;
/** Imports as esbuild prints them: each at the beginning of a line, or a call. */
const IMPORT = /^((?:import|export|\})[^\n]*? from |import )"(\.[^"\n]+)";$|\b(import\()"(\.[^"\n]+)"(?=\))/gm;

/** By file, relative to the checkout: its modification time. Unit: ms. */
type Times = Readonly<Record<string, number>>;

interface Manifest {
  /** Outputs name the checkout and depend on the compiler. */
  readonly madeBy: string;
  readonly files: Times;
}

let done: Promise<void> | undefined;

/** Brings the compiled code up to date; once per process. */
export function compileTests(): Promise<void> {
  done ??= compileChanged();
  return done;
}

/** Returns the compiled file of a source, and any other path as it is. */
export function compiledPath(source: string): string {
  const name = relative(ROOT, source);
  return FOLDERS.some((folder) => name.startsWith(`${folder}/`)) && SOURCE.test(name) ? join(OUT, outputName(name)) : source;
}

/** Returns the module that runs in this process for a source: compiled in a worker of `npm test`, else the source. */
export function runningModule(source: string): string {
  return process.argv[1]?.startsWith(OUT) ? compiledPath(source) : source;
}

async function compileChanged(): Promise<void> {
  const madeBy = `${ROOT} esbuild ${version} ${statSync(import.meta.filename).mtimeMs}`;
  const before = readManifest();
  const known: Times = before?.madeBy === madeBy ? before.files : {};
  if (before?.madeBy !== madeBy) rmSync(OUT, { recursive: true, force: true });
  const files = Object.fromEntries(sourceNames().map((name) => [name, statSync(join(ROOT, name)).mtimeMs]));
  for (const name of Object.keys(known)) if (!Object.hasOwn(files, name)) rmSync(join(OUT, outputName(name)), { force: true });
  await Promise.all(Object.keys(files).map((name) => (files[name] === known[name] ? undefined : compile(name))));
  write('package.json', '{"type":"module"}\n');
  write(basename(MANIFEST), JSON.stringify({ madeBy, files } satisfies Manifest));
}

function readManifest(): Manifest | undefined {
  return existsSync(MANIFEST) ? (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest) : undefined;
}

function sourceNames(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((name) => SOURCE.test(name) && !name.includes('node_modules'));
}

async function compile(name: string): Promise<void> {
  const path = join(ROOT, name);
  const { code } = await transform(readFileSync(path, 'utf8'), {
    loader: name.endsWith('.tsx') ? 'tsx' : 'ts',
    jsx: 'automatic',
    format: 'esm',
    target: 'node20',
    sourcefile: path,
    sourcemap: 'inline',
    sourcesContent: false,
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(path).href),
      'import.meta.dirname': JSON.stringify(dirname(path)),
      'import.meta.filename': JSON.stringify(path),
    },
  });
  write(
    outputName(name),
    code.replace(IMPORT, (_, from, what, call, called) => `${from ?? call}${target(path, what ?? called)}${from ? ';' : ''}`),
  );
}

/** A source is imported as its output, any other file where it is. */
function target(importer: string, specifier: string): string {
  const isSource = SOURCE.test(specifier);
  return JSON.stringify(isSource ? specifier.replace(SOURCE, '.js') : pathToFileURL(resolve(dirname(importer), specifier)).href);
}

function outputName(name: string): string {
  return name.replace(SOURCE, '.js');
}

/** Replaces the file atomically, because another run may read it at the same time. */
function write(name: string, text: string): void {
  const path = join(OUT, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
