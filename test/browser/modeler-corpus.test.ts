import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { EVENTS } from '../../lab/corpus/patterns/events.ts';
import { EXCEPTIONS } from '../../lab/corpus/patterns/exceptions.ts';
import { FLOWS } from '../../lab/corpus/patterns/flows.ts';
import { TASKS } from '../../lab/corpus/patterns/tasks.ts';
import { STYLES } from '../../lab/corpus/styles/styles.ts';
import { write } from '../../lab/corpus/write.ts';
import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { useUiPages } from '../support/ui-pages.ts';

/** One model of each pattern, in the words of one tool after the other. */
const MODELS = [...FLOWS, ...TASKS, ...EVENTS, ...EXCEPTIONS].flatMap((pattern, index) => {
  const drawn = STYLES.map((_, turn) => STYLES[(index + turn) % STYLES.length] ?? STYLES[0]).flatMap((style) => {
    const model = style === undefined ? undefined : pattern.draw(style);
    return model === undefined || style === undefined
      ? []
      : [{ name: `${pattern.name}, ${style.name}`, text: write(style, model) }];
  });
  return drawn.slice(0, 1);
});

/** What the engine runs of a file, without their line numbers. */
function meaningOf(text: string): unknown {
  const parsed = parseDefinitions(text);
  if (!parsed.ok) return parsed.findings;
  return parsed.processes.map(({ model: { elements, ...model } }) => ({
    ...model,
    elements: [...elements].map(([id, { place: _place, ...element }]) => [id, element]),
  }));
}

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = ['examples', 'test/golden'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bpmn'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') })),
);

/** One line for each element, attribute and text. */
interface RoundTrip {
  readonly expected: readonly string[];
  readonly actual: readonly string[];
}

/** Script of the editor alone, without the page around it. */
async function editorScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test/support/round-trip-page.mjs')],
    ...{ bundle: true, write: false, format: 'iife', jsx: 'automatic', target: 'es2023', logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
  });
  return outputFiles[0]?.text ?? '';
}

describe('the modeler with the models of other tools', function () {
  this.timeout(600_000);
  const ui = useUiPages();

  it('loses nothing that the engine reads when each is opened, changed and saved', async () => {
    expect(MODELS).to.have.length.above(40);
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const lost: string[] = [];
    for (const { name, text } of MODELS) {
      const saved = await openMoveAndSave(page, text);
      try {
        expect(meaningOf(saved)).to.deep.equal(meaningOf(text));
      } catch (error) {
        lost.push(`${name}: ${String(error)}`);
      }
    }
    expect(lost).to.deep.equal([]);
  });

  it('changes nothing but the name when an element is renamed: extensions, layout, references, unknown namespaces', async () => {
    expect(FILES).to.have.length.above(400);
    const page = await (await sharedBrowser()).newPage();
    await page.setContent('<div id="ground" style="width: 800px; height: 600px"></div><div id="panel"></div>');
    await page.addScriptTag({ content: await editorScript() });
    const changed: object[] = [];
    for (const { name, text } of [...FILES, ...MODELS]) {
      const { expected, actual }: RoundTrip = await page.evaluate(`roundTrip(${JSON.stringify(text)})`);
      expect(expected, name).to.satisfy((lines: readonly string[]) =>
        lines.some((line) => line.endsWith('@name=Renamed by the test')),
      );
      const [before, after] = [new Set(expected), new Set(actual)];
      const lost = expected.filter((line) => !after.has(line));
      const added = actual.filter((line) => !before.has(line));
      if (lost.length > 0 || added.length > 0 || actual.length !== expected.length) changed.push({ name, lost, added });
    }
    await page.close();
    expect(changed).to.deep.equal([]);
  });

  async function openMoveAndSave(page: Page, text: string): Promise<string> {
    const buffer = Buffer.from(text);
    // the canvas stays, its shapes are replaced
    const old = await page.locator('.modeler .djs-shape').first().elementHandle();
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles({ name: 'a.bpmn', mimeType: 'text/xml', buffer });
    await old?.waitForElementState('hidden');
    await page.locator('.modeler .djs-shape').first().waitFor();
    await page.locator('.modeler .djs-shape').first().click({ force: true });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ArrowRight');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    return readFileSync(await download.path(), 'utf8');
  }
});
