import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { addFilter, expectAccessible, expectRows, expectText, filtersOf, rowsOf, useUiPages } from '../support/ui-pages.ts';

/** Two kinds of numbers at each event and gateway of the example, all kinds at each task. */
const SEVERAL = [
  ...readFileSync(new URL('../../examples/trip-booking.bpmn', import.meta.url), 'utf8').matchAll(
    /<(?:bpmn:)?(\w*(?:Task|Event|Gateway))\s[^>]*?id="([^"]+)"/g,
  ),
].map(([, type, activityId]) => {
  const isTask = type?.endsWith('Task') === true;
  const [active, failed, incidents] = isTask ? [1, 2, 2] : [0, 0, 0];
  return { activityId, active, failed, everFailed: failed + 3, completed: 12, incidents };
});

describe('the page of a definition', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));
  const PATH = '/process-instances/order-fulfilment';

  it('lists the instances of all versions, newest first', async () => {
    const page = await ui.visit(PATH);
    await page.getByRole('heading', { name: /^Process — / }).waitFor();
    const rows = await rowsOf(page, 'Instances');
    expect(rows).to.have.length(7);
    expect(rows[0]).to.match(/^\|[0-9a-f]{8}…\|PO-1007\|Cancelled\|v2\|/);
  });

  it('shows on its diagram how many are at each element, failed there and passed it', async () => {
    const page = await ui.visit(PATH);
    const pack = page.locator('.djs-overlays[data-container-id=pack] .diagram-badge');
    await pack.first().waitFor();
    expect(await pack.evaluateAll((all) => all.map((badge) => badge.title))).to.include.members(['3 active', '1 failed']);
  });

  const pathOf = async (key: string) => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(`/Definitions/${key}/instances`);
    return `/process-instance/${items[0]?.instanceId}`;
  };
  for (const key of [
    'order-fulfilment',
    'trip-booking',
    'pizza-customer',
    'instance of pizza-customer',
    'trip-booking with several numbers at each element',
  ]) {
    it(`covers no label of ${key} with a number, and no number with another one`, async () => {
      const page = await ui.open();
      if (key.includes(' with '))
        await page.route('**/ui/api/workflows/elements?**', (route) => route.fulfill({ json: SEVERAL }));
      const path = key.startsWith('instance') ? await pathOf('pizza-customer') : `/process-instances/${key.split(' ')[0]}`;
      await page.goto(`${ui.url}${path}`);
      await page.locator('.djs-overlays .diagram-badge').first().waitFor();
      // as a text, because the types of the page are not known here
      const covered = await page.evaluate(`(() => {
        const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((found) => [found, found.getBoundingClientRect()]);
        const common = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
          && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
        const labels = boxesOf('.djs-element text').filter(([, { width }]) => width > 0);
        if (labels.length === 0) return ['no labels'];
        const badges = boxesOf('.diagram-badge');
        return badges.flatMap(([badge, box], index) =>
          [...labels, ...badges.slice(index + 1)].filter(([, other]) => common(box, other))
            .map(([other]) => badge.title + ': ' + other.textContent));
      })()`);
      expect(covered).to.deep.equal([]);
    });
  }

  it('counts what is failed now, and keeps the state when a number is opened', async () => {
    const page = await ui.visit(PATH);
    const badge = page.locator('.djs-overlays[data-container-id=pack] .diagram-badge-failed');
    await badge.click();
    await page.waitForURL(/order-fulfilment\?activity=pack&status=Failed&entry=failed/);
    const [row] = await expectRows(page, 'Instances', 1);
    expect(row).to.include('PO-1006');
  });

  it('draws the version with the most running instances when a newer one has none', async () => {
    const modelOf = (id: string) => sequence('renewed', task(id));
    await ui.call('/Definitions/deploy', { BpmnXml: modelOf('earlier') });
    await ui.call('/Execution/start', { WorkflowId: 'renewed' });
    await ui.call('/Definitions/deploy', { BpmnXml: modelOf('later') });
    const page = await ui.visit('/process-instances/renewed');
    await page.locator('.djs-overlays[data-container-id=earlier]').getByTitle('1 active').waitFor();
  });

  it('counts at an element the instances of all versions, and names the elements that only other versions have', async () => {
    const modelOf = (id: string) => sequence('summed', userTask('same'), task(id));
    for (const [id, count] of [
      ['old', 3],
      ['new', 2],
    ] as const) {
      await ui.call('/Definitions/deploy', { BpmnXml: modelOf(id) });
      for (let started = 0; started < count; started += 1) await ui.call('/Execution/start', { WorkflowId: 'summed' });
    }
    const { data } = await ui.call<{ data: { activityInstanceId: string }[] }>(
      '/UserTasks?filters=ProcessDefinitionKey==summed&pageSize=1',
    );
    await ui.call(`/UserTasks/${data[0]?.activityInstanceId}/claim`, { UserId: 'ann' });
    await ui.call(`/UserTasks/${data[0]?.activityInstanceId}/complete`, { UserId: 'ann', Variables: {} });
    const page = await ui.visit('/process-instances/summed');
    await page.getByRole('link', { name: 'new (1 active)' }).waitFor();
    expect(await page.getByLabel('Version', { exact: true }).locator('option').allInnerTexts()).to.deep.equal([
      'All versions · 5 running',
      'v2 · 2 running',
      'v1 · 3 running',
    ]);
    await page.locator('.djs-overlays[data-container-id=same]').getByTitle('4 active').click();
    await page.waitForURL(/summed\?activity=same&entry=active/);
    await expectRows(page, 'Instances', 4);
  });

  it('keeps its filters in the address', async () => {
    const page = await ui.visit(PATH);
    await addFilter(page, 'status: failed');
    await page.waitForURL(/status=Failed/);
    await expectRows(page, 'Instances', 1);
    await page.reload();
    expect((await rowsOf(page, 'Instances'))[0]).to.include('PO-1006|Failed');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByText('PO-1001').waitFor();
  });

  it('finds a business id', async () => {
    const page = await ui.visit(PATH);
    await addFilter(page, 'business id: PO-1003');
    await expectRows(page, 'Instances', 1);
    await addFilter(page, 'business id: nobody');
    await expectText(page, 'No instances.');
  });

  it('leaves out what was created before a date', async () => {
    const page = await ui.visit(`${PATH}?from=2100-01-01T00:00`);
    await expectText(page, 'No instances.');
    expect(await filtersOf(page)).to.include('created from: 2100-01-01 00:00');
  });

  it('lists those that are at an element when it is clicked', async () => {
    const page = await ui.visit(PATH);
    await page.locator('[data-element-id=reserve-stock] .djs-hit').first().click({ force: true });
    await page.waitForURL(/activity=reserve-stock/);
    await expectRows(page, 'Instances', 1);
  });

  it('shows one version when it is chosen', async () => {
    const page = await ui.visit(PATH);
    await page.getByRole('combobox', { name: 'Version', exact: true }).selectOption('v1');
    await page.waitForURL(/\/process-instances\/order-fulfilment\/1$/);
    await expectText(page, 'No instances.');
  });

  it('sorts by business id when its heading is pressed', async () => {
    const page = await ui.visit(PATH);
    await page.getByRole('button', { name: 'Business ID' }).click();
    await page.getByRole('button', { name: 'Business ID' }).click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.waitForURL(/sort=businessId/);
    await page.locator('tbody tr').first().getByText('PO-1001').waitFor();
  });

  it('opens an instance and leads back', async () => {
    const page = await ui.visit(PATH);
    await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('link', { name: 'Back to processes' }).click();
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
  });

  it('has no instances when the key is unknown', async () => {
    const page = await ui.visit('/process-instances/nothing/7', { allows: /status of 404/ });
    await page.getByRole('heading', { name: 'Process — nothing' }).waitFor();
    await expectText(page, 'No instances.');
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('shows instances with an open incident in the row, the diagram, the processes and the instance', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: STUCK });
    for (const BusinessId of ['one', 'two']) await ui.call('/Execution/start', { WorkflowId: 'stuck', BusinessId });
    const page = await ui.visit('/process-instances/stuck');
    const rows = await expectRows(page, 'Instances', 2);
    expect(rows[0]).to.match(/\|two\|Running\s*Incident\|v1\|\[500\] .*missing/);
    const badge = page.locator('.djs-overlays[data-container-id=work] .diagram-badge-incident');
    expect(await badge.getAttribute('title')).to.equal('2 with an open incident');
    await badge.click();
    await page.waitForURL(/stuck\/1\?activity=work&incident=open/);
    await expectRows(page, 'Instances', 2);
    expect(await filtersOf(page)).to.include.members(['element: work', 'incident: open']);
    await expectAccessible(page);
    await page.goto(`${ui.url}/instances?incident=open`);
    await expectRows(page, 'Instances', 2);
    await page.goto(`${ui.url}/workflows?search=stuck`);
    await page.getByRole('link', { name: '2 with an open incident' }).click();
    await page.getByRole('cell', { name: 'two', exact: true }).click();
    await page.getByRole('banner').or(page.locator('header')).getByText('Running, incident').first().waitFor();
    const [activity] = (await rowsOf(page, 'Activities')).filter((row) => row.startsWith('work|'));
    expect(activity).to.match(/\|Running, incident\|.*\[500\]/);
    await page.locator('.tree-item', { hasText: 'work' }).getByText('Incident').waitFor();
  });

  it('lists suspended instances', async () => {
    const { WorkflowInstanceId } = await ui.call<{ readonly WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'renewed',
    });
    await ui.call(`/Instances/${WorkflowInstanceId}/suspend`, {});
    const page = await ui.visit('/process-instances/renewed');
    await addFilter(page, 'suspended: yes');
    await expectRows(page, 'Instances', 1);
    await page.getByRole('link', { name: 'Filter by error or variable' }).click();
    await expectRows(page, 'Instances', 1);
    expect(await filtersOf(page)).to.include('suspended: yes');
  });

  it('reads other names of filters, notes unknown ones, shows long errors and keeps an id in one line', async () => {
    const { WorkflowInstanceId: id } = await ui.call<{ readonly WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'stuck',
      BusinessId: 'SO-10300',
    });
    const page = await ui.visit('/instances?process=stuck');
    await expectRows(page, 'Instances', 3);
    expect(await filtersOf(page)).to.include('process: stuck');
    const cell = page.getByText('SO-10300', { exact: true });
    expect((await cell.boundingBox())?.height).to.be.below(30);
    await page.goto(`${ui.url}/instances?colour=red`);
    await expectText(page, 'This list has no filter colour, so it shows all rows.');
    await page.getByLabel('Select all on this page').check();
    expect(await page.getByRole('button', { name: /that match the filters/ }).count()).to.equal(0);
    await page.route('**/ui/api/service/Instances?**', async (route) => {
      const view = await (await route.fetch()).json();
      const long = { activityId: 'work', code: 'E', message: 'far too long '.repeat(60), openIncidents: 1 };
      const items = view.items.filter((item: { readonly instanceId: string }) => item.instanceId === id);
      await route.fulfill({ json: { ...view, items: items.map((item: object) => ({ ...item, incident: long })) } });
    });
    await page.goto(`${ui.url}/instances?process=stuck&businessId=SO-10300`);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Show less' }).waitFor();
    expect((await page.locator('.error-text').boundingBox())?.height).to.be.above(80);
    await page.goto(`${ui.url}/workflows?sort=-failures`);
    expect((await rowsOf(page, 'Processes'))[0]).to.match(/^stuck/);
    await page.getByLabel('Search by key or name').fill('FULFILMENT');
    await page.getByText('order-fulfilment', { exact: true }).waitFor();
  });

  it('has the first row on the first screen of a phone, and at most five screens', async () => {
    const page = await ui.open();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/workflows', PATH, '/process-instances/hello', '/instances']) {
      await page.goto(`${ui.url}${path}`);
      const row = page.locator('tbody tr').first();
      await row.getByRole('link').first().waitFor();
      if (path.includes('process-')) await page.locator('.djs-overlays .diagram-badge').first().waitFor();
      const box = await row.boundingBox();
      expect(box?.y, path).to.be.below(744);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      expect(height, path).to.be.below(5 * 844);
      if (path !== '/workflows') await expectAccessible(page);
    }
    await page.goto(`${ui.url}${PATH}`);
    await page.getByText('Views, columns and export').click();
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await page.getByText('Meaning of the numbers').click();
    await expectText(page, 'failed at some time');
  });
});
