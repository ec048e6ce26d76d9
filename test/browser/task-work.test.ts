import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useTaskPages } from '../support/task-pages.ts';
import { actAs, addFilter, expectAccessible, expectText, pressRefresh } from '../support/ui-pages.ts';

describe('work on user tasks (docs/contributing/spec/pages.md#work-on-a-task)', function () {
  this.timeout(90_000);
  const { ui, start, variablesOf, taskOf, visitAs, itemsOf } = useTaskPages();
  const expectTitle = async (page: Page, title: string) => {
    while ((await page.title()) !== title) await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  };

  it('is done for five tasks with the keyboard alone', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await start(`five-${n}`));
    const page = await visitAs('ada', '/user-tasks?sort=createdAt');
    await itemsOf(page).first().focus();
    for (const n of [1, 2, 3, 4, 5]) {
      await page.getByRole('article').getByText(`five-${n}`).waitFor();
      await page.keyboard.press('c');
      await page.locator('input[name="supplier"]:focus').waitFor();
      await page.keyboard.type(`Supplier ${n}`);
      await page.keyboard.press('Tab');
      await page.keyboard.type(String(n));
      await page.keyboard.press('Control+Enter');
      await page.getByRole('article').getByText(`five-${n}`).waitFor({ state: 'detached' });
    }
    await expectText(page, 'No pending user tasks.');
    for (const [n, id] of ids.entries()) {
      expect(await variablesOf(id)).to.deep.equal({ supplier: `Supplier ${n + 1}`, amount: n + 1 });
    }
  });

  it('shows what people call a task, when it is due, and how urgent it is', async () => {
    await start('named-1');
    const page = await visitAs('ada', '/user-tasks');
    const text = (await itemsOf(page).first().innerText()).replaceAll(/\s+/g, ' ');
    expect(text).to.match(
      /^Check the invoice Invoices of suppliers · named-1 Overdue by \d+ days Priority 70 less than a minute old$/,
    );
    const article = page.getByRole('article', { name: 'Task Check the invoice' });
    await article.getByText('named-1').waitFor();
    await article.getByText("Not shown here: filepicker 'Scan'.").waitFor();
    await expectAccessible(page);
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('reports calmly who has the task, or that it is done, when another user was faster', async () => {
    const id = await start('faster-1');
    const taskId = await taskOf(id);
    const page = await visitAs('ada', `/user-tasks?task=${taskId}`, { allows: /status of 404/ });
    await page.getByRole('button', { name: 'Claim and complete' }).waitFor();
    await ui.call(`/UserTasks/${taskId}/claim`, { UserId: 'bob', UserGroups: ['clerks'] });
    await ui.call('/UserTasks?pageSize=1');
    await pressRefresh(page);
    await expectText(page, 'bob has claimed this task in the meantime. Your input is stored in this browser.');
    await ui.call(`/UserTasks/${taskId}/complete`, { UserId: 'bob', Variables: {} });
    await ui.call(`/UserTasks?pageSize=1`);
    await pressRefresh(page);
    await expectText(
      page,
      "'Check the invoice' is no longer open. Another user has completed it, or its process has continued without it.",
    );
    await page.getByRole('button', { name: 'Next task' }).click();
    await page.getByText('is no longer open').waitFor({ state: 'detached' });
  });

  it('has the comments on the task, and the number of my tasks in the title of the window', async () => {
    const id = await start('said-1');
    const page = await visitAs('eve', `/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await expectTitle(page, '(1) Tasks · Sluice');
    await expectText(page, 'No comments yet.');
    await page.locator('h1').click();
    await page.keyboard.press('m');
    await page.keyboard.type('Who has <b>it</b>?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Comments' }).getByText('Who has <b>it</b>?').and(page.locator('p')).waitFor();
    await page.getByRole('button', { name: 'Unclaim' }).click();
    await expectTitle(page, 'Tasks · Sluice');
  });

  it('takes the keys after a click on a filter with radio buttons', async () => {
    await start('keys-1');
    const page = await visitAs('ada');
    await page.getByText('Unassigned', { exact: true }).click();
    await page.waitForURL(/scope=unassigned/);
    await itemsOf(page).first().waitFor();
    await page.locator('input[type="radio"]:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('input[type="radio"]').first().focus();
    await page.keyboard.press('/');
    await page.getByRole('dialog').waitFor();
  });

  it('keeps the input of a user who gives a name only when completing', async () => {
    const id = await start('nameless-1');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    await dialog.getByLabel('Your name').fill('eve');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expectText(page, 'User eve is not authorized to claim this task');
    const refused = page.getByRole('dialog', { name: "You may not claim 'Check the invoice'" });
    await refused.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Supplier' }).inputValue()).to.equal('Acme');
    await actAs(page, 'ada', 'clerks');
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme 2');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme 2' });
  });

  it('keeps the input when the user corrects name and groups after a refused claim', async () => {
    const id = await start('corrected-1');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await actAs(page, 'eve', 'guests');
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: "You may not claim 'Check the invoice'" });
    await dialog.getByText('Groups: clerks').waitFor();
    await dialog.getByLabel('Your name').fill('bob');
    await dialog.getByLabel('Your groups (comma separated)').fill('clerks');
    await dialog.getByRole('button', { name: 'Save and try again' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme' });
  });

  it('offers the candidate groups of the task in the first dialog', async () => {
    const id = await start('groups-1');
    await start('groups-2');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    for (const name of ['Fail task', 'Cancel task']) // below another heading, far from the form
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    await dialog.getByLabel('Your name').fill('ada');
    await dialog.getByRole('checkbox', { name: 'clerks' }).check();
    expect(await dialog.getByLabel('Your groups (comma separated)').inputValue()).to.equal('clerks');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const toast = await page.getByText('Task completed.').boundingBox();
    const next = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect(toast !== null && next !== null && toast.x + toast.width <= next.x, 'the message is left of the button').to.equal(
      true,
    );
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme' });
  });

  it('shows that the instance is suspended, and completes nothing until it is resumed', async () => {
    const id = await start('held-1');
    await ui.call(`/Instances/${id}/suspend`, {});
    const page = await visitAs('ada', `/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await expectText(page, /^The instance \(Invoices of suppliers, held-1\) is suspended\. An operator must resume it/);
    await itemsOf(page).filter({ hasText: 'held-1' }).getByText('Suspended', { exact: true }).waitFor();
    for (const name of ['Claim', 'Claim and complete', 'Complete'])
      expect(await page.getByRole('button', { name, exact: true, disabled: false }).count(), name).to.equal(0);
    await expectAccessible(page);
    await ui.call(`/Instances/${id}/resume`, {});
    await ui.call('/UserTasks?pageSize=1');
    await pressRefresh(page);
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await ui.call(`/Instances/${id}/suspend`, {});
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await page.getByRole('alert').getByText('The instance (Invoices of suppliers, held-1) is suspended.').waitFor();
    await ui.call(`/Instances/${id}/resume`, {});
    await ui.call('/UserTasks?pageSize=1');
    await pressRefresh(page);
    const claim = page.getByRole('button', { name: 'Claim', exact: true, disabled: false });
    await claim.waitFor();
    await ui.call(`/Instances/${id}/suspend`, {});
    await claim.click();
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'suspended' });
    await toast.getByText('The instance (Invoices of suppliers, held-1) is suspended.').waitFor();
    expect(await toast.innerText()).not.to.include(id);
  });

  it('finds the tasks of a process and of a group, kept in the address', async () => {
    const page = await visitAs('ada', '/user-tasks');
    await itemsOf(page).first().waitFor();
    await addFilter(page, 'process: other');
    await expectText(page, 'No pending user tasks.');
    expect(page.url()).to.include('process=other');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await itemsOf(page).first().waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('table', { name: 'User tasks' }).waitFor();
  });

  it('assigns, claims and completes several tasks of the table, and shows the result of each', async () => {
    const ids = [await start('many-1'), await start('many-2'), await start('many-3')];
    const page = await visitAs('ada', '/user-tasks?view=table', { allows: /status of 409/ });
    const bar = page.getByRole('region', { name: 'Selected tasks' });
    for (const n of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Check the invoice, many-${n}` }).check();
    await bar.getByText('3 selected').waitFor();
    const dialog = page.getByRole('dialog');
    await bar.getByRole('button', { name: 'Assign… 3' }).click();
    await dialog.getByLabel('Assignee').fill('eve');
    await dialog.getByRole('button', { name: 'Assign…' }).click();
    await dialog.getByText('3 of 3 done').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'eve', exact: true }).nth(2).waitFor();
    await ui.call(`/Instances/${ids[2]}/suspend`, {});
    await bar.getByRole('button', { name: 'Claim 3' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Claim' }).click();
    await dialog.getByText('2 of 3 done').waitFor();
    await dialog.getByText('many-3: The instance (Invoices of suppliers, many-3) is suspended.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await bar.getByRole('button', { name: 'Complete 2' }).click();
    await dialog.getByText('You cannot undo this.').waitFor();
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await dialog.getByText('2 of 2 done').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('checkbox', { name: 'Select Check the invoice, many-1' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select Check the invoice, many-3' }).waitFor();
  });
});
