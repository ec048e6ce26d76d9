import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectText, useUiPages } from '../support/ui-pages.ts';

const HELLO = readFileSync(new URL('../../examples/hello.bpmn', import.meta.url), 'utf8');

describe('the modeler', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  it('leads from an empty page to a running instance', async () => {
    const page = await ui.visit('/modeler');
    await appendTask(page);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Name the process' });
    expect(await dialog.getByRole('button', { name: 'Deploy' }).isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Größe prüfen');
    expect(await dialog.getByLabel('Process key').inputValue()).to.equal('große-prufen');
    await dialog.getByLabel('Process key').fill('check-size');
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    await expectText(page, "Deployed 'check-size' v1.");
    await page.waitForURL(/modeler\?key=check-size&version=1$/);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await page.getByRole('treeitem').first().waitFor();
  });

  it('asks before a new drawing becomes a version of another process', async () => {
    await ui.call('/Definitions/deploy', {
      BpmnXml: HELLO.replaceAll('"hello"', '"shop-order"'),
    });
    const page = await ui.visit('/modeler');
    await appendTask(page);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Name the process' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop order');
    await dialog.getByText(/The process 'shop-order' exists. Version 1 is .* This drawing becomes version 2\./).waitFor();
    const deploy = dialog.getByRole('button', { name: 'Deploy', exact: true });
    expect(await deploy.isDisabled()).to.equal(true);
    await dialog.getByLabel("Deploy as version 2 of 'shop-order'").check();
    expect(await deploy.isEnabled()).to.equal(true);
    await dialog.getByRole('button', { name: "Use the key 'shop-order-2'" }).click();
    await deploy.click();
    await expectText(page, "Deployed 'shop-order-2' v1.");
    await page.waitForURL(/modeler\?key=shop-order-2&version=1$/);
    const buffer = Buffer.from(HELLO.replaceAll('"hello"', '"shop-order"'));
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles({ name: 'a.bpmn', mimeType: 'text/xml', buffer });
    await page.locator('.modeler [data-element-id=review]').waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog', { name: "'shop-order' exists" }).getByRole('button', { name: 'Deploy as version 2' }).click();
    await expectText(page, "Deployed 'shop-order' v2.");
  });

  it('changes the model through the properties panel, and keeps the drawing when the page is loaded again', async () => {
    const page = await ui.visit('/modeler');
    await page.locator('.modeler [data-element-id=start]').click();
    await page.getByText('General').click();
    await page.locator('.modeler-panel').getByLabel('Name').fill('Order received');
    await page.keyboard.press('Tab');
    await page.locator('.modeler .djs-label').getByText('Order').waitFor();
    await untilDraft(page, 'Order received');
    await page.reload();
    await page.locator('.modeler .djs-label').getByText('Order').waitFor();
  });

  it('opens a file, marks the element of a refusal, and begins again', async () => {
    const page = await ui.visit('/modeler', { allows: /status of 400/ });
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const buffer = Buffer.from(HELLO.replace('approved == true', 'approved ==='));
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles({ name: 'hello.bpmn', mimeType: 'text/xml', buffer });
    await page.locator('.modeler [data-element-id=review]').waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, /^Invalid BPMN: /);
    await page.locator('.modeler .is-faulty').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.locator('.modeler [data-element-id=review]').waitFor({ state: 'detached' });
  });

  it('opens a deployed version, and gives it away as a file', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: HELLO });
    const page = await ui.visit('/process-instances/hello');
    await page.getByRole('link', { name: 'Open in the modeler' }).click();
    await page.waitForURL(/modeler\?key=hello&version=1$/);
    await page.locator('.modeler [data-element-id=review]').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).to.equal('hello.bpmn');
    expect(await page.locator('.bjs-powered-by').isVisible()).to.equal(true);
  });

  it('keeps changes to a deployed version when the page is loaded again, and forgets it for a new model', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await page.locator('.modeler [data-element-id=review]').click();
    await page.keyboard.press('Delete');
    await page.locator('.modeler [data-element-id=review]').waitFor({ state: 'detached' });
    await untilDraft(page, '"key":"hello"');
    await page.reload();
    await page.locator('.modeler [data-element-id=decide]').waitFor();
    expect(await page.locator('.modeler [data-element-id=review]').count()).to.equal(0);
    await expectText(page, /^This is your draft of 'hello v1', last changed at/);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(/modeler$/);
    await page.reload();
    await page.locator('.modeler [data-element-id=start]').waitFor();
    await page.goto(`${ui.url}/modeler?key=hello&version=1`);
    await page.locator('.modeler [data-element-id=review]').waitFor();
  });

  /** Waits until a draft is kept that has this text in it. */
  async function untilDraft(page: Page, text: string): Promise<void> {
    await page.waitForFunction((part) => {
      const { localStorage } = globalThis as unknown as { localStorage: Record<string, string> };
      return Object.entries(localStorage).some(([name, draft]) => name.startsWith('modeler-draft:') && draft.includes(part));
    }, text);
  }

  /** Draws a task behind the start event, and an end behind the task. */
  async function appendTask(page: Page): Promise<void> {
    await page.locator('.modeler [data-element-id=start]').click();
    await page.locator('.djs-context-pad [data-action="append.append-task"]').click();
    await page.locator('.modeler [data-element-id^=Activity_]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.djs-context-pad [data-action="append.end-event"]').click();
    await page.locator('.modeler [data-element-id^=Event_]').first().waitFor();
  }
});
