import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

/** The package as `npm pack` makes it, installed into a fresh folder. */
export interface InstalledPackage {
  /** the folder of the project that has it installed */
  readonly folder: string;
  /** path of the command: node_modules/.bin/sluice */
  readonly command: string;
  readonly tarball: string;
  /** paths inside the tarball */
  readonly files: readonly string[];
  /** of the tarball; unit: bytes */
  readonly size: number;
  remove(): Promise<void>;
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
interface LockEntry {
  readonly dev?: boolean;
}

/** Packs and installs with npm. The new folder gets a lock file with the versions of the checkout, so that the cache of npm is enough without a network. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-package-'));
  await chmod(folder, 0o755); // the embedded Postgres of root runs as another user
  const project = join(folder, 'project');
  await mkdir(project);
  const { stdout } = await npm(ROOT, 'pack', '--json', '--pack-destination', folder);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Packed[];
  if (packed === undefined) throw new Error('npm pack made nothing');
  await writeProject(project, packed.filename, await readFile(join(folder, packed.filename)));
  await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund');
  return {
    folder: project,
    command: join(project, 'node_modules', '.bin', 'sluice'),
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    size: packed.size,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Files that `npm install <tarball>` would write. */
async function writeProject(project: string, tarball: string, content: Buffer): Promise<void> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const { version, license, engines, bin, dependencies, optionalDependencies } = manifest;
  const installed = Object.entries(lock.packages as Record<string, LockEntry>).filter(([path, entry]) => {
    return path !== '' && entry.dev !== true;
  });
  const own = { name: 'project', version: '1.0.0', dependencies: { sluice: `file:../${tarball}` } };
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const sluice = {
    ...{ version, resolved: `file:../${tarball}`, integrity, license, engines, bin, dependencies, optionalDependencies },
  };
  const packages = { '': own, ...Object.fromEntries(installed), 'node_modules/sluice': sluice };
  await writeFile(join(project, 'package.json'), JSON.stringify({ ...own, private: true }));
  await writeFile(
    join(project, 'package-lock.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
}

function npm(cwd: string, ...operands: string[]) {
  // without what a surrounding npm has put there: it would be taken for settings of this one
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:lifecycle|package|command)|^INIT_CWD$/i.test(name)),
  );
  return run('npm', operands, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
}
