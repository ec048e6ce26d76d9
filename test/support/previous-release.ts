import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKED = ['bin', 'src', 'migrations', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A release as its commit names it. */
export interface PublishedRelease {
  readonly version: string;
  readonly commit: string;
}

/** The release before this code; for a release, the one before it. Throws with instructions in a clone without that commit. */
export function previousRelease(root = ROOT): PublishedRelease {
  const git = (...words: readonly string[]) => gitIn(root, words);
  if (!existsSync(join(root, '.git')))
    throw new Error('This is no clone of the repository: the release before is read from its history.');
  const head = git('rev-parse', 'HEAD').trim();
  const lines = git('log', '--extended-regexp', '--grep=^chore\\(release\\): [0-9.]+$', '--format=%H %s').trim().split('\n');
  for (const line of lines) {
    const [, commit, version] = /^(\w+) chore\(release\): ([\d.]+)$/.exec(line) ?? [];
    if (commit !== undefined && version !== undefined && commit !== head) return { commit, version };
  }
  const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';
  const advice = isShallow ? 'This clone is shallow: git fetch --unshallow' : 'Its history has been cut or rewritten';
  throw new Error(`There is no commit «chore(release): <version>» of the release before. ${advice}.`);
}

/** The files of a release in their own folder, ready to run with the packages that are installed here. @returns the folder */
export function unpackRelease({ commit }: PublishedRelease): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-release-'));
  const archive = join(folder, 'archive.tar');
  gitIn(ROOT, ['archive', '--format=tar', `--output=${archive}`, commit, '--', ...PACKED]);
  const root = join(folder, 'release');
  mkdirSync(root);
  execFileSync('tar', ['-xf', archive, '-C', root]);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

function gitIn(root: string, words: readonly string[]): string {
  return execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
}
