import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HISTORY, sealOf } from '../history/recording.ts';
import { release } from './release.ts';

/** `npm run release -- <version> [--dry]`: cuts a release (docs/contributing/release.md). */
process.exitCode = release(process.argv.slice(2), {
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  date: new Date().toISOString().slice(0, 10),
  sealOf: (version) => (existsSync(new URL(`${version}/`, HISTORY)) ? sealOf(version) : undefined),
  print: (line) => process.stdout.write(`${line}\n`),
});
