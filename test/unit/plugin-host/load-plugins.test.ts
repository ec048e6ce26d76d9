import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadPlugins } from '../../../src/plugin-host/load-plugins.ts';

describe('loading plugins', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-load-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  let count = 0;
  /** A folder with these files, each its own module. */
  function folderOf(files: Readonly<Record<string, string>>): string {
    const made = join(folder, String(count++));
    mkdirSync(made);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text);
    return made;
  }
  const plugin = (type: string) => `({ taskType: '${type}', execute: () => undefined })`;
  const typesOf = async (path: string) => (await loadPlugins(path)).map(({ plugin: { taskType } }) => taskType);
  async function refusal(path: string): Promise<string> {
    try {
      await loadPlugins(path);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it('takes the modules of a folder in the order of their names, and leaves tests and types alone', async () => {
    const path = folderOf({
      'b.mjs': `export default ${plugin('b')}`,
      'a.mjs': `export const one = ${plugin('a1')}; export const more = [${plugin('a2')}]; export const other = 7`,
      'a.test.mjs': 'throw new Error()',
      'a.d.ts': 'not a module',
      'notes.txt': 'not a module',
    });
    expect((await typesOf(path)).sort()).to.deep.equal(['a1', 'a2', 'b']);
  });

  it('takes the main module when the folder is a package', async () => {
    const path = folderOf({
      'package.json': '{"type":"module","main":"main.js"}',
      'main.js': `export default ${plugin('main')}`,
      'other.js': 'throw new Error()',
    });
    expect(await typesOf(path)).to.deep.equal(['main']);
  });

  it('takes a file, and one plugin once when it is exported twice', async () => {
    const path = folderOf({ 'a.mjs': `export const a = ${plugin('a')}; export default a` });
    expect(await typesOf(join(path, 'a.mjs'))).to.deep.equal(['a']);
  });

  it('shows the error when there is nothing to load', async () => {
    expect(await refusal(join(folder, 'nowhere'))).to.match(/there is no/);
    expect(await refusal(folderOf({ 'a.mjs': 'export default {}' }))).to.match(/has no plugin/);
    expect(await refusal(folderOf({ 'a.mjs': 'throw new Error("broken")' }))).to.match(/a\.mjs' cannot be loaded: broken/);
  });
});
