import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The commit of the last release, as its message names it; undefined in a clone without that much history. */
export function lastRelease(): { readonly version: string; readonly commit: string } | undefined {
  const line = git([
    'log',
    '--extended-regexp',
    '--grep=^chore\\(release\\): [0-9.]+$',
    '--format=%H %s',
    '--max-count=1',
  ]).trim();
  const [, commit, version] = /^(\w+) .*: ([\d.]+)$/.exec(line) ?? [];
  return commit === undefined || version === undefined ? undefined : { commit, version };
}

/** The files of a commit in a folder of their own, ready to run with the packages that are installed here. */
export function unpackRelease(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-release-'));
  const archive = join(folder, 'archive.tar');
  git([
    'archive',
    '--format=tar',
    `--output=${archive}`,
    commit,
    '--',
    'bin',
    'src',
    'migrations',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ]);
  const root = join(folder, 'release');
  mkdirSync(root);
  execFileSync('tar', ['-xf', archive, '-C', root]);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

function git(words: readonly string[]): string {
  if (!existsSync(join(ROOT, '.git'))) return '';
  return execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8' });
}
