import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

const HELLO = readFileSync(new URL('../../examples/hello.bpmn', import.meta.url), 'utf8');

describe('the tools of the modeler', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: HELLO });
    await call('/Definitions/deploy', { BpmnXml: HELLO });
  });

  it('start the version that is open, whichever is the latest', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await shape(page, 'review').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('dialog').getByText("Start 'hello' v1").waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/process-instance\//);
    const instanceId = new URL(page.url()).pathname.split('/').at(-1);
    const state = await ui.call<{ processDefinitionId: string }>(`/Instances/${instanceId}/state`);
    expect(state.processDefinitionId).to.match(/^hello:1:/);
  });

  it('report that a start leaves out changes that are not deployed', async () => {
    const page = await ui.visit('/modeler?key=hello&version=2');
    await removeShape(page, 'review');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/changes are not deployed/)
      .waitFor();
  });

  it('cannot start what was never deployed', async () => {
    const page = await ui.visit('/modeler');
    await shape(page, 'start').waitFor();
    expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).to.equal(true);
  });

  it('undo and redo by button and by key', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await removeShape(page, 'review');
    expect(await tool(page, 'Redo').getAttribute('aria-disabled')).to.equal('true');
    await tool(page, 'Undo').click();
    await shape(page, 'review').waitFor();
    await tool(page, 'Redo').click();
    await shape(page, 'review').waitFor({ state: 'detached' });
    await shape(page, 'decide').click();
    await page.keyboard.press('Control+z');
    await shape(page, 'review').waitFor();
    await page.keyboard.press('Control+y');
    await shape(page, 'review').waitFor({ state: 'detached' });
  });

  it('draw with the keyboard alone', async () => {
    const page = await ui.visit('/modeler');
    await shape(page, 'start').waitFor();
    await page.locator('.djs-container svg[tabindex]').first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('a');
    await page.locator('.djs-direct-editing-content').waitFor();
    await page.keyboard.type('Check');
    await page.keyboard.press('Enter');
    const task = page.locator('.djs-shape.selected[data-element-id^=Activity_]');
    await task.getByText('Check', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.djs-shape.selected[data-element-id^=Event_]').waitFor();
    expect(await page.locator('.djs-connection[data-element-id^=Flow_]').count()).to.equal(2);
  });

  it('zoom, and show the whole drawing again', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await shape(page, 'review').waitFor();
    await expectText(page, /^Becomes version 3/); // what comes later may take room from the drawing
    const width = async () => (await shape(page, 'review').boundingBox())?.width ?? 0;
    const before = await width();
    await tool(page, 'Zoom in').click();
    expect(await width()).to.be.greaterThan(before);
    await tool(page, 'Show all').click();
    expect(Math.round(await width())).to.equal(Math.round(before));
    await shape(page, 'review').click();
    await page.keyboard.press('Control+-');
    expect(await width()).to.be.lessThan(before);
    await page.keyboard.press('f');
    expect(Math.round(await width())).to.equal(Math.round(before));
  });

  it('fit the drawing to another width, until a user moves it', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await shape(page, 'review').waitFor();
    const place = async () => (await shape(page, 'sent').boundingBox()) ?? { x: 0, width: 0 };
    await page.setViewportSize({ width: 1024, height: 900 });
    const side = page.locator('.modeler-side');
    const right = async () => (await place()).x + (await place()).width;
    for (let tries = 0; tries < 100 && (await right()) > ((await side.boundingBox())?.x ?? 0); tries += 1)
      await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await right()).to.be.lessThan((await side.boundingBox())?.x ?? 0);
    await tool(page, 'Zoom in').click();
    const { width } = await place();
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(Math.round((await place()).width)).to.equal(Math.round(width));
  });

  it('show the element of a note', async () => {
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const content = HELLO.replace(/<bpmndi:BPMNShape [^>]*bpmnElement="review"[\s\S]*?<\/bpmndi:BPMNShape>/, '');
    expect(content).to.not.equal(HELLO);
    const file = { name: 'a.bpmn', mimeType: 'text/xml', buffer: Buffer.from(content) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
    await expectText(page, /had no shape in the diagram/);
    await page.getByRole('button', { name: 'Show review' }).click();
    await page.locator('.djs-shape.selected[data-element-id="review"]').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`are accessible at every width when the browser prefers ${colorScheme}`, async () => {
      const page = await ui.visit('/modeler?key=hello&version=1', { colorScheme });
      await shape(page, 'review').click();
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page, { colorsOnly: true });
        if (process.env['MODELER_SHOTS'])
          await page.screenshot({ path: `${process.env['MODELER_SHOTS']}/${colorScheme}-${width}.png` });
      }
    });
  }

  it('shows which version a deploy makes, before and after one', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await expectText(page, "Becomes version 3 of 'hello'");
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, "Deployed 'hello' v3.");
    await expectText(page, "Becomes version 4 of 'hello'");
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expectText(page, /^Becomes version 1 of 'process-/);
  });

  it('opens the newest version when the address names none', async () => {
    const { Version } = await ui.call<{ Version: number }>('/Definitions/deploy', {
      BpmnXml: HELLO.replace('"Greet"', '"Newest"'),
    });
    const page = await ui.visit('/modeler?key=hello');
    await expectText(page, `Becomes version ${Version + 1} of 'hello'`);
  });

  it('shows when a version was deployed since the one that is drawn on, as soon as the drawing changes', async () => {
    const deployed = async () => (await ui.call<{ Version: number }>('/Definitions/deploy', { BpmnXml: HELLO })).Version;
    const first = await deployed();
    const page = await ui.visit(`/modeler?key=hello&version=${first}`);
    await expectText(page, `Becomes version ${first + 1} of 'hello'`);
    expect(await page.getByText(/^This drawing comes from version/).count()).to.equal(0);
    const second = await deployed();
    await shape(page, 'decide').click();
    await page.keyboard.press('ArrowRight');
    await page
      .getByText(`This drawing comes from version ${first}; version ${second} was deployed since.`, { exact: true })
      .waitFor();
  });
});

function shape(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}

function tool(page: Page, name: string) {
  return page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name, exact: true });
}

async function removeShape(page: Page, id: string): Promise<void> {
  await shape(page, id).click();
  await page.keyboard.press('Delete');
  await shape(page, id).waitFor({ state: 'detached' });
}
