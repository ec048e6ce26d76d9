import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { buildBook } from './build.ts';

/** `npm run book`: makes the pages a site in `book/`, or in the folder that is named. */
const folder = process.argv[2] ?? join(packageRoot, 'book');
const { pageCount, sectionCount } = await buildBook(folder);
process.stdout.write(`${pageCount} pages, ${sectionCount} sections: open ${join(folder, 'index.html')}\n`);
