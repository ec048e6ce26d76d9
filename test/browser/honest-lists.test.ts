import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { sequence, task } from '../support/models/models.ts';
import { expectRows, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

describe('a list that holds nothing', function () {
  this.timeout(90_000);
  const ui = useUiPages(async (pages) => {
    await fillDemo(pages.apiUrl);
    for (const tasks of [[task('first')], [task('first'), task('second')]])
      await pages.call('/Definitions/deploy', { BpmnXml: sequence('quiet', ...tasks) });
  });
  const COMMAND = 'Command';

  it('of a key that no one deployed reports it, and suggests no command that must fail', async () => {
    const page = await ui.visit('/process-instances/nothing', { allows: /status of 404/ });
    await expectText(page, 'No instances.');
    await expectText(page, "No process with the key 'nothing' is deployed.");
    expect(await page.getByLabel(COMMAND, { exact: true }).count()).to.equal(0);
  });

  it('of a disabled key reports that nothing can be started', async () => {
    const page = await ui.visit('/process-instances/invoice-approval-camunda-7');
    await expectText(page, "'invoice-approval-camunda-7' is disabled: you cannot start instances.");
    expect(await page.getByLabel(COMMAND, { exact: true }).count()).to.equal(0);
  });

  it('of an old version does not suggest a start, which takes the latest', async () => {
    const page = await ui.visit('/process-instances/quiet/1');
    await expectText(page, 'Start uses the latest version, v2.');
    expect(await page.getByLabel(COMMAND, { exact: true }).count()).to.equal(0);
    await page.goto(`${ui.url}/process-instances/quiet/2`);
    const command = page.getByLabel(COMMAND, { exact: true });
    const address = `${new URL(ui.apiUrl).port}/Execution/start`;
    await untilRead(
      'the command',
      () => command.innerText(),
      (text) => text.includes(address),
    );
  });

  it('because of its filters takes them away when it is asked to', async () => {
    const page = await ui.visit('/user-tasks?group=nobody');
    await expectText(page, 'No pending user tasks.');
    expect(await page.getByLabel(COMMAND, { exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByText('Assign an approver').first().waitFor();
  });

  it('is searched without regard to case', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Search' }).click();
    for (const [text, found] of [
      ['po-1003', 'PO-1003'],
      ['GREETING-ada', 'greeting-ada'],
      ['Piz', 'PIZZA-1'],
    ] as const) {
      await page.getByLabel('Search', { exact: true }).fill(text);
      await page.getByText(found).first().waitFor();
    }
  });

  it('keeps its acts in sight at 1024 px, and nothing is cut at 390 px', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    await page.setViewportSize({ width: 1024, height: 768 });
    const action = page.getByRole('button', { name: /^Claim / }).first();
    await action.waitFor();
    const box = await action.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.lessThan(1024);
    await page.goto(`${ui.url}/instances?code=FLOOD`);
    await expectRows(page, 'Instances', 1);
    const view = await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().boundingBox();
    expect((view?.x ?? 0) + (view?.width ?? 0)).to.be.lessThan(1024);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(390);
    expect(
      await page.evaluate<number>(
        `(() => { const g = document.querySelector('.grid-scroll'); return g.scrollWidth - g.clientWidth; })()`,
      ),
    ).to.be.at.most(0);
  });

  it('shows an error whole at 1440 px, and a date once', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?businessId=PO-1006',
    );
    const page = await ui.visit(`/process-instance/${items[0]?.instanceId}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const error = page.locator('.error-text');
    await error.waitFor();
    const [box, frame] = [await error.boundingBox(), await page.locator('.grid-scroll').boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most((frame?.x ?? 0) + (frame?.width ?? 0));
    const row = page.getByRole('row', { name: /FLOOD/ });
    expect(await row.locator('.same-day').count()).to.be.greaterThan(0);
    expect(await row.innerText()).to.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+\d{4}-\d\d-\d\d/);
  });

  it('never hides below the header what has the focus', async () => {
    const page = await ui.visit('/instances');
    await page.setViewportSize({ width: 1024, height: 420 });
    await page.getByRole('table').getByRole('link').nth(30).focus();
    for (let count = 0; count < 24; count += 1) {
      await page.keyboard.press('Shift+Tab');
      const top = await page.evaluate<number>(
        `(() => { const e = document.activeElement; return e.closest('main') ? e.getBoundingClientRect().top : 999; })()`,
      );
      expect(top).to.be.at.least(56);
    }
  });
});
