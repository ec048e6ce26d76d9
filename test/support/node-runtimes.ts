import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 120_000;

/** The program of another version of Node, from the package `node` of the registry; undefined where that cannot be had. Kept for the next run. */
export async function nodeOf(major: number): Promise<string | undefined> {
  const folder = join(tmpdir(), `sluice-test-node-${major}`);
  const program = join(folder, 'node_modules', '.bin', 'node');
  if (await isMajor(program, major)) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', `node@${major}`];
  await run('npm', words, { cwd: folder, timeout: INSTALL_MS }).catch(() => {});
  return (await isMajor(program, major)) ? program : undefined;
}

async function isMajor(program: string, major: number): Promise<boolean> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
  return stdout.startsWith(`v${major}.`);
}
