import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');
/** Parts that only a later DMN has. */
const LATER = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="file" name="File" namespace="urn:later">
  <decision id="later" name="Later">
    <decisionTable id="t"><output id="o"/><rule id="r"><outputEntry id="e"><text>1</text></outputEntry></rule></decisionTable>
  </decision>
  <decision id="either" name="Either">
    <conditional><if><literalExpression><text>true</text></literalExpression></if>
      <then><literalExpression><text>1</text></literalExpression></then>
      <else><literalExpression><text>2</text></literalExpression></else></conditional>
  </decision>
</definitions>`;

describe('the editor of decisions', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Decisions/deploy', { DmnXml: POSTAGE });
    await call('/Decisions/deploy', { DmnXml: LATER });
  });

  it('makes the next version when a cell of a deployed one is changed', async () => {
    const page = await ui.visit('/decisions/postage');
    await page.getByRole('link', { name: 'Edit' }).click();
    await write(page, '3.99', '4.25');
    await expectText(page, "Becomes version 2 of 'postage'.");
    await expectText(page, 'Draft stored in this browser');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await expectText(page, "Version 2 of decision 'postage' is deployed.");
    await expectText(page, "Version 2 of decision 'size' is deployed.");
    await page.getByRole('table', { name: 'Decision: Postage', exact: true }).getByText('4.25').waitFor();
    expect(page.url()).to.match(/\/decisions\/postage\?version=2$/);
    await page.getByRole('link', { name: 'Edit' }).press('Enter'); // the mouse is still over the message
    await cell(page, '4.25').waitFor();
    expect(await page.getByText('Draft stored').count()).to.equal(0);
  });

  it('opens the newest version when the address names none', async () => {
    const page = await ui.visit('/decision-editor?key=later');
    await page.waitForURL(/\/decision-editor\?key=later&version=1$/);
    await page.goto(`${ui.url}/decision-editor?key=postage`);
    await page.waitForURL(/\/decision-editor\?key=postage&version=2$/);
    await cell(page, '4.25').waitFor();
  });

  it('shows at its cell what a deploy would refuse, and takes the step back', async () => {
    const page = await ui.visit('/decision-editor?key=postage&version=1');
    await write(page, '3.99', '3 +');
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByText('This file cannot be deployed. Fix the errors.').waitFor();
    await findings.getByText('Error', { exact: true }).waitFor();
    // the page's own code is a text, because its types are not known here
    const marked = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.table-editor td.output-cell')).boxShadow",
    );
    expect(marked).to.include('inset');
    await expectAccessible(page);
    await page.getByRole('heading', { level: 1 }).click();
    while ((await cell(page, '3.99').count()) === 0) await page.getByRole('button', { name: 'Undo' }).click();
    await expectText(page, 'This is version 1; version 2 has been deployed since.');
  });

  it('keeps what was drawn when the page is loaded again, until it is discarded', async () => {
    const page = await ui.visit('/decision-editor?key=postage&version=1');
    await write(page, '3.99', '5.01');
    await expectText(page, 'Draft stored in this browser');
    await page.reload();
    await cell(page, '5.01').waitFor();
    await write(page, '5.01', '5.02');
    await page.getByRole('link', { name: 'Events' }).click(); // before the pause after a change is over
    await expectText(page, 'Message Start Events');
    await page.goBack();
    await cell(page, '5.02').waitFor();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await cell(page, '3.99').waitFor();
    expect(await page.getByText('Draft stored').count()).to.equal(0);
    await write(page, '3.99', '5.03');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await cell(page, '3.99').waitFor();
    await write(page, '3.99', '5.04');
    await page.reload();
    await cell(page, '5.04').waitFor();
  });

  it('begins a decision, and deploys it', async () => {
    const page = await ui.visit('/decisions');
    await page.getByRole('link', { name: 'New decision' }).click();
    await expectText(page, 'Create a decision, or open a file.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Decision key').fill('1st');
    await expectText(page, 'A letter or _ first');
    await page.getByLabel('Decision key').fill('discount');
    await page.getByLabel('Name', { exact: true }).fill('Discount & more');
    await page.getByRole('button', { name: 'Begin' }).click();
    await write(page, '"result"', '"ten"');
    await expectText(page, "Becomes version 1 of 'discount'.");
    await page.getByRole('button', { name: 'Deploy' }).click();
    await expectText(page, "Version 1 of decision 'discount' is deployed.");
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('"ten"').last().waitFor();
    await page.goto(`${ui.url}/decision-editor?draft=discount`);
    await expectText(page, "There is no draft 'discount' in this browser.");
  });

  it('opens a file of this computer, another of its tables, and shows why one cannot be edited', async () => {
    const page = await ui.visit('/decision-editor');
    const choose = (name: string, text: string) =>
      page.getByLabel('DMN file').setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) });
    await choose('bad.dmn', '<a');
    await expectText(page, 'The file could not be opened');
    await choose('postage.dmn', POSTAGE.replace('<decision ', '<!-- why -->\n<decision '));
    await page.getByRole('combobox', { name: 'Decision' }).selectOption({ label: 'Size' });
    await cell(page, '"medium"').waitFor();
    await expectText(page, 'is lost when the file is saved here.');
    expect(page.url()).to.match(/draft=postage\.dmn$/);
    await page.getByRole('link', { name: 'Decisions', exact: true }).click();
    await page.getByRole('link', { name: 'New decision' }).click();
    await page.getByRole('combobox', { name: 'Drafts (1)' }).selectOption('postage.dmn');
    await cell(page, '"medium"').waitFor();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expectText(page, 'Create a decision, or open a file.');
    expect(await page.getByRole('combobox').count()).to.equal(0);
    await page.goto(`${ui.url}/decision-editor?key=later&version=1`);
    await expectText(page, 'This file cannot be edited here, because saving it would lose parts of it.');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be read when the theme is ${colorScheme}`, async () => {
      const page = await ui.visit('/decision-editor?key=postage&version=1', { colorScheme });
      await cell(page, '3.99').waitFor();
      await expectText(page, 'Becomes version');
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      const shots = process.env['DECISION_SHOTS'];
      if (shots !== undefined) {
        await write(page, '3.99', '3 +');
        await expectText(page, 'This file cannot be deployed. Fix the errors.');
        await page.locator('.table-editor .input-cell').first().click({ button: 'right' });
        await page.screenshot({ path: `${shots}/editor-${colorScheme}-menu.png` });
        await page.keyboard.press('Escape');
        await page.getByRole('heading', { level: 1 }).click();
        await page.locator('.table-editor th.input-cell').first().dblclick();
        await page.screenshot({ path: `${shots}/editor-${colorScheme}-head.png` });
        await page.getByRole('heading', { level: 1 }).click();
        for (const width of [1440, 1024, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: `${shots}/editor-${colorScheme}-${width}.png`, fullPage: true });
        }
      }
    });
});

function cell(page: Page, text: string) {
  return page.locator('.table-editor td').getByText(text, { exact: true }).first();
}

/** Writes into the cell that has a text. */
async function write(page: Page, before: string, after: string): Promise<void> {
  await cell(page, before).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(after);
}
