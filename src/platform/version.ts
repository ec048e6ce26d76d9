import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of package.json, migrations/ and examples/: the same for src/ and dist/. */
export const packageRoot: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { name: string; version: string };

/** Name in lower case. */
export const productName: string = manifest.name;

export const version: string = manifest.version;
