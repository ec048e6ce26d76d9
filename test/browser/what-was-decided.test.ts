import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { start, stateOf } from '../support/http/steps.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { sequence, task } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, rowsOf, useUiPages } from '../support/ui-pages.ts';

describe('what was decided, on the page of an instance (docs/contributing/spec/pages.md#what-was-decided)', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  it('is at the task when it is selected, and is gone at a step before it', async () => {
    const rules = [
      ['< 100', '"small"'],
      ['>= 100', '"large"'],
    ];
    const table = decisionFile(decisionTable('parcel', { inputs: ['amount'], outputs: ['grade'], rules }));
    const { apiUrl } = ui;
    expectJson(await post(apiUrl, '/Decisions/deploy', { DmnXml: table }));
    const decide = '<businessRuleTask id="decide" camunda:decisionRef="parcel" camunda:resultVariable="grades"/>';
    expectJson(await post(apiUrl, '/Definitions/deploy', { BpmnXml: sequence('shipping', decide, task('rest')) }));
    const id = await start(apiUrl, 'shipping', { Variables: { amount: 250 } });
    await stateOf(apiUrl, id);
    const page = await ui.visit(`/process-instance/${id}?element=decide`);
    const decided = page.getByRole('region', { name: 'Decision result' });
    await decided.waitFor();
    const panel = page.getByRole('complementary', { name: 'Selected element' });
    for (const [width, widest] of [
      [1440, 640],
      [390, 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const box = await panel.boundingBox();
      expect(box?.width, 'width for inputs and rules').to.be.within(widest === 390 ? 390 : 460, widest);
      expect(await panel.evaluate((part) => part.scrollHeight - part.clientHeight), 'nothing scrolls').to.be.at.most(1);
    }
    const text = await decided.innerText();
    expect(text)
      .to.include('v1')
      .and.to.include('250')
      .and.to.include('Rule 2')
      .and.to.match(/Result: large/);
    const shown = await rowsOf(page, 'Rules of parcel');
    expect(shown).to.deep.equal(['250|', '< 100|small', '>= 100|large']);
    expect(await decided.locator('tr.is-matched th').innerText()).to.equal('✓ Rule 2');
    await expectAccessible(page);
    await decided.getByRole('link', { name: 'parcel v1' }).click();
    await page.getByRole('heading', { name: 'Decision — parcel v1' }).waitFor();
    const before = await ui.visit(`/process-instance/${id}?element=decide&step=1`);
    await before.getByRole('complementary', { name: 'Selected element' }).waitFor();
    await before.getByRole('button', { name: 'Fit to the window' }).waitFor();
    await before.getByRole('region', { name: 'Decision result' }).waitFor({ state: 'detached' });
  });

  it('is on the page of the decision too, newest first, with a filter by rule and the matches of each rule in the table', async () => {
    const rules = [
      ['< 100', '"small"'],
      ['>= 100', '"large"'],
    ];
    const table = decisionFile(decisionTable('sized', { inputs: ['amount'], outputs: ['grade'], rules }));
    const { apiUrl } = ui;
    expectJson(await post(apiUrl, '/Decisions/deploy', { DmnXml: table }));
    const page = await ui.visit('/decisions/sized');
    await expectText(page, 'No instance has evaluated this decision.');
    const decide = '<businessRuleTask id="decide" camunda:decisionRef="sized" camunda:resultVariable="grades"/>';
    expectJson(await post(apiUrl, '/Definitions/deploy', { BpmnXml: sequence('sizing', decide, task('rest')) }));
    for (const [amount, BusinessId] of [
      [5, 'S-1'],
      [250, 'S-2'],
      [7, 'S-3'],
    ] as const)
      await stateOf(apiUrl, await start(apiUrl, 'sizing', { BusinessId, Variables: { amount } }));
    await page.reload();
    const list = 'Evaluations by instances';
    const rows = await expectRows(page, list, 3);
    expect(rows.map((row) => row.split('|').slice(1).join('|'))).to.deep.equal([
      'S-3|sizing|v1|amount: 7|small|1',
      'S-2|sizing|v1|amount: 250|large|2',
      'S-1|sizing|v1|amount: 5|small|1',
    ]);
    const counts = page.locator('.decision-table td.rule-index[data-count]');
    await counts.nth(1).waitFor();
    expect(await counts.first().getAttribute('title')).to.equal('Rule 1: 2 times');
    await expectAccessible(page);
    await page.getByLabel('Matched rule').selectOption('Rule 2: 1 time');
    await page.waitForURL(/rule=2/);
    await expectRows(page, list, 1);
    await page.getByRole('table', { name: list }).getByRole('link', { name: 'S-2' }).click();
    await page.waitForURL(/element=decide/);
    await page.getByRole('region', { name: 'Decision result' }).waitFor();
  });

  it('has readable dates, numbers, lists and members, and of many rules the matching ones with a button for all', async () => {
    const many = Array.from({ length: 15 }, (_, number) => [
      `${number}`,
      '{sum: 12345.5, on: "2026-01-31", tags: ["a", "b"], ok: true}',
    ]);
    const { apiUrl } = ui;
    const table = decisionFile(decisionTable('offer', { inputs: ['amount'], outputs: ['deal'], rules: many }));
    expectJson(await post(apiUrl, '/Decisions/deploy', { DmnXml: table }));
    const decide = '<businessRuleTask id="decide" camunda:decisionRef="offer" camunda:resultVariable="deals"/>';
    expectJson(await post(apiUrl, '/Definitions/deploy', { BpmnXml: sequence('offering', decide, task('rest')) }));
    const id = await start(apiUrl, 'offering', { Variables: { amount: 7 } });
    await stateOf(apiUrl, id);
    const page = await ui.visit(`/process-instance/${id}?element=decide`);
    expect(await expectRows(page, 'Rules of offer', 2)).to.deep.equal(['7|', '7|Sum 12,345.5 On 2026-01-31 Tags a, b Ok Yes']);
    await page.getByRole('button', { name: 'Show all 15 rules' }).press('Enter');
    await expectRows(page, 'Rules of offer', 16);
  });
});
