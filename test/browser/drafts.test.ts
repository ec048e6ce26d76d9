import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

const HELLO = readFileSync(new URL('../../examples/hello.bpmn', import.meta.url), 'utf8');
const STATUS = 'Draft, not deployed';

describe('the drafts of the modeler', function () {
  this.timeout(90_000);
  const ui = useUiPages(({ call }) => call('/Definitions/deploy', { BpmnXml: HELLO }));

  it('keep what a new model takes the place of, and give it back after the page was loaded again', async () => {
    const page = await newModel();
    await nameStart(page, 'First');
    await answer(page, 'Keep as draft', () => press(page, 'New'));
    await page.waitForURL(/modeler$/);
    await nameStart(page, 'Second');
    await answer(page, 'Keep as draft', () => chooseFile(page, 'hello.bpmn'));
    await shape(page, 'review').waitFor();
    await page.waitForURL(/draft=file/);
    await page.reload();
    await shape(page, 'review').waitFor();
    await press(page, 'Drafts');
    const list = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await list.nth(1).waitFor();
    expect(await list.count()).to.equal(2);
    await list.nth(1).getByRole('button', { name: /^Open/ }).click();
    await label(page, 'First').waitFor();
    await expectText(page, /^This is your draft of 'New model process-/);
  });

  it('leave everything as it is when the question is cancelled, and are gone when the changes are discarded', async () => {
    const page = await newModel();
    await nameStart(page, 'Mine');
    await answer(page, 'Cancel', () => press(page, 'New'));
    await label(page, 'Mine').waitFor();
    await answer(page, 'Discard', () => chooseFile(page, 'hello.bpmn'));
    await shape(page, 'review').waitFor();
    await press(page, 'Drafts');
    await page.getByText('No other drafts.').waitFor();
  });

  it('stay when what was to take their place cannot be read, also after a discard', async () => {
    const page = await newModel();
    await nameStart(page, 'Mine');
    await answer(page, 'Discard', () => chooseFile(page, 'broken.bpmn', '<definitions'));
    await expectText(page, /^The model could not be opened: it is not well-formed XML/);
    await label(page, 'Mine').waitFor();
    await page.getByText(STATUS).first().waitFor();
    await page.reload();
    await label(page, 'Mine').waitFor();
  });

  it('stay also when they are of a file that had no layout', async () => {
    const page = await newModel();
    const plain = `<?xml version="1.0" encoding="UTF-8"?>\n${HELLO.replace(/<\?xml.*?\?>/, '').replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, '')}`;
    await chooseFile(page, 'plain.bpmn', plain);
    await shape(page, 'review').waitFor();
    await chooseFile(page, 'broken.bpmn', '<definitions');
    await expectText(page, /^The model could not be opened: it is not well-formed XML/);
    await shape(page, 'review').waitFor();
  });

  it('are asked for when another page or another address of the modeler is opened', async () => {
    const page = await newModel();
    await nameStart(page, 'Mine');
    await answer(page, 'Cancel', () => page.getByRole('link', { name: 'Events' }).click());
    await label(page, 'Mine').waitFor();
    await nameStart(page, 'Mine too');
    await page.getByRole('link', { name: 'Events' }).click();
    await page.waitForTimeout(1500); // the changes are kept
    await press(page, 'Cancel');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(/draft=/);
    await nameStart(page, 'Mine');
    await answer(page, 'Keep as draft', () => page.getByRole('link', { name: 'Modeler' }).click());
    await label(page, 'Mine').waitFor({ state: 'detached' });
    await nameStart(page, 'Other');
    await answer(page, 'Discard', () => page.getByRole('link', { name: 'Events' }).click());
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.getByRole('link', { name: 'Modeler' }).click();
    await press(page, 'Drafts');
    await page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').first().waitFor();
    expect(await page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').count()).to.equal(1);
  });

  it('are asked for when Back is pressed, which stays until the answer', async () => {
    const page = await ui.visit('/events');
    await page.getByRole('link', { name: 'Modeler' }).click();
    await shape(page, 'start').waitFor();
    await nameStart(page, 'Mine');
    await answer(page, 'Cancel', () => page.evaluate('history.back()'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(/modeler\?draft=/);
    await label(page, 'Mine').waitFor();
    await answer(page, 'Keep as draft', () => page.evaluate('history.back()'));
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.evaluate('history.forward()');
    await label(page, 'Mine').waitFor();
  });

  it('let the browser ask before the page is closed, while there are changes', async () => {
    const page = await newModel();
    await nameStart(page, 'Mine');
    const asked = page.waitForEvent('dialog');
    const left = page.evaluate('location.assign("/events")').catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).to.equal('beforeunload');
    await dialog.dismiss();
    await left;
    await label(page, 'Mine').waitFor();
    await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    await page.getByText(STATUS).waitFor({ state: 'detached' });
    await page.evaluate('location.assign("/events")');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
  });

  it('are no longer unsaved after a download, and forgotten after a deploy', async () => {
    const page = await newModel();
    await nameStart(page, 'Mine');
    await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    await page.reload();
    await label(page, 'Mine').waitFor();
    await press(page, 'New');
    await label(page, 'Mine').waitFor({ state: 'detached' });
    await page.goto(`${ui.url}/modeler?key=hello&version=1`);
    await shape(page, 'review').click();
    await page.keyboard.press('Delete');
    await untilKept(page);
    await page.reload();
    await expectText(page, /^This is your draft of 'hello v1'/);
    await answer(page, 'Keep as draft', () => press(page, 'Open the deployed version'));
    await shape(page, 'review').waitFor();
    await expectText(page, /^There is an earlier draft of 'hello v1'/);
    await press(page, 'Open the draft');
    await shape(page, 'review').waitFor({ state: 'detached' });
    await press(page, 'Deploy');
    await page
      .getByText(/^Invalid BPMN|^Deployed/)
      .first()
      .waitFor();
  });

  it('of two tabs with the same model are kept next to each other', async () => {
    const first = await ui.visit('/modeler?key=hello&version=1');
    await shape(first, 'review').waitFor();
    const second = await ui.visit('/modeler?key=hello&version=1');
    await shape(second, 'review').waitFor();
    await removeShape(first, 'review');
    await untilKept(first);
    await removeShape(second, 'decide');
    await expectText(second, 'There is another draft of this model. This one is stored separately.');
    await second.waitForURL(/draft=/);
    await first.reload();
    await shape(first, 'decide').waitFor();
    await shape(first, 'review').waitFor({ state: 'detached' });
  });

  it('are dropped only with notice when there are too many, and the lack of room is reported', async () => {
    const page = await newModel();
    await page.evaluate(`for (let at = 0; at < 20; at += 1) localStorage.setItem('modeler-draft:file f' + at,
      JSON.stringify({ origin: { kind: 'file', name: 'f' + at }, xml: '<a/>', isUnsaved: true, changedAt: 1000 + at }))`);
    await nameStart(page, 'Mine');
    await expectText(page, /^The oldest draft was deleted to make room: 'f0', last changed at 1970-01-01 00:00:01\.$/);
    await page.evaluate(`localStorage.clear(); for (let at = 5_300_000; at > 4; at = Math.floor(at / 2))
      try { localStorage.setItem('full' + at, 'x'.repeat(at)); } catch {}`);
    await nameStart(page, 'Mine again');
    await expectText(page, /^Could not store the draft/);
    await press(page, 'New');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep as draft' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Could not store the draft/)
      .waitFor();
    await page.keyboard.press('Escape');
    await label(page, 'Mine').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be handled with the keyboard alone and at every width when the browser prefers ${colorScheme}`, async () => {
      const page = await newModel({ colorScheme });
      await nameStart(page, 'Mine');
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole('button', { name: 'New', exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByText('has changes that are neither').waitFor();
        await expectAccessible(page, { colorsOnly: true });
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      for (const name of ['Close', 'Cancel', 'Discard', 'Keep as draft']) {
        if ((await focused(page)) !== name) await page.keyboard.press('Tab');
        expect(await focused(page)).to.equal(name);
      }
      await page.keyboard.press('Enter');
      await label(page, 'Mine').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Drafts' }).press('Enter');
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^Open New model/ })
        .waitFor();
      await expectAccessible(page, { colorsOnly: true });
      await page.getByRole('button', { name: /^Delete New model/ }).press('Enter');
      await page.getByRole('button', { name: /^Really delete New model/ }).press('Enter');
      await page.getByText('No other drafts.').waitFor();
    });
  }

  async function newModel(look?: { colorScheme: 'light' | 'dark' }): Promise<Page> {
    const page = await ui.visit('/modeler', look);
    await shape(page, 'start').waitFor();
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    return page;
  }

  async function chooseFile(page: Page, name: string, content = HELLO): Promise<void> {
    const file = { name, mimeType: 'text/xml', buffer: Buffer.from(content) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
  }
});

function shape(page: Page, id: string) {
  return page.locator(`.modeler .djs-shape[data-element-id="${id}"]`).first();
}

function label(page: Page, text: string) {
  return page.locator('.modeler .djs-label').getByText(text);
}

async function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function answer(page: Page, way: string, act: () => Promise<void>): Promise<void> {
  await act();
  await page.getByRole('dialog').getByRole('button', { name: way, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { localStorage } = globalThis as unknown as { localStorage: object };
    return Object.keys(localStorage).some((name) => name.startsWith('modeler-draft:version'));
  });
}

async function removeShape(page: Page, id: string): Promise<void> {
  await shape(page, id).click();
  await page.keyboard.press('Delete');
  await shape(page, id).waitFor({ state: 'detached' });
}

/** Draws a change: the name of the start event. Returns when it is known to be unsaved. */
async function nameStart(page: Page, name: string): Promise<void> {
  await shape(page, 'start').click();
  const field = page.locator('.modeler-panel').getByLabel('Name', { exact: true });
  if (!(await field.isVisible())) await page.locator('.modeler-panel').getByText('General').click();
  await field.fill(name);
  await page.keyboard.press('Tab');
  await label(page, name.split(' ')[0] ?? '').waitFor();
  await page.getByRole('status').getByText(STATUS).waitFor();
}
