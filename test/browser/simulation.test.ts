import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { script, sequence, task, userTask } from '../support/models/models.ts';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';
import { ORDER } from '../unit/simulation/models.ts';

describe('the simulation of a drawing', function () {
  this.timeout(120_000);
  const ui = useUiPages();

  it('runs what is drawn, back and forth, up to its end, and deploys nothing', async () => {
    const { page, panel } = await simulate(ORDER);
    await panel.getByText('Other variables as JSON').click();
    await panel.getByLabel('Variables (JSON)').fill('{"amount": 500, "orderId": "PO-1"}');
    expect(await page.getByRole('button', { name: 'Start', exact: true }).count(), 'starts a real instance').to.equal(0);
    await panel.getByRole('button', { name: 'Start: Placed' }).click();
    await panel.getByText('Approve order waits for a person').waitFor();
    await page.locator('.is-active[data-element-id="approve"]').first().waitFor({ state: 'attached' });
    await page.locator('.diagram-badge-active').getByText('1', { exact: true }).waitFor();
    expect(await panel.getByLabel('Amount', { exact: true }).inputValue()).to.equal('500');
    expect(await panel.getByRole('radio', { name: 'Yes' }).isChecked()).to.equal(true);
    await page.locator('[role=status]:focus').waitFor();

    await panel.getByRole('button', { name: 'Go to this time: late' }).click();
    await panel.getByText('Completed.', { exact: true }).waitFor();
    await page.locator('.is-cancelled[data-element-id="approve"]').first().waitFor({ state: 'attached' });
    await panel.getByRole('button', { name: 'Back one step' }).click();
    await panel.getByText('Approve order waits for a person').waitFor();

    await panel.getByRole('button', { name: 'Complete: Approve order' }).click();
    await panel.getByText("charge waits for work of type 'charge'").waitFor();
    await panel.getByRole('button', { name: 'Complete: charge' }).click();
    await panel.getByText("wait waits for the message 'paid'").waitFor();
    await panel.getByText('PO-1', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Deliver: wait' }).click();
    await panel.getByText("call would call 'invoice'").waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Complete: call' }).click();
    await panel.getByText('Completed.', { exact: true }).waitFor();
    await page.locator('.is-taken[data-element-id="f5"]').first().waitFor({ state: 'attached' });

    await panel.getByRole('button', { name: 'Restart' }).click();
    await panel.getByText('Not started yet.').waitFor();
    await page.locator('.is-taken').first().waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'End the simulation' }).click();
    await page.locator('.modeler-panel').waitFor();
    expect((await ui.call<{ totalCount: number }>('/Definitions')).totalCount).to.equal(0);
  });

  it('shows where and why it failed', async () => {
    const { page, panel } = await simulate(ORDER, 'dark');
    await panel.getByRole('button', { name: 'Start: Placed' }).click();
    await panel.getByRole('button', { name: 'Fail: Approve order' }).click();
    await panel.getByLabel('Error code').fill('TOO_DEAR');
    await panel.getByRole('button', { name: 'Fail: Approve order' }).click();
    await panel.getByText('Failed at Approve order: TOO_DEAR').waitFor();
    await page.locator('.is-failed[data-element-id="approve"]').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
  });

  it('has no editing tools over the drawing, and nothing selected', async () => {
    const { page, panel } = await simulate(ORDER);
    const palette = page.locator('.djs-palette');
    const pad = page.locator('.djs-context-pad');
    const shape = page.locator('[data-element-id="approve"]').first();
    await panel.getByRole('button', { name: 'End the simulation' }).click();
    await palette.waitFor();
    await shape.click();
    await pad.first().waitFor();
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await panel.waitFor();
    await palette.waitFor({ state: 'hidden' });
    await page.locator('.djs-element.selected').waitFor({ state: 'detached' });
    await shape.click();
    await page.locator('.djs-element.selected').waitFor({ state: 'attached' });
    expect(await pad.filter({ visible: true }).count()).to.equal(0);
  });

  it('warns of an empty field, and has fields to correct the variables of a failed step, which runs again', async () => {
    const { page, panel } = await simulate(
      sequence('fails', script('sum', 'sum = amount * 2'), userTask('check')),
      'light',
      'sum',
    );
    await panel.getByText('Empty: Amount. The next steps read it').waitFor();
    await panel.getByRole('button', { name: 'Start: start' }).click();
    await panel.getByText(/^Failed at sum: /).waitFor();
    await panel.getByText('Correct the variables, then run this step again.').waitFor();
    await expectAccessible(page);
    await panel.getByLabel('Amount').fill('4');
    expect(await panel.getByText('Empty:').count()).to.equal(0);
    await panel.getByRole('button', { name: 'Run again: sum' }).click();
    await panel.getByText('Waiting: 1').waitFor();
    await panel.getByText('8', { exact: true }).waitFor();
    await panel.getByText('Steps (1)').waitFor();
    expect(await panel.getByRole('button', { name: 'Back one step' }).innerText()).to.equal('Back one step');
  });

  it('does all steps again when the drawing is changed, and names the one that no longer fits', async () => {
    const { page, panel } = await simulate(ORDER);
    await panel.getByRole('button', { name: 'Start: Placed' }).click();
    await panel.getByRole('button', { name: 'Complete: Approve order' }).click();
    await panel
      .getByText(/waits for work of type|Completed\./)
      .first()
      .waitFor();
    await page.locator('[data-element-id="approve"]').first().click();
    await page.keyboard.press('Delete');
    await panel.getByText(/^Step 2 no longer fits the model: nothing waits at 'approve'/).waitFor();
    await panel.getByRole('button', { name: 'Drop this step' }).click();
    await panel.getByText(/^Step 2 no longer fits/).waitFor({ state: 'detached' });
  });

  it('runs what the drawing calls when its file is in the same folder, and names a file that cannot run', async () => {
    const { page, panel } = await simulate(ORDER);
    await panel.getByText('Other variables as JSON').click();
    await panel.getByLabel('Variables (JSON)').fill('{"amount": 500, "orderId": "PO-1"}');
    await panel.getByRole('button', { name: 'Start: Placed' }).click();
    for (const act of ['Complete: Approve order', 'Complete: charge', 'Deliver: wait'])
      await panel.getByRole('button', { name: act }).click();
    await panel.getByText("call would call 'invoice'").waitFor();
    await panel.getByText('Additional files', { exact: true }).click();
    const add = async (name: string, text: string) =>
      page.getByLabel('Files to add').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await add('notes.txt', 'nothing');
    await panel.getByText("Cannot continue: Resource 'notes.txt' is not a BPMN file").waitFor();
    await panel.getByRole('button', { name: 'Remove notes.txt' }).click();
    await panel.getByText('Cannot continue').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).to.equal('Add files');
    await add('invoice.bpmn', sequence('invoice', task('print')));
    await panel.getByRole('button', { name: 'Complete: print' }).waitFor();
    await panel.getByText('Additional files (1)', { exact: true }).waitFor();
    await expectAccessible(page);
    await add('invoice.bpmn', sequence('invoice', task('send')));
    await panel.getByRole('button', { name: 'Complete: send' }).click();
    await panel.getByText('Completed.', { exact: true }).waitFor();
    await add('large.bpmn', 'x'.repeat(1024 * 1024));
    await panel.getByText('The drawing and its files are limited to 1 MB in total.').waitFor();
    await panel.getByText('Additional files (1)', { exact: true }).waitFor();
  });

  it('asks for the result of a user task with the labels, types and choices of its form', async () => {
    const components = [
      { type: 'textfield', key: 'supplier', label: 'Name of the supplier', validate: { required: true } },
      {
        type: 'radio',
        key: 'kind',
        label: 'Kind of goods',
        values: ['food', 'tools'].map((value) => ({ value, label: `Some ${value}` })),
      },
      { type: 'number', key: 'price', label: 'Price', description: 'In euros', validate: { max: 100 } },
      { type: 'textfield', key: 'seen', label: 'Only seen', readonly: true },
    ];
    const json = JSON.stringify({ components }).replaceAll('"', '&quot;');
    const form = `<zeebe:userTaskForm id="F1">${json}</zeebe:userTaskForm>`;
    const definition = '<extensionElements><zeebe:formDefinition formKey="camunda-forms:bpmn:F1"/></extensionElements>';
    const more = `<userTask id="approve" name="Approve">${definition}</userTask>`;
    const startForm =
      '<camunda:formData><camunda:formField id="size" label="Size of the order" type="enum"><camunda:value id="s" name="Small"/><camunda:value id="l" name="Large"/></camunda:formField></camunda:formData>';
    const xml = sequence('forms', more, task('rest'))
      .replace('<process ', '<process xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ')
      .replace(/(<process [^>]*>)/, `$1<extensionElements>${form}</extensionElements>`)
      .replace(
        /<startEvent id="([^"]*)"\/>/,
        `<startEvent id="$1"><extensionElements>${startForm}</extensionElements></startEvent>`,
      );
    const { page, panel } = await simulate(xml);
    await panel.getByLabel('Size of the order').selectOption({ label: 'Large' });
    await panel.getByRole('button', { name: /^Start: / }).click();
    await panel.getByText('Approve waits for a person').waitFor();
    await panel.getByText('In euros').waitFor();
    expect(await panel.getByLabel('Only seen').isDisabled()).to.equal(true);
    await panel.getByRole('radio', { name: 'Some tools' }).check();
    await panel.getByLabel('Price').fill('101');
    await panel.getByRole('button', { name: 'Complete: Approve' }).click();
    await panel.getByText('A value is needed.').waitFor();
    await expectAccessible(page);
    await panel.getByLabel('Name of the supplier').fill('Ada');
    await panel.getByLabel('Price').fill('99.5');
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith('/Definitions/simulate')),
      panel.getByRole('button', { name: 'Complete: Approve' }).click(),
    ]);
    const { Acts } = JSON.parse(request.postData() ?? '') as { Acts: { Variables: object }[] };
    expect(Acts.map(({ Variables }) => Variables)).to.deep.equal([
      { size: 'l' },
      { supplier: 'Ada', kind: 'tools', price: 99.5 },
    ]);
    await panel.getByRole('button', { name: 'Complete: rest' }).waitFor();
  });

  for (const isStarted of [false, true]) {
    it(`keeps ${isStarted ? 'its steps' : 'the input'} when the user names the process, up to its deploy`, async () => {
      const page = await ui.visit('/modeler', { allows: /ERR_FAILED/ });
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      const panel = page.getByRole('region', { name: 'Simulation' });
      const values = panel.getByLabel('Variables (JSON)');
      await values.fill('{"amount": 700}');
      if (isStarted) {
        await panel.getByRole('button', { name: 'Start: start' }).click();
        await panel.getByText('Completed.', { exact: true }).waitFor();
      }
      await page.route(/Definitions\/deploy$/, (route) => route.abort(), { times: 1 });
      const again = page.waitForResponse((answer) => answer.url().endsWith('/Definitions/simulate'));
      await page.getByRole('button', { name: 'Deploy', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('textbox')
        .first()
        .fill(`Pay ${isStarted ? 'late' : 'early'}`);
      await dialog.getByRole('button', { name: 'Deploy' }).click();
      await again;
      await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
      await panel.and(page.locator('[aria-busy=false]')).waitFor();
      if (isStarted) await panel.getByText('Completed.', { exact: true }).waitFor();
      else expect(await values.inputValue()).to.equal('{"amount": 700}');
      expect(await panel.getByText(/no longer fits the model/).count()).to.equal(0);
      await page.getByRole('button', { name: 'Deploy', exact: true }).click();
      await expectText(page, /^Deployed 'pay-/);
      await expectText(page, /^Becomes version 2 of 'pay-(late|early)' \(Pay (late|early)\)/);
      await panel.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
    });
  }

  it('shows why nothing can run when the model would be refused', async () => {
    const { panel } = await simulate(ORDER.replace('=approved = true and amount', '=approved = ) and amount'), 'light');
    await panel
      .getByRole('alert')
      .getByText(/Cannot continue: Invalid BPMN/)
      .waitFor();
  });

  const simulate = async (
    xml: string,
    colorScheme: 'light' | 'dark' = 'light',
    shown = 'approve',
  ): Promise<{ page: Page; panel: Locator }> => {
    const page = await ui.open({ colorScheme, allows: /status of 400/ });
    await page.goto(`${ui.url}/modeler`);
    await page.locator('.djs-element').first().waitFor();
    await page.getByLabel('BPMN file').setInputFiles({ name: 'order.bpmn', mimeType: 'text/xml', buffer: Buffer.from(xml) });
    await page.locator(`[data-element-id="${shown}"]`).first().waitFor();
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Simulation' });
    await panel.getByText('Nothing is stored or sent', { exact: false }).waitFor();
    return { page, panel };
  };
});
