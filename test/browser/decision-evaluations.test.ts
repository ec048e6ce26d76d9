import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { post } from '../support/http/http-client.ts';
import { expectAccessible, expectRows, expectText, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');
const SMALL = { weight: 1.5, longestSide: 30, country: 'DE', order: { id: 'A-1' } };

describe('kept evaluations on the page of a decision (docs/contributing/spec/pages.md#evaluations)', function () {
  this.timeout(90_000);
  const evaluate = (body: object) => post(ui.apiUrl, '/Decisions/postage/evaluate', body);
  const ui = useUiPages(
    async ({ call }) => {
      await call('/Decisions/deploy', { DmnXml: POSTAGE });
      await evaluate({ Variables: SMALL, BusinessId: 'order-1' });
      await call('/Decisions/deploy', { DmnXml: POSTAGE.replace('3.99', '4.19') });
      await evaluate({ Variables: { ...SMALL, weight: 'heavy' } });
      await evaluate({ Variables: { ...SMALL, note: 'x'.repeat(20_000) } });
    },
    {},
    { Retention__Evaluations: '30d' },
  );
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Evaluation', exact: true });
  const bench = (page: Page) => page.getByRole('complementary', { name: 'Try it' });
  const open = async (page: Page, row: number) => {
    await page
      .getByRole('button', { name: /^Open the evaluation of/ })
      .nth(row)
      .click();
    await panel(page).getByText('Evaluated At').waitFor();
  };

  it('are listed newest first, and one that is opened shows what it was decided by, in its table too', async () => {
    const page = await ui.visit('/decisions/postage');
    const rows = await expectRows(page, 'Evaluations over the API', 3);
    expect(rows.map((row) => row.split('|').slice(1, 5).join('|'))).to.deep.equal([
      'v2|made|—|{"price":4.19,"days":2}',
      "v2|failed|—|decision 'size': input 'Weight in kg': 'heavy' is not of type number",
      'v1|made|—|{"price":3.99,"days":2}',
    ]);
    await open(page, 2);
    expect(page.url())
      .to.match(/evaluation=[0-9a-f-]{36}/)
      .and.to.include('version=1');
    const text = await panel(page).innerText();
    for (const part of ['v1', 'made', '"A-1"', 'Weight in kg', '1.5', 'Rule 1', 'Price\n3.99', 'Days\n2'])
      expect(text).to.include(part);
    await page.locator('tr.is-hit').getByText('3.99').waitFor();
    await panel(page).getByRole('button', { name: 'Show Size' }).click();
    await page.locator('tr.is-hit').getByText('"small"').waitFor();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('2');
    await panel(page).getByText('This evaluation used version 1; version 2 is shown.').waitFor();
    await page.locator('tr.is-hit').waitFor({ state: 'detached' });
    await panel(page).getByRole('button', { name: 'Show version 1' }).click();
    await page.locator('tr.is-hit').waitFor();
    await panel(page).getByRole('button', { name: 'Close the evaluation' }).click();
    await page.locator('tr.is-hit').waitFor({ state: 'detached' });
    expect(page.url()).to.not.include('evaluation=');
    await expectFocus(page, /^Open the evaluation of/);
  });

  it('are narrowed by business id, and report it where the call has named one', async () => {
    const page = await ui.visit('/decisions/postage');
    await expectRows(page, 'Evaluations over the API', 3);
    await page.getByRole('textbox', { name: 'Business ID' }).fill('order-1');
    await expectRows(page, 'Evaluations over the API', 1);
    expect(page.url()).to.include('businessId=order-1');
    await open(page, 0);
    expect(await panel(page).innerText()).to.match(/Business ID\s+order-1/);
    await page.getByRole('textbox', { name: 'Business ID' }).fill('order-2');
    await page.getByText('No evaluations match these filters.').waitFor();
  });

  it('show why one has failed, what was not kept, and that one is not there, when its address is followed', async () => {
    const page = await ui.visit('/decisions/postage?outcome=failed');
    await expectRows(page, 'Evaluations over the API', 1);
    await open(page, 0);
    const failed = page.url();
    await page.goto('about:blank');
    await page.goto(failed.replace('version=2', ''));
    await panel(page).getByText("'heavy' is not of type number").waitFor();
    await page.goto(`${ui.url}/decisions/postage`);
    await open(page, 0);
    await panel(page).getByText('The variables were too long to be stored').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Try these again' }).count()).to.equal(0);
    await page.goto(`${ui.url}/decisions/postage?evaluation=6a1f7a5e-0000-4000-8000-000000000001`);
    await panel(page).getByText('This evaluation does not exist or was deleted.').waitFor();
  });

  it('are tried again with their variables and version, and the attempts are listed, when a user asks for that', async () => {
    const page = await ui.visit('/decisions/postage');
    await open(page, 2);
    await page.getByRole('combobox', { name: 'Version' }).selectOption('2');
    await page.getByRole('heading', { name: 'Decision — postage v2' }).waitFor();
    await panel(page).getByRole('button', { name: 'Try these again' }).click();
    await page.getByRole('heading', { name: 'Decision — postage v1' }).waitFor();
    await expectFocus(page, /^Evaluate$/);
    expect(await bench(page).getByLabel('weight').inputValue()).to.equal('1.5');
    expect(await bench(page).getByLabel('country').inputValue()).to.equal('DE');
    const further = bench(page).getByRole('textbox', { name: 'Further variables' });
    expect(JSON.parse(await further.inputValue())).to.deep.equal({ order: { id: 'A-1' } });
    await bench(page).getByLabel('country').fill('FR');
    await page.keyboard.press('Enter');
    await page.locator('tr.is-hit').getByText('not("DE")').waitFor();
    await expectRows(page, 'Evaluations over the API', 4);
    await bench(page).getByLabel('country').fill('IT');
    await page.locator('tr.is-hit').getByText('3.99').waitFor();
  });

  it('have pages of 20 when there are more', async () => {
    for (let count = 0; count < 20; count += 1) await evaluate({ Variables: SMALL, Version: 1 });
    const page = await ui.visit('/decisions/postage');
    await expectRows(page, 'Evaluations over the API', 20);
    await page.getByRole('navigation', { name: 'Pages of the list' }).getByRole('button', { name: 'Next' }).click();
    await expectText(page, 'Page 2 of 2');
    await open(page, 0);
    expect(page.url()).to.include('page=2');
  });

  it('are refused in plain words when the service refuses them, and the decision is there all the same', async () => {
    const page = await ui.open({ allows: /status of 403/ });
    const detail = "The right 'see' is missing.";
    await page.route(/\/evaluations/, (route) => route.fulfill({ status: 403, json: { detail } }));
    await page.goto(`${ui.url}/decisions/postage`);
    await expectText(page, `Failed to load evaluations: ${detail}`);
    await page.getByRole('table', { name: 'Decision: Postage' }).waitFor();
  });

  it('stay when all versions of their decision have gone', async () => {
    await ui.call('/Decisions/deploy', { DmnXml: POSTAGE.replaceAll('postage', 'gone') });
    await post(ui.apiUrl, '/Decisions/gone/evaluate', { Variables: SMALL });
    await fetch(`${ui.apiUrl}/Decisions/gone/1`, { method: 'DELETE' });
    const page = await ui.visit('/decisions/gone');
    await expectText(page, "Decision 'gone' is not deployed.");
    await expectRows(page, 'Evaluations over the API', 1);
    await open(page, 0);
    await panel(page).getByText('Version 1 is no longer deployed.').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Try these again' }).count()).to.equal(0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read by everyone, and fit on a phone, when the theme is ${colorScheme}`, async () => {
      const page = await ui.visit('/decisions/postage?outcome=failed', { colorScheme });
      await open(page, 0);
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      await page.getByRole('combobox', { name: 'Outcome' }).selectOption('made');
      await page.getByRole('row', { name: 'made' }).first().waitFor();
      await open(page, 0);
      await page.locator('tr.is-hit').waitFor();
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      const shots = process.env['DECISION_SHOTS'];
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 1000 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide, String(width)).to.be.at.most(width);
        if (shots !== undefined)
          await page.screenshot({ path: `${shots}/evaluation-${colorScheme}-${width}.png`, fullPage: true });
      }
    });
  }
});

/** Waits until the keyboard is at something of this name. */
async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
}
