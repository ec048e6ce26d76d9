import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sequence, task, userTask } from '../support/models/models.ts';
import { expectRows, expectText, pressRefresh, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');

describe('addresses of the pages', function () {
  this.timeout(90_000);
  let instanceId = '';
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: sequence('asked', userTask('answer')) });
    await call('/Definitions/deploy', { BpmnXml: sequence('50%2F50', task('work')) });
    const started = await call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: 'asked' });
    instanceId = started.WorkflowInstanceId;
    await call('/Execution/start', { WorkflowId: '50%2F50' });
  });

  it('show the last page when theirs is behind it', async () => {
    const page = await ui.visit('/user-tasks?view=table&page=99');
    await expectRows(page, 'User tasks', 1);
    await expectText(page, 'Page 1 of 1');
    expect(new URL(page.url()).search).to.equal('?view=table');
  });

  it('name a key exactly, also one that looks encoded', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('link', { name: '50%2F50', exact: true }).click();
    await page.getByRole('heading', { name: 'Process — 50%2F50' }).waitFor();
    await expectRows(page, 'Instances', 1);
  });

  it('lead to the Not Found page when the id is invalid, whatever is in it', async () => {
    const page = await ui.visit('/process-instance/..%2Fevents', { allows: /status of 404/ });
    await expectText(page, 'Instance ../events not found.');
  });

  it('lead back to the instances when the visit began at an instance', async () => {
    const page = await ui.visit(`/process-instance/${instanceId}?tab=nonsense`);
    await page.getByRole('tab', { name: 'Activities', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('heading', { name: 'Process — asked' }).waitFor();
  });

  it('keep what was shown when reading it again fails', async () => {
    const page = await ui.visit(`/process-instance/${instanceId}`, { allows: /ERR_FAILED/ });
    await page.locator('[data-element-id=answer].is-active').waitFor();
    await page.route(/ui\/api\/instances/, (route) => route.abort(), { times: 1 });
    await pressRefresh(page);
    await expectText(page, 'Failed to load the instance: The service cannot be reached.');
    await page.locator('[data-element-id=answer].is-active').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('open the search from within a field too, and never what an earlier text has found', async () => {
    const page = await ui.visit('/workflows');
    await page.getByLabel('Search by key or name').focus();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: 'Search', exact: true });
    await field.fill('asked');
    await page.getByRole('dialog').getByText('asked', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Process — asked' }).waitFor();
    await page.route(/ui\/api\/search/, (route) =>
      new Promise<void>((resolve) => page.once('close', () => resolve())).then(() => route.abort()),
    );
    await page.keyboard.press('Control+k');
    await field.fill('asked-not');
    await page.keyboard.press('Enter');
    await expectText(page, 'Searching…');
    expect(new URL(page.url()).pathname).to.equal('/process-instances/asked');
  });

  it('are found by the search for tasks, decisions and elements of the open process, with the keyboard alone', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: sequence('visa', '<userTask id="t1" name="Check the passport"/>') });
    await ui.call('/Decisions/deploy', { DmnXml: POSTAGE });
    await ui.call('/Execution/start', { WorkflowId: 'visa', BusinessId: 'V-1' });
    const page = await ui.visit('/workflows');
    await page.getByLabel('Search by key or name').waitFor();
    const pick = async (text: string, found: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search', exact: true }).fill(text);
      await page.getByRole('dialog').getByText(found, { exact: true }).waitFor();
      await page.locator('[role=dialog] [data-selected]').waitFor();
      await page.keyboard.press('Enter');
    };
    await pick('PASSPORT', 'Check the passport');
    await page.getByRole('heading', { name: 'Check the passport' }).waitFor();
    await pick('posta', 'postage v1');
    await page.waitForURL(/\/decisions\/postage$/);
    await page.goto(`${ui.url}/process-instance/${instanceId}`);
    await page.locator('[data-element-id=answer].is-active').waitFor();
    await pick('answ', 'User task · answer');
    await page.locator('[data-element-id=answer].is-selected').waitFor();
    expect(new URL(page.url()).search).to.equal('?element=answer');
  });
});
