import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { COMMAND_LINE_PAGE, commandLinePage } from './page.ts';

/** `npm run verbs:write`: writes the page of all commands. */
writeFileSync(join(packageRoot, COMMAND_LINE_PAGE), commandLinePage());
process.stdout.write(`${COMMAND_LINE_PAGE} is written\n`);
