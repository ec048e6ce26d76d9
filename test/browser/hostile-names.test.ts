import { expect } from 'chai';
import { namedModel, SHOWN_NAMES } from '../../lab/hostile/corpora/names.ts';
import { parkLetter } from '../support/dead-letters.ts';
import { useUiPages } from '../support/ui-pages.ts';

describe('names that want to be more than text (docs/contributing/spec/threats.md)', function () {
  this.timeout(120_000);
  const instances: string[] = [];
  const ui = useUiPages(async (pages) => {
    for (const [n, name] of SHOWN_NAMES.entries()) {
      await pages.call('/Definitions/deploy', { BpmnXml: namedModel(`names-${n}`, name) });
      const started = await pages.call<{ WorkflowInstanceId: string }>('/Execution/start', {
        WorkflowId: `names-${n}`,
        Variables: { [name]: name },
      });
      instances.push(started.WorkflowInstanceId);
      await parkLetter(pages.databaseUrl, { kind: name, key: name, variables: { [name]: name } }, undefined, `Error: ${name}`);
    }
  });

  it('are shown as the text they are, on every page', async () => {
    const page = await ui.open();
    const opened: string[] = [];
    page.on('dialog', (dialog) => {
      opened.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [path, ready] of [
      ['/', '.home-tasks li'],
      ['/workflows', 'table'],
      ['/user-tasks', '.work-item-title'],
      ['/user-tasks?view=table', 'table'],
      ['/dashboard', 'table'],
    ] as const) {
      await page.goto(`${ui.url}${path}`);
      await page.locator('main').locator(ready).first().waitFor();
    }
    await page.goto(`${ui.url}/dead-letters`);
    for (const name of SHOWN_NAMES) await page.getByText(`Error: ${name}`, { exact: true }).waitFor();
    for (const [n, name] of SHOWN_NAMES.entries()) {
      await page.goto(`${ui.url}/process-instance/${instances[n]}?element=u`);
      await page.getByRole('tab', { name: 'Variables' }).click();
      await page.getByRole('tabpanel').getByText(name).first().waitFor();
    }
    expect(opened).to.deep.equal([]);
    expect(await page.locator('img[src="x"], svg[onload], [onmouseover]').count()).to.equal(0);
  });
});
