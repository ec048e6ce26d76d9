// tier all: several pages of one chain of calls
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, rowsOf, useUiPages } from '../support/ui-pages.ts';

interface Started {
  readonly WorkflowInstanceId: string;
}

const named = (model: string, name: string) => model.replace('<process ', `<process name="${name}" `);
const call = (id: string, key: string) => `<callActivity id="${id}" name="Name of ${id}" calledElement="${key}" />`;

describe('incidents of called instances (docs/contributing/spec/incidents.md#called-instances)', function () {
  this.timeout(90_000);
  let order = '';
  const ui = useUiPages(async (pages) => {
    const bank = STUCK.replace('id="work"', 'id="work" name="Charge card"');
    await pages.call('/Definitions/deploy', { BpmnXml: named(bank, 'Bank transfer') });
    await pages.call('/Definitions/deploy', { BpmnXml: named(sequence('payment', call('charge', 'stuck')), 'Order payment') });
    await pages.call('/Definitions/deploy', { BpmnXml: named(sequence('order', call('pay', 'payment')), 'Shop order') });
    const started = await pages.call<Started>('/Execution/start', { WorkflowId: 'order', BusinessId: 'SO-1' });
    order = started.WorkflowInstanceId;
  });

  it('are shown with the business id of the topmost caller, which filters them', async () => {
    const page = await ui.visit('/incidents');
    await page.getByRole('table', { name: 'Incidents' }).getByRole('cell', { name: 'Charge card', exact: true }).waitFor();
    expect((await expectRows(page, 'Incidents', 1))[0]).to.match(
      /^[0-9a-f]{8}…\|stuck\|SO-1 of the caller\|Charge card\|\[500\] /,
    );
    await page.goto(`${ui.url}/incidents?process=stuck&activity=work`);
    await page.getByRole('button', { name: 'element: Charge card', exact: true }).waitFor();
    await expectAccessible(page);
    await page.goto(`${ui.url}/incidents?businessId=SO-1`);
    await expectRows(page, 'Incidents', 1);
    await page.goto(`${ui.url}/incidents?businessId=SO-2`);
    await expectText(page, 'No incidents match these filters.');
  });

  it('are counted at the call activity, next to the running instances, with a link to exactly the waiting ones', async () => {
    const page = await ui.visit('/process-instances/order');
    const badge = page.locator('.djs-overlays[data-container-id=pay] a.diagram-badge-calledIncident');
    await badge.waitFor();
    expect([await badge.innerText(), await badge.getAttribute('title')]).to.deep.equal([
      '1',
      '1 with an open incident in a called instance',
    ]);
    const [box, active] = await Promise.all(
      [badge, page.locator('.djs-overlays[data-container-id=pay] .diagram-badge-active')].map((one) => one.boundingBox()),
    );
    expect((active?.x ?? 0) + (active?.width ?? 0)).to.be.at.most(box?.x ?? 0);
    await expectAccessible(page);
    await badge.click();
    await page.waitForURL(/activity=pay&incident=called/);
    expect((await expectRows(page, 'Instances', 1))[0]).to.match(/SO-1\|Running\s*Incident in a called instance\|\[500\] /);
    await page.goto(`${ui.url}/instances?incident=called`);
    await page.getByRole('cell', { name: 'Name of charge' }).waitFor();
    const rows = await expectRows(page, 'Instances', 2);
    expect(
      rows.filter((row) => /SO-1 of the caller\|Running\s*Incident in a called instance\|Name of charge\|\[500\]/.test(row)),
    ).to.have.length(1);
    await expectAccessible(page);
  });

  it('are not counted as waiting in the analysis, whose number leads to exactly the caller', async () => {
    const page = await ui.visit('/processes/order');
    const table = page.getByRole('table', { name: 'Metrics of elements' });
    const row = (await rowsOf(page, 'Metrics of elements')).find((text) => text.startsWith('Name of pay'));
    expect(row).to.match(/^Name of pay\|.*\|0\|0\|0\|[^—|]+\|1 with an incident\|/);
    expect(await page.getByText(/waiting, oldest/).count()).to.equal(0);
    await table.getByRole('link', { name: '1 with an incident' }).click();
    await page.waitForURL(/activity=pay&entry=active&incident=any$/);
    expect((await expectRows(page, 'Instances', 1))[0]).to.include('SO-1');
    await page.getByText('incident: own or in a called instance').waitFor();
    await page.goto(`${ui.url}/process-instances/order?incident=none`);
    await expectText(page, 'No instances.');
    await page.goto(`${ui.url}/instances?incident=none&key=order`);
    await expectText(page, 'No instances.');
  });

  it('are in one list with failed instances, to which Home and the causes lead, and which is saved as CSV', async () => {
    await ui.call('/Definitions/deploy', {
      BpmnXml: STUCK.replace('id="stuck"', 'id="broken"').replace(' onFailure="incident"', ''),
    });
    await ui.call('/Execution/start', { WorkflowId: 'broken', BusinessId: 'SO-4' });
    for (const path of ['/', '/incidents']) {
      const page = await ui.visit(path);
      await page.getByRole('link', { name: 'All affected instances: failed or with an incident' }).click();
      await page.waitForURL(/\/instances\?problem=topmost$/);
      const rows = await expectRows(page, 'Instances', 2);
      expect(rows.filter((row) => row.includes('|Failed|'))).to.have.length(1);
      expect(rows.filter((row) => row.includes('Incident in a called instance'))).to.have.length(1);
      await page.getByText('problem: failed or with an incident').waitFor();
    }
    const page = await ui.visit('/instances?problem=any&key=order');
    await expectRows(page, 'Instances', 1);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const [names, row] = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(names).to.match(/,calledIncidentMessage,calledIncidentCode,suspended,durationMs$/);
    expect(row).to.match(/,order,1,SO-1,Running,pay,.*,500,,\d+$/);
  });

  it('have another sign, shape and colour than an own incident in the legend and on the badges', async () => {
    const page = await ui.visit('/process-instances/order');
    const look = async (kind: string) => {
      await page.locator(`span.diagram-badge-${kind}`).waitFor();
      return (await page.evaluate(`(() => {
        const badge = document.querySelector('span.diagram-badge-${kind}');
        const { backgroundColor, borderStyle, borderRadius } = getComputedStyle(badge);
        return [getComputedStyle(badge, '::before').content, backgroundColor, borderStyle, borderRadius];
      })()`)) as string[];
    };
    const compare = async () => {
      const [own, called] = [await look('incident'), await look('calledIncident')];
      return own.map((value, at) => value === called[at]);
    };
    expect(await compare()).to.deep.equal([false, false, false, false]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect((await compare())[0]).to.equal(false);
    expect((await compare())[2]).to.equal(false);
  });

  it('are at the page of the caller: state, reason through several calls, badge, link, and a retry', async () => {
    const page = await ui.visit(`/process-instance/${order}`);
    await expectText(page, 'Running, incident in a called instance');
    const why = page.getByRole('complementary', { name: 'Why it waits' });
    await why
      .getByText(
        /^Call activity 'Name of pay' waits for the called instance of 'Order payment' version 1, which waits for the called instance of 'Bank transfer', which has an incident at 'Charge card': 500: /,
      )
      .waitFor();
    const badge = page.locator('.djs-overlays[data-container-id=pay] a.diagram-badge-calledIncident');
    await badge.waitFor();
    await page.getByRole('link', { name: 'Order payment', exact: true }).waitFor();
    const call = page.getByRole('treeitem', { name: /Name of pay/ });
    await call.getByText('⚠').waitFor();
    await call.getByRole('link', { name: '1 incident in a called instance' }).waitFor();
    const row = page.getByRole('table', { name: 'Activities' }).getByRole('row', { name: /Name of pay/ });
    await row.getByText('Running, incident in a called instance').waitFor();
    await row.getByText(/^\[500\] /).waitFor();
    await expectAccessible(page);
    await why.getByRole('button', { name: 'Retry Charge card in Bank transfer' }).click();
    await expectText(page, 'Retried. Steps that fail again are shown here.');
    await why.getByText(/^Failed again at .*, 2 times in a row\.$/).waitFor();
    await why.getByRole('button', { name: "Edit variables of 'Bank transfer'" }).click();
    await page.getByRole('dialog', { name: "Edit variables of 'Bank transfer'" }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await why.getByRole('link', { name: 'Open the instance with the incident' }).click();
    await page.waitForURL(/\?element=work$/);
    await page.getByRole('link', { name: 'SO-1 · Order payment' }).waitFor();
    await page.getByText('SO-1 of the caller').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await badge.click();
    await page.waitForURL(/\?element=work$/);
  });
});
