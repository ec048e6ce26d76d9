import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { decision, decisionFile, literal } from '../support/models/decisions.ts';
import { acceptCompletion } from '../support/text-completion.ts';
import { expectAccessible, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}.bpmn`, import.meta.url), 'utf8');
const HELLO = example('hello');
const ORDER = example('order-fulfilment');

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
    it(`shows what the engine does with a user task of ${dialect}`, async () => {
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

  for (const dialect of ['Camunda 7', 'Flowable'] as const) {
    it(`edits the words of ${dialect} as they are written`, async () => {
      const page = await openFile(DIALECTS[dialect]);
      await shape(page, 'ask').click();
      const panel = page.locator('.modeler-panel');
      await panel.getByText(dialect, { exact: true }).click();
      const field = panel.getByLabel('Candidate groups');
      expect(await field.inputValue()).to.equal('sales');
      expect(await panel.getByText('Assignment', { exact: true }).count()).to.equal(0);
      await field.fill('sales, support');
      await panel.getByLabel('Due date').fill('');
      await page.keyboard.press('Tab');
      await untilProperties(page, [['Candidate groups', 'sales, support']]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      const prefix = dialect === 'Flowable' ? 'flowable' : 'camunda';
      expect(text).to.contain(`${prefix}:candidateGroups="sales, support"`).and.to.contain(`${prefix}:priority="70"`);
      expect(text).to.not.contain('dueDate');
      await tool(page, 'Undo').click();
      await untilProperties(page, [['Due date', 'P3D']]);
    });
  }

  it('shows ignored parts, in the words of a deploy', async () => {
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
    const other = await openFile(
      HELLO.replace(/<sequenceFlow id="toSent"[\s\S]*?<\/sequenceFlow>/, (flow) => flow.replace(/>[\s\S]*/, '/>')),
    );
    await other.locator('.djs-connection[data-element-id="toSent"] .djs-hit').first().click({ force: true });
    await engineView(other).getByText('Warning:').first().waitFor();
    expect(await engineView(other).getByText('Ignored:').count()).to.equal(0);
  });

  it('edits the native dialect as it is written', async () => {
    const page = await openFile(ORDER);
    await shape(page, 'pack').click();
    const panel = page.locator('.modeler-panel');
    await panel.getByText('Assignment', { exact: true }).click();
    const groups = panel.getByLabel('Candidate groups');
    expect(await groups.inputValue()).to.equal('warehouse');
    await groups.fill('packers');
    await panel.getByText('Expected outputs', { exact: true }).click();
    await panel.getByLabel('Variables, separated by commas').fill('parcelId, weight');
    await page.keyboard.press('Tab');
    await untilProperties(page, [['Candidate groups', 'packers']]);
    await shape(page, 'reserve-stock').click();
    await panel.getByText('Task definition', { exact: true }).click();
    expect(await panel.getByLabel('Job type').inputValue()).to.equal('reserve-stock');
    await panel.getByText('Input mapping', { exact: true }).click();
    await panel.getByText('lines', { exact: true }).waitFor();
    const types = page.getByRole('region', { name: 'Task types' });
    await types.getByLabel('Task type of the catalog').selectOption('rest-call');
    await types.getByRole('textbox', { name: /^url/i }).fill('https://a.example');
    await page.keyboard.press('Tab');
    await engineView(page)
      .getByText(/url ← ="https:\/\/a.example"/)
      .waitFor();
    await shape(page, 'agree-date').click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await untilProperties(page, [['Form fields', 'field1']]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).to.contain('<fleans:assignmentDefinition candidateGroups="packers" />').and.to.not.contain('<zeebe:');
    expect(text).to.contain('<fleans:expectedOutput name="weight" />').and.to.contain('type="rest-call"');
    expect(text).to.contain('<fleans:input source="=items" target="lines" />').and.to.contain('<fleans:userTaskForm ');
    for (let undone = 0; undone < 5; undone += 1) await tool(page, 'Undo').click();
    await shape(page, 'pack').click();
    await untilProperties(page, [['Candidate groups', 'warehouse']]);
  });

  it('reports a definition of a second dialect that does not count', async () => {
    const second = '$&<zeebe:assignmentDefinition candidateGroups="packers"/>';
    const both = ORDER.replace(/<fleans:assignmentDefinition candidateGroups="warehouse" \/>/, second);
    const page = await openFile(both.replace('xmlns:fleans', 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:fleans'));
    await shape(page, 'pack').click();
    await engineView(page)
      .getByText(/candidateGroups 'packers' .* is ignored: 'warehouse' counts/)
      .waitFor();
  });

  it('does the click that ends the input of a field', async () => {
    const page = await openFile(DIALECTS['Camunda 8'].replace('<zeebe:formDefinition formKey="ask-form"/>', ''));
    await shape(page, 'ask').click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('group', { name: 'Field 1' }).getByLabel('Variable').fill('approved');
    await page.locator('.djs-context-pad [data-action="append.gateway"]').click();
    await page.locator('.djs-shape[data-element-id^=Gateway_]').waitFor();
    await shape(page, 'ask').click();
    await untilProperties(page, [['Form fields', 'approved']]);
  });

  it('reports a required parameter of a task type that has no input', async () => {
    const typed = (inputs: string) =>
      DIALECTS['Camunda 8']
        .replaceAll('userTask', 'serviceTask')
        .replace(
          /(<bpmn:extensionElements>).*(?=<\/bpmn:extensionElements>)/,
          `$1<zeebe:taskDefinition type="rest-call"/>${inputs}`,
        );
    const page = await openFile(typed(''));
    await page.locator('.finding-badge-warning').waitFor();
    await page.locator('.check-findings summary').click();
    await page.getByText("serviceTask 'ask': parameter 'url' of 'rest-call' is required and not mapped").waitFor();
    const mapped = await openFile(typed('<zeebe:ioMapping><zeebe:input source="=address" target="url"/></zeebe:ioMapping>'));
    await mapped.getByText('No findings').waitFor();
  });

  it('draws the form of a user task, field by field', async () => {
    const page = await openFile(DIALECTS['Camunda 8'].replace('<zeebe:formDefinition formKey="ask-form"/>', ''));
    await shape(page, 'ask').click();
    const form = page.getByRole('region', { name: 'Form fields' });
    const field = (position: number) => form.getByRole('group', { name: `Field ${position}` });
    await form.getByRole('button', { name: 'Add a field' }).click();
    await field(1).getByLabel('Variable').fill('approved');
    await page.keyboard.press('Tab');
    await field(1).getByLabel('Type').selectOption('Yes or no');
    await field(1).getByLabel('Label').fill('Approved?');
    await form.getByRole('button', { name: 'Add a field' }).click();
    await field(2).getByLabel('Type').selectOption('Choice');
    await field(2).getByLabel('Choices').fill('low, high');
    await field(2).getByLabel('Required').click();
    await field(2).getByLabel('Variable').fill('approved');
    await form.getByText('Another field has this variable.').waitFor();
    await field(2).getByLabel('Variable').fill('risk');
    await page.keyboard.press('Tab');
    await expectAccessible(page, { colorsOnly: true });
    await untilProperties(page, [['Form fields', 'Approved?, risk (required)']]);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog', { name: "'dialect' exists" }).getByRole('button', { name: 'Deploy as version 2' }).click();
    await expectText(page, /^Deployed 'dialect'/);
    await ui.call('/Execution/start', { WorkflowId: 'dialect' });
    const { data } = await ui.call<{ data: { form: { fields: object[] } }[] }>('/UserTasks?pageSize=1');
    expect(data[0]?.form.fields).to.deep.equal([
      { id: 'approved', label: 'Approved?', type: 'boolean' },
      { id: 'risk', type: 'enum', isRequired: true, values: ['low', 'high'].map((id) => ({ id, label: id })) },
    ]);
    await form.getByRole('button', { name: 'Remove approved' }).click();
    await form.getByRole('button', { name: 'Remove risk' }).click();
    await field(1).waitFor({ state: 'detached' });
    for (let undone = 0; undone < 2; undone += 1) await tool(page, 'Undo').click();
    await field(2).waitFor();
  });

  it('keeps what it knew when the service does not answer, and tries again', async () => {
    const page = await openFile(DIALECTS['Camunda 8'], 'light', /Failed to load resource|ERR_FAILED/);
    await expectText(page, /^Becomes version \d+ of 'dialect'/);
    await page.route('**/Definitions/validate', (route) => route.abort());
    await shape(page, 'ask').click();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^The check failed and is repeated: /).waitFor();
    await engineView(page).getByText('Candidate groups').waitFor();
    await page.unroute('**/Definitions/validate');
    await expectText(page, /^Becomes version \d+ of 'dialect'/);
  });

  it('marks findings at their elements while they are drawn, and no longer when they are repaired', async () => {
    const page = await openFile(HELLO.replace('approved == true', 'approved ==='));
    await page.locator('.finding-badge-error').first().waitFor();
    await page.getByText('This model cannot be deployed. Fix the errors below.').waitFor();
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

  it('includes the additional files, which are deployed with the drawing', async () => {
    const rule =
      '<bpmn:businessRuleTask id="ask" camunda:decisionRef="fee" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="fee"/>';
    const xml = DIALECTS['Camunda 7']
      .replace(/<bpmn:userTask[\s\S]*<\/bpmn:userTask>/, rule)
      .replace('"dialect"', '"with-files"');
    const page = await openFile(xml);
    const findings = page.locator('.check-findings summary');
    await findings.waitFor();
    await page.getByText('Additional files', { exact: true }).click();
    const dmn = decisionFile(decision('fee', literal('amount * 2')));
    await page.getByLabel('Files to add').setInputFiles({ name: 'fee.dmn', mimeType: 'text/xml', buffer: Buffer.from(dmn) });
    await page.getByText('Additional files (1)', { exact: true }).waitFor();
    await findings.waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, "Deployed 'with-files' v1.");
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'with-files',
      Variables: { amount: 4 },
    });
    const { variableStates } = await ui.call<{ variableStates: { variables: object }[] }>(`/Instances/${id}/state`);
    expect(variableStates[0]?.variables).to.deep.include({ fee: 8 });
  });

  it('edits a condition and a script as they are written, when they are no FEEL', async () => {
    const page = await ui.visit('/modeler?key=hello&version=1');
    await page.locator('.djs-connection[data-element-id="toSent"] .djs-hit').first().click({ force: true });
    const panel = page.locator('.modeler-panel');
    await panel.getByText('Condition', { exact: true }).click();
    const condition = panel.getByLabel('Condition expression');
    await untilRead(
      'the condition',
      () => condition.innerText(),
      (text) => text === 'approved == true',
    );
    await condition.fill('approved == true && sure');
    await page.keyboard.press('Tab');
    await untilProperties(page, [['Taken when', 'approved == true && sure']]);
    await shape(page, 'greet').click();
    await panel.getByText('Script', { exact: true }).first().click();
    const script = panel.locator('[data-entry-id="scriptText"] .cm-content');
    expect(await script.innerText()).to.contain('greeting = ');
    await script.fill('greeting = (');
    await page.keyboard.press('Tab');
    await page.locator('.finding-badge-error').waitFor();
    await engineView(page).getByText('Error:').waitFor();
    await script.fill('greeting = "Hi"');
    await page.keyboard.press('Tab');
    await page.locator('.finding-badge-error').waitFor({ state: 'detached' });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).to.contain('>approved == true &amp;&amp; sure<').and.to.contain('greeting = "Hi"');
  });

  it('completes variables of the model where FEEL is written', async () => {
    const inside =
      '<bpmn:extensionElements><zeebe:ioMapping><zeebe:input source="=1" target="orderTotal"/></zeebe:ioMapping></bpmn:extensionElements>';
    const xml = model('xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"', '', inside);
    const page = await openFile(
      xml.replace('</bpmn:extensionElements>', '<zeebe:assignmentDefinition assignee="=ord"/></bpmn:extensionElements>'),
    );
    await shape(page, 'ask').click();
    const panel = page.locator('.modeler-panel');
    await panel.getByText('Assignment', { exact: true }).click();
    await panel.locator('[data-entry-id="assignmentDefinitionAssignee"] .cm-content').click();
    await page.keyboard.press('End');
    await page.keyboard.type('er');
    await acceptCompletion(page, 'orderTotal');
    await untilProperties(page, [['Assignee', '=orderTotal']]);
  });

  it('offers the task types of the catalog with their parameters', async () => {
    const page = await openFile(model('', '').replaceAll('userTask', 'serviceTask'));
    await shape(page, 'ask').click();
    const types = page.getByRole('region', { name: 'Task types' });
    await types.getByLabel('Task type of the catalog').selectOption('rest-call');
    await engineView(page).getByText('rest-call', { exact: true }).waitFor();
    const shots = process.env['MODELER_SHOTS'];
    if (shots) await page.screenshot({ path: `${shots}/types.png` });
    const url = types.getByRole('textbox', { name: /^url/i });
    expect(await url.inputValue()).to.equal('');
    await types.getByText('A value is needed.').waitFor();
    await page.locator('.check-findings summary').click();
    await page.getByRole('list', { name: 'Findings' }).getByText("parameter 'url' of 'rest-call' is required").waitFor();
    await url.fill('https://a.example/orders');
    await page.keyboard.press('Tab');
    await engineView(page)
      .getByText(/url ← ="https:\/\/a.example\/orders"/)
      .waitFor();
    await types.getByText(/^\d+ more parameters?$/).click();
    await expectAccessible(page);
    await tool(page, 'Undo').click();
    await types.getByText('A value is needed.').waitFor();
    await tool(page, 'Undo').click();
    await engineView(page).getByText('none is named: it waits until the activity is completed from outside').waitFor();
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

  async function openFile(content: string, colorScheme: 'light' | 'dark' = 'light', allows?: RegExp): Promise<Page> {
    const page = await ui.visit('/modeler', { colorScheme, ...(allows && { allows }) });
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const file = { name: 'a.bpmn', mimeType: 'text/xml', buffer: Buffer.from(content) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
    return page;
  }

  async function untilProperties(page: Page, expected: readonly (readonly [string, string])[]): Promise<void> {
    const view = engineView(page);
    for (const text of expected.flat()) await view.getByText(text, { exact: true }).first().waitFor();
    const found = await view
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((part) => (part as unknown as { innerText: string }).innerText)),
      );
    expect(found).to.deep.include.members(expected.map((row) => [...row]));
  }
});

function engineView(page: Page) {
  return page.getByRole('region', { name: 'Engine behavior' });
}

function tool(page: Page, name: string) {
  return page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name, exact: true });
}

function shape(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}
