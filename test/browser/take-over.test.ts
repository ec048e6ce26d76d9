// tier all: opens a browser, and the engine part is in test/contract/claim.test.ts
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { startAtTask } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { actAs, expectAccessible, expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

const CALLS = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn">
  <d:process id="calls"><d:startEvent id="s"/><d:userTask id="phone" name="Call the customer">
    <d:multiInstanceLoopCharacteristics c:collection="customers" c:elementVariable="customer"/>
  </d:userTask><d:sequenceFlow id="f" sourceRef="s" targetRef="phone"/></d:process>
</d:definitions>`;
const HELLO = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL"><d:process id="greeting"><d:startEvent id="s"/>
  <d:sequenceFlow id="f1" sourceRef="s" targetRef="review"/><d:task id="review" name="Review greeting"/>
  <d:sequenceFlow id="f2" sourceRef="review" targetRef="decide"/><d:exclusiveGateway id="decide" default="f4"/>
  <d:sequenceFlow id="f3" sourceRef="decide" targetRef="sent"><d:conditionExpression>approved == true</d:conditionExpression></d:sequenceFlow>
  <d:sequenceFlow id="f4" sourceRef="decide" targetRef="dropped"/><d:endEvent id="sent"/><d:endEvent id="dropped"/></d:process></d:definitions>`;

describe('a task that several users can do (docs/contributing/spec/pages.md#taken-tasks)', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    const order = sequence('order', userTask('review', { outputs: ['note'] }));
    for (const BpmnXml of [order, CALLS, HELLO]) await call('/Definitions/deploy', { BpmnXml });
  });
  const claimAs = (taskId: string, UserId: string) => ui.call(`/UserTasks/${taskId}/claim`, { UserId });
  const claimerOf = async (taskId: string) => (await ui.call<{ claimedBy: string | null }>(`/UserTasks/${taskId}?`)).claimedBy;
  const paneOf = (page: Page) => page.getByRole('article', { name: /^Task / });
  const begin = async () => {
    const task = await startAtTask(ui.apiUrl, 'order');
    await ui.call(`/Instances/${task.instanceId}/state`);
    return task;
  };

  /** Opens the task as bob and waits until the page hears of changes. */
  async function openAsBob(taskId: string, allows?: RegExp): Promise<Page> {
    const page = await ui.open(allows === undefined ? {} : { allows });
    const heard = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/ui/api/live');
    await page.goto(`${ui.url}/user-tasks?task=${taskId}`);
    await actAs(page, 'bob', '');
    await paneOf(page).waitFor();
    await heard;
    return page;
  }

  it('shows the claim of another user immediately, keeps the input, and offers only to take over', async () => {
    const { taskId } = await begin();
    const page = await openAsBob(taskId);
    const pane = paneOf(page);
    await pane.getByRole('textbox', { name: 'Note' }).fill('fragile');
    await claimAs(taskId, 'eve');
    await pane.getByText('eve has claimed this task in the meantime. Your input is stored in this browser.').waitFor();
    await page.locator('.work-item[aria-current="true"]').getByText('eve', { exact: true }).waitFor();
    expect(await page.locator('.news-note').count()).to.equal(0);
    expect(await pane.getByRole('textbox', { name: 'Note' }).inputValue()).to.equal('fragile');
    for (const name of ['Claim', 'Unclaim', 'Claim and complete'])
      expect(await pane.getByRole('button', { name, exact: true }).count(), name).to.equal(0);
    await page.getByRole('heading', { name: 'Tasks', exact: true }).click();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: /^Take over '.*' from eve\?$/ });
    await dialog.getByText(/^eve has claimed this task and may be working on it\./).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await ui.call('/UserTasks?pageSize=1');
    expect(await claimerOf(taskId)).to.equal('eve');
    await pane.getByRole('button', { name: 'Take over from eve' }).click();
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await expectText(page, 'Task claimed.');
    await pane.getByRole('button', { name: 'Complete', exact: true }).click();
    await expectText(page, 'Task completed.');
  });

  it('refuses to claim and complete when another user claimed between the last read and the click', async () => {
    const { taskId } = await begin();
    const page = await openAsBob(taskId, /status of 409/);
    const pane = paneOf(page);
    await pane.getByRole('textbox', { name: 'Note' }).fill('fragile');
    await page.route(`**/UserTasks/${taskId}/claim`, async (route) => {
      await claimAs(taskId, 'eve');
      await route.continue();
    });
    await pane.getByRole('button', { name: 'Claim and complete' }).click();
    await pane.getByText('Task is claimed by eve, not bob').waitFor();
    await pane.getByRole('button', { name: 'Take over from eve' }).waitFor();
    expect(await pane.getByRole('textbox', { name: 'Note' }).inputValue()).to.equal('fragile');
    await page.unroute(`**/UserTasks/${taskId}/claim`);
    // a third user is faster than the dialog
    await pane.getByRole('button', { name: 'Take over from eve' }).click();
    await claimAs(taskId, 'zoe');
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await expectText(page, 'Task is claimed by zoe, not bob');
    expect(await claimerOf(taskId)).to.equal('zoe');
  });

  it('brings the reason of a refused claim into the visible part of a phone, with the focus', async () => {
    const { taskId } = await begin();
    const page = await openAsBob(taskId, /status of 409/);
    await page.setViewportSize({ width: 390, height: 500 });
    const pane = paneOf(page);
    await pane.getByRole('textbox', { name: 'Note' }).fill('fragile');
    await page.route(`**/UserTasks/${taskId}/claim`, async (route) => {
      await claimAs(taskId, 'eve');
      await route.continue();
    });
    const complete = pane.getByRole('button', { name: 'Claim and complete' });
    await complete.scrollIntoViewIfNeeded();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await complete.click();
    const reason = pane.getByRole('alert').filter({ hasText: 'eve has claimed this task in the meantime.' });
    await reason.and(page.locator(':focus')).waitFor();
    const { y = 0, height = 0 } = (await reason.boundingBox()) ?? {};
    const header = await page.locator('.shell-header').boundingBox();
    expect(y, 'below the header').to.be.at.least((header?.y ?? 0) + (header?.height ?? 0));
    expect(y + height).to.be.at.most(500);
    await expectAccessible(page);
  });

  it('shows that the open task has ended when another user completes it', async () => {
    const { taskId } = await begin();
    const page = await openAsBob(taskId, /status of 404/);
    await claimAs(taskId, 'eve');
    await ui.call(`/UserTasks/${taskId}/complete`, { UserId: 'eve', Variables: { note: 'done' } });
    await expectText(page, /is no longer open\. Another user has completed it/);
  });

  it('offers no claim in the table for a task of another user', async () => {
    const { taskId, instanceId } = await begin();
    await claimAs(taskId, 'eve');
    const page = await ui.visit(`/user-tasks?view=table&instance=${instanceId}`);
    await actAs(page, 'bob', '');
    await page.getByRole('button', { name: 'Take over review' }).waitFor();
    for (const name of ['Claim review', 'Unclaim review', 'Complete review'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).to.equal(0);
    await page.getByRole('button', { name: 'Take over review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Complete review' }).waitFor();
  });

  it('announces other changes in the header, where they cover no content', async () => {
    const { taskId } = await begin();
    const page = await openAsBob(taskId);
    await begin();
    const note = page.locator('.news-note');
    await note.waitFor();
    const { y = 0, height = 0 } = (await note.boundingBox()) ?? {};
    const content = await page.locator('#content').boundingBox();
    expect(y).to.be.at.least(0);
    expect(y + height).to.be.at.most(content?.y ?? 0);
    await expectAccessible(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const longest = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('*')].flatMap((one) => getComputedStyle(one).transitionDuration.split(',').map(parseFloat)))`,
    );
    expect(longest).to.be.at.most(0.05);
  });

  it('names the item of each task of a multi-instance, in tasks and on the instance page', async () => {
    const customers = ['Ann', 'Bob', 'Cleo'].map((name, at) => ({ id: at, name, vip: false }));
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'calls',
      Variables: { customers },
    });
    const page = await ui.visit(`/user-tasks?instance=${id}`);
    const lines = page.locator('.work-item-line');
    await untilRead(
      'three tasks',
      () => lines.allInnerTexts(),
      (found) => found.length === 3,
    );
    expect((await lines.allInnerTexts()).map((line) => line.split(' · ')[0]).sort()).to.deep.equal([
      'Ann (1 of 3)',
      'Bob (2 of 3)',
      'Cleo (3 of 3)',
    ]);
    await paneOf(page)
      .getByText(/^\w+ \(\d of 3\)$/)
      .first()
      .waitFor();
    await page.goto(`${ui.url}/process-instance/${id}`);
    const why = page.getByRole('complementary', { name: 'Why it waits' });
    await why.getByText('Cleo (3 of 3)').waitFor();
    await page.getByRole('treeitem', { name: /^Call the customer #2 Bob / }).waitFor();
    await untilRead(
      'the items in the table',
      async () => (await rowsOf(page, 'Activities')).map((row) => row.split('|')[0]),
      (rows) => rows.includes('Call the customer #1 Ann') && rows.includes('Call the customer #3 Cleo'),
    );
    await why.getByRole('link', { name: 'Open the task' }).nth(2).click();
    await paneOf(page).getByText('Cleo (3 of 3)').waitFor();
  });

  it('completes a step that waits for a client where the page shows that it waits', async () => {
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'greeting',
    });
    const page = await ui.visit(`/process-instance/${id}?tab=waiting`);
    const [wait = ''] = await expectRows(page, 'Other waits', 1);
    expect(wait).to.contain('waits for a client to complete it');
    expect(await page.getByText('This instance is not waiting for anything.').count()).to.equal(0);
    await page.getByRole('complementary', { name: 'Why it waits' }).getByRole('button', { name: 'Complete…' }).click();
    const dialog = page.getByRole('dialog', { name: "Complete 'Review greeting'" });
    await dialog.getByRole('radio', { name: 'Yes' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    const { completedActivityIds } = await ui.call<{ completedActivityIds: string[] }>(`/Instances/${id}/state`);
    expect(completedActivityIds).to.include('sent');
  });
});
