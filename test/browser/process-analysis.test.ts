// tier all: the commit tier has the statistics over HTTP, and the page with its table and bottlenecks
import { expect } from 'chai';
import { sequence, userTask } from '../support/models/models.ts';
import { expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

const CHECKED = sequence('loan', userTask('check')).replace('id="check"', 'id="check" name="Check the loan"');
const SCRIPT = '<scriptTask id="work" name="Work" scriptFormat="javascript"><script>done = 1</script></scriptTask>';

describe('the analysis of a process (docs/contributing/spec/pages.md#heatmap)', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: CHECKED });
    for (let count = 0; count < 2; count += 1) await call('/Execution/start', { WorkflowId: 'loan' });
    await call('/Definitions/deploy', { BpmnXml: sequence('instant', SCRIPT) });
    await call('/Execution/start', { WorkflowId: 'instant' });
    const first = userTask('first').replace('id="first"', 'id="first" name="First step"');
    await call('/Definitions/deploy', {
      BpmnXml: sequence('twice', SCRIPT.replace('"work" name="Work"', '"old" name="Old step"'), first),
    });
    await call('/Execution/start', { WorkflowId: 'twice' });
    await call('/Definitions/deploy', { BpmnXml: sequence('twice', first, userTask('second')) });
    await call('/Execution/start', { WorkflowId: 'twice' });
  });
  const PATH = '/processes/loan';

  it('leads from the number of those that wait to exactly these instances, from the list, the table and the diagram', async () => {
    const page = await ui.visit(PATH);
    const waiting = page.getByRole('region', { name: 'Bottlenecks' }).getByRole('link', { name: /^2 waiting, oldest/ });
    await waiting.click();
    await page.waitForURL(/\/process-instances\/loan\/1\?activity=check&entry=active&incident=none$/);
    await expectRows(page, 'Instances', 2);
    await page.goBack();
    const badge = page.locator('.djs-overlays[data-container-id=check] a.diagram-badge-waiting');
    expect(await badge.innerText()).to.match(/^2 waiting, oldest \d+/);
    expect(await badge.getAttribute('href')).to.match(/activity=check&entry=active&incident=none$/);
    await page
      .getByRole('table', { name: 'Metrics of elements' })
      .getByRole('link', { name: /^2 waiting/ })
      .click();
    await expectRows(page, 'Instances', 2);
  });

  it('has no duration for what runs within one step of the engine, which is neither a bottleneck nor coloured', async () => {
    const page = await ui.visit('/processes/instant');
    await page.locator('[data-element-id=work].is-unmeasured').waitFor();
    const row = (await rowsOf(page, 'Metrics of elements')).find((text) => text.startsWith('Work'));
    expect(row).to.match(/^Work\|—\|—\|—\|—\|—\|1\|0\|0\|—\|0/);
    expect(await page.getByRole('region', { name: 'Bottlenecks' }).count()).to.equal(0);
    await expectText(page, /Duration of the completed ones: median in one step\.$/);
    await page.getByRole('list', { name: 'Colours' }).getByText('Runs within one step of the engine').waitFor();
    await page.goto(`${ui.url}/process-instances/instant`);
    expect((await rowsOf(page, 'Instances'))[0]).to.include('|in one step');
    await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().click();
    await page.locator('dd').getByText('in one step').waitFor();
    await page.getByRole('treeitem', { name: /Work/ }).getByText('—').waitFor();
  });

  it('adds elements with the same id of all versions, and lists those that only older versions have', async () => {
    const page = await ui.visit('/processes/twice?period=all');
    const version = page.getByLabel('Version', { exact: true });
    await version.waitFor();
    expect(await version.inputValue(), 'the default is one version').to.equal('2');
    expect(await version.locator('option').allInnerTexts()).to.include('All versions');
    await version.selectOption('All versions');
    await page.waitForURL(/version=all/);
    await page.locator('[data-element-id=second]').first().waitFor();
    const rows = await untilRead(
      'names of both versions',
      () => rowsOf(page, 'Metrics of elements'),
      (all) => all.some((row) => row.startsWith('Old step|')),
    );
    expect(rows.find((row) => row.startsWith('First step|'))).to.match(/\|2 waiting, oldest [^|]+\|0$/);
    await expectText(page, 'Diagram of v2. The numbers are of all versions: elements with the same id are added.');
    await page
      .getByRole('region', { name: 'Only in older versions' })
      .getByRole('button', { name: 'Old step (last in v1)' })
      .click();
    await page.getByRole('row', { selected: true }).getByText('Old step').waitFor();
    await page
      .getByRole('table', { name: 'Metrics of elements' })
      .getByRole('link', { name: /^2 waiting/ })
      .click();
    await page.waitForURL(/\/process-instances\/twice\?activity=first/);
    await expectRows(page, 'Instances', 2);
  });

  it('has no statement about 95 % of the visits if few are completed', async () => {
    const { data } = await ui.call<{ data: { activityInstanceId: string }[] }>('/UserTasks?process=twice&pageSize=1');
    const [task] = data;
    await ui.call(`/UserTasks/${task?.activityInstanceId}/claim`, { UserId: 'ann' });
    await ui.call(`/UserTasks/${task?.activityInstanceId}/complete`, { UserId: 'ann', Variables: {} });
    const page = await ui.visit('/processes/twice?version=all&period=all');
    const first = page.getByRole('region', { name: 'Bottlenecks' }).getByRole('listitem').filter({ hasText: 'First step' });
    await first.getByText(/; 1 completed visit, median .+; 1 waiting/).waitFor();
    expect(await page.getByText(/95 % of the visits/).count()).to.equal(0);
  });

  it('shows figures between two times of the user, in the address', async () => {
    const page = await ui.visit(`${PATH}?period=all`);
    await page.getByLabel('Ended within').selectOption('from … to …');
    await page.getByLabel('To', { exact: true }).fill('2020-02-01T00:00');
    await page.getByLabel('To', { exact: true }).blur();
    await page.waitForURL(/period=custom&to=2020-0/);
    await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
    await page.getByLabel('From', { exact: true }).blur();
    await page.waitForURL(/from=20(19|20)-/);
    await untilRead(
      'nothing completed',
      () => rowsOf(page, 'Metrics of elements'),
      (rows) => rows.length === 1 && /^Check the loan\|.*\|0\|0\|0\|—\|2 waiting/.test(rows[0] ?? ''),
    );
    await page.reload();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).to.equal('2020-01-01T00:00');
    await page.getByLabel('Ended within').selectOption('the last 30 days');
    await page.waitForURL((url) => url.searchParams.get('period') === 'month' && !url.searchParams.has('from'));
  });
});
