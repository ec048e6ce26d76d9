import { expect } from 'chai';
import { expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

describe('the first steps of a new installation (docs/contributing/spec/pages.md#first-steps)', function () {
  this.timeout(120_000);
  const ui = useUiPages();

  it('deploy, start and show an example in three clicks, each with its command', async () => {
    const page = await ui.visit('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await expectAccessible(page);
    const places = await page
      .locator('.first-steps pre')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(places).to.have.length(3);
    expect(new Set(places).size, 'the commands begin at the same place').to.equal(1);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
    await expectAccessible(page);
    await expectText(page, /\/Definitions\/deploy/);
    await page.getByRole('button', { name: 'Deploy hello' }).click();
    await page.getByRole('button', { name: 'Start hello' }).click();
    await page.getByRole('link', { name: 'Open the instance' }).click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await page.locator('[data-element-id=review].is-active').waitFor();
    await page.goto(`${ui.url}/`);
    await page.getByText('Nothing needs attention.').waitFor();
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  });
});
