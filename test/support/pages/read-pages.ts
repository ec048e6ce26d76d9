import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandBlocks, type PageBlock } from './page-blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Pages with their own test, which prepares what they need and looks at more than the output. */
export const HAVE_THEIR_TEST = new Map([
  ['docs/how-to/use-decision-tables.md', 'decide-with-a-table.test.ts'],
  ['docs/how-to/follow-events.md', 'follow-events.test.ts'],
  ['docs/how-to/modify-an-instance.md', 'modify-an-instance.test.ts'],
  ['docs/how-to/move-instances-to-a-version.md', 'move-instances-to-a-version.test.ts'],
  ['docs/how-to/back-up-and-restore.md', 'backup-and-restore.test.ts'],
  ['docs/tutorials/from-model-to-cluster.md', 'from-model-to-cluster.test.ts'],
]);

/** A page with commands. */
export interface Page {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly PageBlock[];
}

/** README.md and every page of docs/ that has commands. */
export async function readPages(): Promise<readonly Page[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const paths = ['README.md', ...docs.map((path) => `docs/${path.replaceAll('\\', '/')}`).filter((path) => path.endsWith('.md'))];
  const pages = paths.sort().map(async (path) => {
    const text = await readFile(join(ROOT, path), 'utf8');
    return { path, text, blocks: commandBlocks(text) };
  });
  return (await Promise.all(pages)).filter(({ blocks }) => blocks.length > 0);
}
