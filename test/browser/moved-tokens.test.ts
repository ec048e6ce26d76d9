import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { documentOf, flow, sequence, task, userTask } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, type Look, pressRefresh, useUiPages } from '../support/ui-pages.ts';

const FORKED = documentOf(
  `<process id="forked" isExecutable="true"><startEvent id="start"/><parallelGateway id="split"/><task id="left" name="The left"/>
  <userTask id="right"/><parallelGateway id="join"/><endEvent id="end"/>${flow('a', 'start', 'split')}${flow('b', 'split', 'left')}
  ${flow('c', 'split', 'right')}${flow('d', 'left', 'join')}${flow('e', 'right', 'join')}${flow('f', 'join', 'end')}</process>`,
);

describe('moved tokens, and instances that are suspended, migrated and forked (docs/contributing/spec/pages.md#repairs)', function () {
  this.timeout(120_000);
  const ui = useUiPages(async (pages) => {
    const longer = sequence('plain', task('first'), userTask('second'), task('third'));
    for (const BpmnXml of [FORKED, longer]) await pages.call('/Definitions/deploy', { BpmnXml });
  });

  it('shows why each token waits, and which branch is missing at a join', async () => {
    const id = await start('forked');
    const page = await open(id);
    const why = page.getByRole('complementary', { name: 'Why it waits' });
    await why.getByRole('button', { name: 'The left' }).waitFor();
    await why.getByRole('link', { name: 'Open the task' }).waitFor();
    await ui.call('/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'left' });
    await ui.call(`/Instances/${id}/state`);
    await pressRefresh(page);
    await why.getByText('1 of 2').waitFor();
    await why.getByText('can come from right').waitFor();
    await expectAccessible(page);
    const present = why.getByText('Current state, not the shown step.');
    expect(await present.count()).to.equal(0);
    await page.getByRole('slider').press('ArrowLeft');
    await present.waitFor();
    await page.getByRole('slider').press('End');
    await present.waitFor({ state: 'detached' });
    await why.getByRole('button', { name: 'e', exact: true }).click();
    await page.locator('[data-element-id=e].is-selected').waitFor({ state: 'attached' });
  });

  it('moves a token by drag, after saying what would happen', async () => {
    const id = await start('plain');
    const page = await open(id);
    await page.getByRole('button', { name: 'Move tokens' }).click();
    const panel = page.getByRole('complementary', { name: 'Move tokens' });
    await panel.waitFor();
    await page.locator('[data-element-id=first].is-movable').waitFor();
    await drag(page, 'first', 'third');
    await panel.getByText('1 activity instance ends.').waitFor();
    await panel.getByText('Active afterwards: third.').waitFor();
    await page.locator('.token-move').waitFor();
    await expectAccessible(page);
    await page.locator('[data-element-id=first].is-active').waitFor();
    await panel.getByLabel('Reason (optional)').fill('done by phone');
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expectText(page, 'Moved.');
    await page.locator('[data-element-id=third].is-active').waitFor();
    await page.locator('.token-move').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Actions' }).click();
    expect((await expectRows(page, 'Actions', 1))[0]).to.contain('|Moved tokens|first ends, third starts: done by phone|');
  });

  it('moves a token without a mouse, and shows why one cannot go somewhere', async () => {
    const id = await start('forked');
    const page = await open(id, '', { allows: /status of 409/ });
    await page.getByRole('button', { name: 'Move tokens' }).click();
    const panel = page.getByRole('complementary', { name: 'Move tokens' });
    await panel.getByLabel('Token at').selectOption({ label: 'The left' });
    await panel.getByLabel('Goes to').selectOption('join');
    await panel
      .getByRole('alert')
      .getByText(/'join' joins paths/)
      .waitFor();
    expect(await panel.getByRole('button', { name: 'Apply' }).isDisabled()).to.equal(true);
    await panel.getByLabel('Goes to').selectOption('left');
    await panel.getByText('Skip this element').click();
    await panel.getByText(/Active afterwards: join, right\.|Active afterwards: right, join\./).waitFor();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await page.locator('[data-element-id=join].is-active').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Move tokens' }).click();
    await panel.getByRole('button', { name: 'Stop moving tokens' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('suspends and resumes, migrates and forks', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: sequence('moving', task('one'), task('two')) });
    const id = await start('moving', { a: 1 }, 'M-1');
    await ui.call('/Definitions/deploy', { BpmnXml: sequence('moving', task('one'), task('two'), task('three')) });
    const page = await open(id);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByLabel('Reason (optional)').fill('wait');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    await page.getByRole('button', { name: 'Migrate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('one stays').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Migrate' }).click();
    await page.getByRole('link', { name: 'moving v2' }).waitFor();
    await page.getByRole('button', { name: 'Fork', exact: true }).click();
    await dialog.getByLabel('Variables to change').fill('{"a": 7}');
    await dialog.getByLabel('Reason (optional)').fill('a was wrong');
    await dialog.getByRole('button', { name: 'Fork' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.getByRole('heading', { name: 'Process Instance M-1' }).waitFor();
    await page.getByRole('tab', { name: 'Variables' }).click();
    await expectText(page, '7');
    await page.getByRole('tab', { name: 'Actions' }).click();
    expect((await expectRows(page, 'Actions', 1))[0]).to.contain('|Started|a was wrong M-1|');
    await page.goto(`${ui.url}/process-instance/${id}?tab=acts`);
    const acts = await expectRows(page, 'Actions', 3);
    expect(acts.map((row) => row.split('|')[1])).to.deep.equal(['Migrated to another version', 'Resumed', 'Suspended']);
  });

  async function start(key: string, Variables: object = {}, businessId?: string): Promise<string> {
    const body = { WorkflowId: key, Variables, ...(businessId !== undefined && { BusinessId: businessId }) };
    return (await ui.call<{ readonly WorkflowInstanceId: string }>('/Execution/start', body)).WorkflowInstanceId;
  }

  async function open(id: string, query = '', look: Look = {}): Promise<Page> {
    const page = await ui.visit(`/process-instance/${id}${query}`, look);
    await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
    return page;
  }

  async function drag(page: Page, from: string, to: string): Promise<void> {
    const [a, b] = await Promise.all(
      [from, to].map((id) => page.locator(`[data-element-id=${id}] .djs-hit`).first().boundingBox()),
    );
    if (!a || !b) throw new Error('not drawn');
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width, a.y - 20, { steps: 3 });
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await page.locator(`[data-element-id=${to}].is-drop-target`).waitFor();
    await page.mouse.up();
  }
});
