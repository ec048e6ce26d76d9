import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { monitoringFiles } from './files.ts';

/** `npm run monitoring:write`: writes the alert rules and the board from their tables. */
for (const [path, text] of Object.entries(monitoringFiles())) {
  mkdirSync(dirname(join(packageRoot, path)), { recursive: true });
  writeFileSync(join(packageRoot, path), text);
  process.stdout.write(`${path} is written\n`);
}
