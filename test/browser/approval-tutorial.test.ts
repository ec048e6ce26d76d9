import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { filesOf } from '../support/pages/page-blocks.ts';
import { actAs, expectText, rowsOf, useUiPages } from '../support/ui-pages.ts';

const TUTORIAL = new URL('../../docs/tutorials/approval-process.md', import.meta.url);

describe('the first tutorial, in the browser', function () {
  this.timeout(90_000);
  const started: string[] = [];
  const ui = useUiPages(async (pages) => {
    const [model] = filesOf(await readFile(TUTORIAL, 'utf8'));
    await pages.call('/Definitions/deploy', { BpmnXml: model?.text });
    for (const [BusinessId, amount] of [
      ['laptop', 1200],
      ['chair', 240],
    ] as const) {
      const body = { WorkflowId: 'expense', BusinessId, Variables: { amount } };
      started.push((await pages.call<{ WorkflowInstanceId: string }>('/Execution/start', body)).WorkflowInstanceId);
    }
  });

  it('approves the laptop when the user follows step 4', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    expect(await rowsOf(page, 'User tasks')).to.have.length(2);
    await actAs(page, 'mia', 'managers');
    // the older one is the last: lists begin with the newest
    await page.getByRole('button', { name: 'Claim approve' }).last().click();
    await expectText(page, 'Task claimed.');
    await page.getByRole('button', { name: 'Complete approve' }).click();
    await page.getByRole('dialog').getByLabel('Approved').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    const [laptop = ''] = started;
    const state = await ui.call<{ isCompleted: boolean; completedActivityIds: string[] }>(`/Instances/${laptop}/state`);
    expect(state.isCompleted).to.equal(true);
    expect(state.completedActivityIds).to.deep.equal(['claimed', 'large', 'approve', 'decided', 'pay', 'paid']);
  });

  it('shows the way that the instance took when it is opened', async () => {
    const page = await ui.visit('/process-instances/expense');
    await page.getByText('laptop').first().waitFor();
    await page.goto(`${ui.url}/process-instance/${started[0]}`);
    await page.getByRole('slider').waitFor();
    await page.locator('.djs-shape').first().waitFor({ state: 'attached' });
  });
});
