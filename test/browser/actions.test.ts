import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { sequence, task, userTask } from '../support/models/models.ts';
import { actAs, expectText, useUiPages } from '../support/ui-pages.ts';

describe('actions of the pages', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: sequence('plain', task('work')) });
    await call('/Definitions/deploy', { BpmnXml: sequence('asked', userTask('answer', { outputs: ['sum'] })) });
    await call('/Execution/start', { WorkflowId: 'asked' });
  });

  it('leaves it to the engine to refuse a number it could not keep, as it was typed', async () => {
    const page = await openStart('plain', /status of 400/);
    await page.getByLabel('Variables (JSON object, optional)').fill('{"far": 1e400}');
    await pressStart(page);
    await page
      .getByRole('dialog')
      .getByText(/a number that cannot be stored exactly: 1e400\. Send it as a string\./)
      .waitFor();
  });

  it('finds one of many variables to edit by name or value, and keeps changed ones visible', async () => {
    const Variables = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`part${number}`, `value of ${number * 7}`]));
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'plain',
      Variables,
    });
    const page = await ui.visit(`/process-instance/${id}`);
    await page.getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('part2', { exact: true }).fill('changed');
    await dialog.getByLabel('Filter by name or value').fill('OF 203');
    await dialog.getByText('2 of 30 variables, with all changed ones.').waitFor();
    await dialog.getByLabel('part29', { exact: true }).fill('found');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectText(page, 'Variables saved.');
    const few = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: 'plain', Variables: { one: 1 } });
    await page.goto(`${ui.url}/process-instance/${few.WorkflowInstanceId}`);
    await page.getByRole('button', { name: 'Edit variables' }).click();
    await dialog.getByLabel('one', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Filter by name or value').count()).to.equal(0);
  });

  it('does so for an expected output too', async () => {
    const page = await ui.visit('/user-tasks?view=table', { allows: /status of 400/ });
    await actAs(page, 'ada');
    await page.getByRole('button', { name: 'Claim answer' }).click();
    await page.getByRole('button', { name: 'Complete answer' }).click();
    await page.getByLabel('Sum').fill('12345678901234567891');
    await page.getByLabel('Further variables (JSON object)').fill('{ "more": [1] }');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page
      .getByRole('dialog')
      .getByText(/stored exactly: 12345678901234567891\./)
      .waitFor();
    await page.getByLabel('Sum').fill('12');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
  });

  it('shows the result when its dialog was closed before the answer came', async () => {
    const page = await openStart('plain');
    const release = await holdFirst(page, /Execution\/start$/);
    await pressStart(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    release();
    await expectText(page, /^Started 'plain' v1\. Open the instance$/);
  });

  it('repeats a request under its first key when no answer came', async () => {
    const page = await openStart('plain', /ERR_FAILED/);
    const keys: (string | undefined)[] = [];
    page.on('request', (request: Request) => {
      if (request.url().endsWith('/Execution/start')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route(/Execution\/start$/, (route) => route.abort(), { times: 1 });
    await pressStart(page);
    await page.getByRole('dialog').getByText('The service cannot be reached.').waitFor();
    await pressStart(page);
    await expectText(page, /^Started 'plain' v1\. Open the instance$/);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.be.a('string').and.equal(keys[1]);
  });

  it('reads the list again when another user was faster', async () => {
    const { WorkflowInstanceId } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: 'asked' });
    const page = await ui.visit('/user-tasks?view=table', { allows: /status of 404/ });
    await actAs(page, 'ada');
    await page.getByRole('button', { name: 'Claim answer' }).waitFor();
    await ui.call(`/Instances/${WorkflowInstanceId}/cancel`, {});
    await ui.call('/UserTasks?pageSize=1'); // a page waits for what it has done itself, not for what others have
    await page.getByRole('button', { name: 'Claim answer' }).click();
    await expectText(page, /^User task '.*' not found$/);
    await expectText(page, 'No pending user tasks.');
  });

  it('keeps the place of the keyboard while it works, and gives it back when a dialog closes', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('link', { name: 'plain', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refresh' }).focus();
    const release = await holdFirst(page, /ui\/api\/workflows/);
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy=true]').waitFor();
    expect(await page.evaluate<string>('document.activeElement.innerText')).to.equal('Refresh');
    release();
    await page.locator('button[aria-busy=false]:focus').waitFor();
    await page.getByRole('button', { name: 'Start plain' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button[aria-label="Start plain"]:focus').waitFor();
  });

  it('reports an expired sign-in and an unavailable service when nothing more can be loaded', async () => {
    await ui.call('/Execution/start', { WorkflowId: 'asked' });
    const page = await ui.visit('/user-tasks?view=table', { allows: /ERR_FAILED|status of 401|preload|MIME/ });
    await actAs(page, 'ann', '');
    await page.getByRole('button', { name: 'Claim answer' }).first().waitFor();
    await page.route(/message-board/, (route) => route.abort());
    await page.route(/claim$/, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Claim answer' }).first().click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.route(/claim$/, (route) => route.fulfill({ status: 401 }), { times: 1 });
    await page.getByRole('button', { name: 'Claim answer' }).first().click();
    await page.getByRole('dialog').getByText('Your sign-in has expired.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
  });

  async function openStart(key: string, allows?: RegExp): Promise<Page> {
    const page = await ui.visit('/workflows', allows === undefined ? {} : { allows });
    await page.getByRole('button', { name: `Start ${key}` }).click();
    return page;
  }
});

async function pressStart(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
}

/** Keeps the first request to an address back until the returned function is called. */
async function holdFirst(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const goOn = async (route: { continue(): Promise<void> }) => {
    await isReleased;
    await route.continue();
  };
  await page.route(address, goOn, { times: 1 });
  return release;
}
