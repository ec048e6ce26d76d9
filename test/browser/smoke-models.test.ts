// tier commit: one test per page
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sequence, task } from '../support/models/models.ts';
import { addFilter, expectRows, untilRead, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');

/** Opens the pages of models and decisions, and performs the main action of each. The other pages: smoke.test.ts. */
describe('each page of models and decisions opens and performs its main action', function () {
  this.timeout(300_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
    await call('/Definitions/deploy', { BpmnXml: sequence('order', task('pack').replace('/>', ' name="Pack it"/>')) });
    for (const BusinessId of ['PO-1', 'PO-2']) await call('/Execution/start', { WorkflowId: 'order', BusinessId });
    await call('/Decisions/deploy', { DmnXml: POSTAGE });
    await call('/Decisions/deploy', { DmnXml: POSTAGE.replaceAll(/postage|size/gi, (name) => `${name}2`) });
  });

  // slow: draws, deploys and starts a process in three pages
  it('modeler: draws a process, checks it, deploys it and starts an instance', async () => {
    const page = await ui.visit('/modeler');
    await page.locator('.modeler [data-element-id=start]').click();
    await page.locator('.djs-context-pad [data-action="append.append-task"]').click();
    await page.locator('.modeler [data-element-id^=Activity_]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.djs-context-pad [data-action="append.end-event"]').click();
    await page.locator('.modeler [data-element-id^=Event_]').first().waitFor();
    await page
      .getByText(/^Becomes version 1/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('First process');
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.waitForURL(/modeler\?key=first-process&version=1$/);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await page.locator('[data-element-id^=Activity_].is-active').waitFor();
  });

  it('process: compares two versions', async () => {
    const page = await ui.visit('/processes/order?view=versions');
    await expectRows(page, 'Versions', 2);
    await page.getByRole('link', { name: 'v2: Compare with v1' }).click();
    for (const name of ['Diagram of v1', 'Diagram of v2'])
      await page.getByRole('region', { name }).locator('[data-element-id=pack].is-changed').waitFor();
  });

  // slow: opens a list, filters it, and loads a diagram
  it('instances of a process: finds one by its business id and opens it', async () => {
    const page = await ui.visit('/process-instances/order');
    await expectRows(page, 'Instances', 2);
    await page.locator('.djs-overlays[data-container-id=pack] .diagram-badge').first().waitFor();
    await addFilter(page, 'business id: PO-2');
    await expectRows(page, 'Instances', 1);
    await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Process Instance PO-2' }).waitFor();
  });

  // slow: the first page of decisions of this browser
  it('decisions: finds one and opens it', async () => {
    const page = await ui.visit('/decisions');
    await expectRows(page, 'Decisions', 4);
    await page.getByRole('textbox', { name: 'Search by key or name' }).fill('stage2');
    await expectRows(page, 'Decisions', 1);
    await page.getByRole('link', { name: 'Open postage2' }).click();
    await page.waitForURL(/\/decisions\/postage2/);
    await page.getByRole('table', { name: 'Decision: Postage2', exact: true }).getByText('3.99').waitFor();
  });

  it('decision: evaluates its table', async () => {
    const page = await ui.visit('/decisions/postage');
    await page.getByRole('table', { name: 'Decision: Postage', exact: true }).getByText('3.99').waitFor();
    await page.getByLabel('weight').fill('1.5');
    await page.getByLabel('longestSide').fill('30');
    await page.getByLabel('country').fill('DE');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('{"price":3.99,"days":2}').first().waitFor();
    const rows = page.locator('.decision-table tbody tr');
    const hits = await untilRead(
      'the marked rule',
      () => rows.evaluateAll((all) => all.map((row) => row.classList.contains('is-hit'))),
      (marks) => marks.includes(true),
    );
    expect(hits.indexOf(true)).to.equal(0);
  });

  // slow: loads the editor of decisions and deploys
  it('decision editor: changes a cell and deploys the next version', async () => {
    const page = await ui.visit('/decision-editor?key=postage2');
    await page.waitForURL(/\/decision-editor\?key=postage2&version=1$/);
    await page.locator('.table-editor td').getByText('3.99', { exact: true }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('4.25');
    await page
      .getByText(/^Becomes version 2/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.waitForURL(/\/decisions\/postage2\?version=2$/);
    await page.getByRole('table', { name: 'Decision: Postage2', exact: true }).getByText('4.25').waitFor();
    await expectRows(page, 'Versions', 2);
  });
});
