import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUILD = fileURLToPath(new URL('../../bin/build-ui.mjs', import.meta.url));

/** Builds the pages of the UI when they are older than their sources. */
export async function buildPages(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILD, '--quiet']);
}
