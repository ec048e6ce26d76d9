import { expect } from 'chai';
import { newId } from '../../src/platform/ids.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { sequence, task } from '../support/models/models.ts';
import { addFilter, expectAccessible, expectRows, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

const MARKUP = '<img src=x onerror=alert(1)> \u202egnp.exe';

describe('the page Dead Letters (docs/contributing/spec/pages.md#dead-letters)', function () {
  this.timeout(90_000);
  let instanceId = '';
  let notice = '';
  const ui = useUiPages(async (pages) => {
    await pages.call('/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
    const started = await pages.call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: 'order' });
    instanceId = started.WorkflowInstanceId;
    notice = await parkLetter(pages.databaseUrl, { kind: 'ApplyMail', instanceId, mail: { type: 'ChildEnded' } });
    await parkLetter(pages.databaseUrl, parkedStart(MARKUP), undefined, `Error: ${MARKUP}${'x'.repeat(300)}`);
  });

  it('lists dead letters, marks the navigation, and stays within a narrow window, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await ui.visit('/dead-letters', { colorScheme });
      await expectRows(page, 'Dead letters', 2);
      await expectText(page, `Error: ${MARKUP}`);
      const mark = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Incidents/ });
      await untilRead(
        'the mark of the navigation',
        () => mark.innerText(),
        (text) => /\n2$/.test(text),
      );
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.most(width);
      }
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      await page.close();
    }
  });

  it('filters by the address, and reports when nothing matches', async () => {
    const page = await ui.visit(`/dead-letters?instance=${instanceId}`);
    await expectRows(page, 'Dead letters', 1);
    await addFilter(page, 'kind: start');
    await expectText(page, 'No dead letters match these filters.');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expectRows(page, 'Dead letters', 2);
    await addFilter(page, 'process: a,b|c');
    await expectText(page, 'No dead letters match these filters.');
  });

  it('retries one with the keyboard, and its instance continues', async () => {
    const command = parkedStart('order');
    const id = await parkLetter(ui.databaseUrl, command);
    const page = await ui.visit('/dead-letters?kind=StartInstance&process=order');
    await page.getByRole('button', { name: `Open StartInstance ${id}` }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Dead letter' });
    await dialog.getByText('"amount": 12.5').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    await expectText(page, 'Retry started.');
    await expectText(page, 'No dead letters match these filters.');
    await page.goto(`${ui.url}/process-instance/${command['instanceId']}`);
    await page.getByText('Running').first().waitFor();
    expect(await page.getByText('is in the dead letters').count()).to.equal(0);
  });

  it('reports on the page of an instance that it has a dead letter, and the effect of discarding it', async () => {
    const page = await ui.visit(`/process-instance/${instanceId}`);
    await page.getByRole('link', { name: '1 dead letter' }).click();
    await page.getByRole('button', { name: `Open ApplyMail ${notice}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: "Discard 'ApplyMail'?" });
    await dialog.getByText(`Instance ${instanceId} is never notified`).waitFor();
    expect(await dialog.getByRole('button', { name: 'Discard dead letter' }).isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('cancelled by phone');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Discard dead letter' }).click();
    await expectText(page, 'Dead letter discarded.');
    await page.getByRole('dialog').waitFor({ state: 'detached' }); // it stays until everything is read again
    await addFilter(page, 'status: dropped');
    await page.getByRole('button', { name: `Open ApplyMail ${notice}` }).click();
    await page.getByText('cancelled by phone').waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).to.equal(0);
  });

  it('shows why one cannot be retried, and that an unknown one is not there', async () => {
    const id = await parkLetter(ui.databaseUrl, { kind: 'ApplyMail', instanceId: newId(), mail: { type: 'ChildEnded' } });
    const page = await ui.visit(`/dead-letters?letter=${id}`, { allows: /status of 404/ });
    await expectText(page, 'Cannot retry: its instance does not exist.');
    expect(await page.getByRole('button', { name: 'Retry', exact: true }).isDisabled()).to.equal(true);
    const unknown = newId();
    await page.goto(`${ui.url}/dead-letters?letter=${unknown}`);
    await expectText(page, `Failed to load the dead letter: Dead letter '${unknown}' not found.`);
  });
});
