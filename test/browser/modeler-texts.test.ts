import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { acceptCompletion } from '../support/text-completion.ts';
import { expectAccessible, useUiPages } from '../support/ui-pages.ts';

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="d" targetNamespace="urn:t">
  <bpmn:process id="texts" isExecutable="true">
    <bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="count"/>
    <bpmn:scriptTask id="count" name="Count"><bpmn:script>orderTotal = 3
greeting = "Hi"</bpmn:script></bpmn:scriptTask>
    <bpmn:sequenceFlow id="g" sourceRef="count" targetRef="ask"/>
    <bpmn:userTask id="ask" name="Ask"><bpmn:extensionElements><zeebe:assignmentDefinition assignee="=gree"/></bpmn:extensionElements></bpmn:userTask>
    <bpmn:sequenceFlow id="h" sourceRef="ask" targetRef="e"/><bpmn:endEvent id="e"/>
  </bpmn:process>
</bpmn:definitions>`;

describe('the fields for expressions and scripts of the modeler', function () {
  this.timeout(120_000);
  const ui = useUiPages();

  it('show what a deploy would report about FEEL, at its place, while it is written', async () => {
    const page = await openModel('light');
    const field = await assignee(page);
    await field.fill('upper case(gree');
    await fault(page).getByText('Line 1, column 16: unexpected end of text').waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    await field.fill('uper case(gree)');
    await fault(page).getByText("unknown function 'uper case', the nearest known is 'upper case'").waitFor();
    await field.fill('upper case(gree)');
    await fault(page).waitFor({ state: 'detached' });
  });

  it('offer the functions of this engine with their signatures, and variables that scripts assign', async () => {
    const page = await openModel('light');
    const field = await assignee(page);
    await field.fill('');
    await field.pressSequentially('last day');
    await page.locator('.cm-tooltip-autocomplete').getByText('last day of month(date: day)').first().waitFor();
    await field.fill('');
    // a text, because the types of the page are not known here
    await page.evaluate(`(() => {
      const look = () => { globalThis.wasDisabled ||= document.querySelector('.cm-tooltip-autocomplete-disabled') !== null; };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    })()`);
    await field.pressSequentially('orderT');
    await page.locator('.cm-tooltip-autocomplete').getByText('orderTotal').first().waitFor();
    await undo(page).waitFor();
    await acceptCompletion(page, 'orderTotal');
    expect(await field.innerText()).to.equal('orderTotal');
    expect(await page.evaluate('globalThis.wasDisabled'), 'the list stays usable when the model takes the text').to.equal(false);
  });

  it('complete a script, and report its fault at its line', async () => {
    const page = await openModel('light');
    await shape(page, 'count').click();
    await page.locator('.modeler-panel').getByText('Script', { exact: true }).first().click();
    const field = page.locator('[data-entry-id="scriptText"] .cm-content');
    await field.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x = orderT');
    await acceptCompletion(page, 'orderTotal');
    await page.keyboard.type(' + ');
    await fault(page).getByText('Line 3, column').waitFor();
    await page.keyboard.type('1');
    await fault(page).waitFor({ state: 'detached' });
    await undo(page).waitFor();
  });

  it('stay silent and usable when the check does not answer', async () => {
    const page = await openModel('light', /Failed to load resource|ERR_FAILED/);
    await page.route('**/Definitions/validate', (route) => route.abort());
    const field = await assignee(page);
    await field.fill('upper case(');
    await page.getByText(/^The check failed and is repeated/).waitFor();
    expect(await fault(page).count()).to.equal(0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read with a fault at every width when the browser prefers ${colorScheme}`, async () => {
      const page = await openModel(colorScheme);
      await shape(page, 'count').click();
      await page.locator('.modeler-panel').getByText('Script', { exact: true }).first().click();
      await page.locator('[data-entry-id="scriptText"] .cm-content').fill('x = (');
      await fault(page).first().waitFor();
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const shots = process.env['MODELER_SHOTS'];
        if (shots) await page.screenshot({ path: `${shots}/texts-${colorScheme}-${width}.png`, fullPage: true });
        await expectAccessible(page, { colorsOnly: true });
      }
    });
  }

  async function openModel(colorScheme: 'light' | 'dark', allows?: RegExp): Promise<Page> {
    const page = await ui.visit('/modeler', { colorScheme, ...(allows && { allows }) });
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const file = { name: 'a.bpmn', mimeType: 'text/xml', buffer: Buffer.from(MODEL) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
    await shape(page, 'ask').waitFor();
    return page;
  }
});

async function assignee(page: Page) {
  await shape(page, 'ask').click();
  await page.locator('.modeler-panel').getByText('Assignment', { exact: true }).click();
  return page.locator('[data-entry-id="assignmentDefinitionAssignee"] .cm-content');
}

/** Usable after the model has taken a change. */
function undo(page: Page) {
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
  return tools.getByRole('button', { name: 'Undo', exact: true }).and(page.locator('[aria-disabled="false"]'));
}

function fault(page: Page) {
  return page.locator('.text-fault');
}

function shape(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}
