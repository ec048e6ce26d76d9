import { readFileSync } from 'node:fs';
import { type KitFile, kitFileOf } from './read-kit.ts';

/** Cases of the DMN compatibility kit (Apache-2.0, see NOTICE) by the path of their file: its text, and the models by name, each without parts that have no effect. */
type Sample = Readonly<Record<string, { readonly cases: string; readonly models: Readonly<Record<string, string>> }>>;

export const SAMPLE = new URL('sample.json', import.meta.url);

/** The files of the committed sample, which `npm run tck:sample -- <kit>` writes. */
export function sampleFiles(): readonly KitFile[] {
  const sample = JSON.parse(readFileSync(SAMPLE, 'utf8')) as Sample;
  return Object.entries(sample).map(([path, { cases, models }]) => {
    const file = kitFileOf(path, cases, () => models);
    if (typeof file === 'string') throw new Error(`${path}: ${file}`);
    return file;
  });
}
