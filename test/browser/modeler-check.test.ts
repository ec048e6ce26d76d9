import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

const HELLO = readFileSync(new URL('../../examples/hello.bpmn', import.meta.url), 'utf8');

/** One user task and one service task in the words of a dialect. */
const model = (namespaces: string, attributes: string, inside = '') => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" ${namespaces} id="d" targetNamespace="urn:t">
  <bpmn:process id="dialect" isExecutable="true">
    <bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="ask"/>
    <bpmn:userTask id="ask" name="Ask" ${attributes}>${inside}</bpmn:userTask>
    <bpmn:sequenceFlow id="g" sourceRef="ask" targetRef="e"/><bpmn:endEvent id="e"/>
  </bpmn:process>
</bpmn:definitions>`;
const DIALECTS = {
  'Camunda 7': model(
    'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    'camunda:candidateGroups="sales" camunda:dueDate="P3D" camunda:priority="70" camunda:formKey="ask-form"',
  ),
  Flowable: model(
    'xmlns:flowable="http://flowable.org/bpmn"',
    'flowable:candidateGroups="sales" flowable:dueDate="P3D" flowable:priority="70" flowable:formKey="ask-form"',
  ),
  'Camunda 8': model(
    'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
    '',
    '<bpmn:extensionElements><zeebe:assignmentDefinition candidateGroups="sales"/><zeebe:taskSchedule dueDate="P3D"/><zeebe:priorityDefinition priority="70"/><zeebe:formDefinition formKey="ask-form"/></bpmn:extensionElements>',
  ),
};

describe('the check of the modeler', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: HELLO });
    await call('/Definitions/deploy', { BpmnXml: HELLO });
  });

  for (const [dialect, xml] of Object.entries(DIALECTS)) {
    it(`says what the engine does with a user task of ${dialect}`, async () => {
      const page = await openFile(xml);
      await shape(page, 'ask').click();
      await untilProperties(page, [
        ['Candidate groups', 'sales'],
        ['Due date', 'P3D'],
        ['Priority', '70'],
        ['Form', 'ask-form'],
      ]);
    });
  }

  it('says what is ignored, in the words of a deploy', async () => {
    const xml = model('xmlns:x="urn:other:engine"', 'x:escalateAfter="3"');
    const warnings = (await ui.call<{ Warnings: string[] }>('/Definitions/deploy', { BpmnXml: xml })).Warnings;
    const page = await openFile(xml);
    await page.locator('.finding-badge-warning').first().waitFor();
    await page.locator('.check-findings summary').click();
    const list = page.getByRole('list', { name: 'Findings' });
    for (const warning of warnings)
      await list
        .getByText(warning.replace(/ \(line .*$/, ''))
        .first()
        .waitFor();
    await shape(page, 'ask').click();
    await engineView(page).getByText('Ignored:').first().waitFor();
  });

  it('marks findings at their elements while they are drawn, and no longer when they are repaired', async () => {
    const page = await openFile(HELLO.replace('approved == true', 'approved ==='));
    await page.locator('.finding-badge-error').first().waitFor();
    await page.getByText('A deploy would be refused.').waitFor();
    await page.locator('.check-findings summary').click();
    await page.getByRole('list', { name: 'Findings' }).getByRole('button').first().click();
    await page.locator('.djs-element.selected').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.locator('.finding-badge-error').first().click();
    await page.locator('.djs-element.selected').first().waitFor({ state: 'attached' });
    await shape(page, 'decide').click();
    await page.keyboard.press('Delete');
    await shape(page, 'decide').waitFor({ state: 'detached' });
    await page.locator('.finding-badge-error').waitFor({ state: 'detached' });
  });

  it('says which version a deploy makes, before and after one', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await expectText(page, "Becomes version 3 of 'hello'");
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, "Deployed 'hello' v3.");
    await expectText(page, "Becomes version 4 of 'hello'");
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expectText(page, /^Becomes version 1 of 'process-/);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read at every width when the browser prefers ${colorScheme}`, async () => {
      const page = await openFile(
        DIALECTS['Camunda 7'].replace('camunda:priority', 'camunda:odd="1" camunda:priority'),
        colorScheme,
      );
      await page.locator('.finding-badge').first().waitFor();
      await shape(page, 'ask').click();
      await engineView(page).getByText('Candidate groups').waitFor();
      await page.locator('.check-findings summary').click();
      await page.getByText('General').click();
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const shots = process.env['MODELER_SHOTS'];
        if (shots) await page.screenshot({ path: `${shots}/check-${colorScheme}-${width}.png`, fullPage: true });
        await expectAccessible(page, { colorsOnly: true });
      }
    });
  }

  async function openFile(content: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await ui.visit('/modeler', { colorScheme });
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const file = { name: 'a.bpmn', mimeType: 'text/xml', buffer: Buffer.from(content) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
    return page;
  }

  async function untilProperties(page: Page, expected: readonly (readonly [string, string])[]): Promise<void> {
    const view = engineView(page);
    for (const [name] of expected) await view.getByText(name, { exact: true }).waitFor();
    const found = await view
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((part) => (part as unknown as { innerText: string }).innerText)),
      );
    expect(found).to.deep.include.members(expected.map((row) => [...row]));
  }
});

function engineView(page: Page) {
  return page.getByRole('region', { name: 'What the engine does' });
}

function shape(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}
