import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { readContents } from './contents.ts';
import { pageHtml } from './page-html.ts';
import { type SearchSection, searchSections } from './search-sections.ts';
import { documentOf } from './template.ts';

const ASSETS = join(import.meta.dirname, 'assets');

/** Result of a build. */
export interface BuiltBook {
  readonly pageCount: number;
  readonly sectionCount: number;
}

/** Builds the book into a folder. An older book in it is removed; a folder with anything else is left alone. */
export async function buildBook(folder: string): Promise<BuiltBook> {
  const isBook = existsSync(join(folder, 'assets', 'search-data.js'));
  if (!isBook && existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} has something else in it`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  const parts = readContents();
  const pages = parts.flatMap((part) => part.pages.map((page) => ({ page, part })));
  const addresses = new Map(pages.map(({ page }) => [page.path, page.address]));
  const sections: SearchSection[] = [];
  const images = new Set<string>();
  for (const [index, { page, part }] of pages.entries()) {
    const body = pageHtml(page, addresses);
    const around = { parts, part, previous: pages[index - 1]?.page, next: pages[index + 1]?.page };
    await write(join(folder, page.address), documentOf(page, body, around));
    sections.push(...searchSections(page, body, sections.length, part.weight));
    for (const image of body.images) images.add(image);
  }
  for (const image of images) await cp(join(packageRoot, image), join(folder, image.replace(/^docs\//, '')));
  await writeAssets(join(folder, 'assets'), sections);
  return { pageCount: pages.length, sectionCount: sections.length };
}

/** A page that is opened from a folder may load scripts, and nothing else: so the texts of the search are one. */
async function writeAssets(folder: string, sections: readonly SearchSection[]): Promise<void> {
  for (const name of ['book.css', 'book.js', 'search.js']) await cp(join(ASSETS, name), join(folder, name));
  await writeFile(join(folder, 'search-data.js'), `globalThis.bookSections = ${JSON.stringify(sections)};\n`);
  const search = join(packageRoot, 'node_modules/minisearch');
  const licence = (await readFile(join(search, 'LICENSE.txt'), 'utf8')).trim();
  const code = (await readFile(join(search, 'dist/umd/index.js'), 'utf8')).replace(/\n?\/\/# sourceMappingURL=.*\n?$/, '\n');
  await writeFile(join(folder, 'minisearch.js'), `/*!\nMiniSearch\n${licence}\n*/\n${code}`);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
