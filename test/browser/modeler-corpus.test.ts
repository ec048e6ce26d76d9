import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EVENTS } from '../../lab/corpus/patterns/events.ts';
import { EXCEPTIONS } from '../../lab/corpus/patterns/exceptions.ts';
import { FLOWS } from '../../lab/corpus/patterns/flows.ts';
import { TASKS } from '../../lab/corpus/patterns/tasks.ts';
import { STYLES } from '../../lab/corpus/styles/styles.ts';
import { write } from '../../lab/corpus/write.ts';
import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
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
