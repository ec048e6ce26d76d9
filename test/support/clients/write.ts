// `npm run clients:write`: the parts of the client libraries that are made from the OpenAPI document.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientFiles } from './files.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
for (const [path, text] of Object.entries(clientFiles())) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  process.stdout.write(`${path}\n`);
}
