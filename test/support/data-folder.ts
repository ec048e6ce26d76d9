import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { silentLog } from '../../src/platform/log.ts';
import { atEndOfRun } from './end-of-run.ts';

let template: Promise<string> | undefined;

/** Puts a data folder at `dataDir` as a first start leaves it, with an empty database: a copy is there ten times sooner than the first start. */
export async function copyDataFolder(dataDir: string): Promise<void> {
  template ??= makeTemplate();
  // with its owners and modes
  await promisify(execFile)('cp', ['-a', join(await template, 'data'), dataDir]);
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-data-folder-'));
  await chmod(folder, 0o755);
  await (await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog })).stop();
  return folder;
}

atEndOfRun('remove the data folder that was copied', async () => {
  if (template !== undefined) await rm(await template, { recursive: true, force: true });
  template = undefined;
});
