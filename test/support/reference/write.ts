import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { referenceFiles } from './files.ts';

/** `npm run reference:write`: writes the pages of docs/reference from the tables of the code. */
for (const [path, text] of Object.entries(referenceFiles())) {
  mkdirSync(dirname(join(packageRoot, path)), { recursive: true });
  writeFileSync(join(packageRoot, path), text);
  process.stdout.write(`${path} is written\n`);
}
