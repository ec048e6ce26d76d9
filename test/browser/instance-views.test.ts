import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

const overItems = (attributes = '') =>
  `<multiInstanceLoopCharacteristics ${attributes} camunda:collection="items" camunda:elementVariable="item"/>`;
const CHECKS = sequence('checks', `<userTask id="check">${overItems()}</userTask>`);
const STEPS = sequence(
  'steps',
  `<scriptTask id="work" scriptFormat="csharp">${overItems('isSequential="true"')}<script>last = item</script></scriptTask>`,
  userTask('wait'),
);
const ITEMS = 1300;

interface Task {
  readonly activityInstanceId: string;
  readonly activityId: string;
}

describe('the views of an instance', function () {
  this.timeout(120_000);
  const started = new Map<string, string>();
  const ui = useUiPages(async (pages) => {
    await fillDemo(pages.apiUrl);
    for (const BpmnXml of [CHECKS, STEPS]) await pages.call('/Definitions/deploy', { BpmnXml });
    for (const [WorkflowId, count] of [
      ['checks', 13],
      ['steps', ITEMS],
    ] as const) {
      const items = Array.from({ length: count }, (_, index) => index);
      const { WorkflowInstanceId: id } = await pages.call<{ WorkflowInstanceId: string }>('/Execution/start', {
        WorkflowId,
        Variables: { items },
      });
      started.set(WorkflowId, id);
    }
    const { data } = await pages.call<{ data: Task[] }>('/UserTasks?pageSize=100');
    const task = data.filter(({ activityId }) => activityId === 'check').at(4);
    await pages.call(`/UserTasks/${task?.activityInstanceId}/fail`, { errorMessage: 'Not like this' });
  });

  it('fits the diagram again when the panel opens, with the chosen element in sight', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?businessId=PO-1003',
    );
    const page = await open(items[0]?.instanceId);
    await page.getByRole('treeitem').last().click();
    await page.getByRole('complementary', { name: 'Selected element' }).waitFor();
    const whole = page.locator('.djs-container .viewport');
    await expectInside(page, '.djs-element.is-selected .djs-visual', '.diagram');
    const [drawn, frame] = [await whole.boundingBox(), await page.locator('.diagram').boundingBox()];
    expect(drawn?.width).to.be.at.most(frame?.width ?? 0);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('treeitem').first().click();
    await expectInside(page, '.djs-element.is-selected .djs-visual', '.diagram');
  });

  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    it(`shows the panel without scrolling at ${width} px`, async () => {
      const page = await open(started.get('checks'), { width, height });
      await page.getByRole('treeitem').last().click();
      const panel = page.getByRole('complementary', { name: 'Selected element' });
      await untilRead(
        'the place of the panel',
        async () => (await panel.boundingBox())?.y ?? height,
        (y) => y < height - 60,
      );
      const offset = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(offset).to.be.at.most(0);
    });
  }

  it('marks the one iteration that failed, not all of them', async () => {
    const page = await open(started.get('checks'));
    await page
      .getByRole('button', { name: /check .*: Not like this/ })
      .first()
      .click();
    const marked = page.getByRole('treeitem', { selected: true });
    await marked.getByText('Not like this').waitFor();
    expect(await marked.count()).to.equal(1);
    expect(await page.locator('tr[aria-selected=true]').count()).to.equal(1);
    await page.locator('.entry-card[aria-current]').getByText('Failed').waitFor();
    expect(page.url()).to.match(/element=check&entry=[0-9a-f-]{36}/);
    await page.reload();
    await marked.getByText('Not like this').waitFor();
  });

  it('is one tab stop, with arrow keys in the tree', async () => {
    const page = await open(started.get('checks'));
    const tree = page.getByRole('tree');
    expect(await tree.locator('[tabindex="0"], a:not([tabindex]), button').count()).to.equal(1);
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, (text) => /^check.*Multi-instance/i.test(text));
    await page.keyboard.press('ArrowLeft');
    await tree.locator('[aria-expanded=false]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await untilFocused(page, (text) => /#1\b/.test(text));
    await page.keyboard.press('End');
    await untilFocused(page, (text) => text.includes('#13'));
    await page.keyboard.press('ArrowLeft');
    await untilFocused(page, (text) => !text.includes('#'));
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('[data-element-id=start].is-selected').waitFor();
  });

  it('draws only the lines of a long tree that are in sight, and no empty page below it', async () => {
    const page = await open(started.get('steps'));
    await page.getByRole('treeitem').first().waitFor();
    expect(await page.getByRole('treeitem').count()).to.be.lessThan(60);
    const { scrolled, content } = await page.evaluate<{ scrolled: number; content: number }>(`({
      scrolled: document.documentElement.scrollHeight,
      content: document.querySelector('main').getBoundingClientRect().bottom + scrollY,
    })`);
    expect(scrolled).to.be.at.most(Math.max(content + 2, 902));
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('End');
    await untilFocused(page, (text) => text.startsWith('wait'));
  });

  it('keeps the step that plays in sight, at the chosen speed', async () => {
    const page = await open(started.get('steps'));
    await page.getByLabel('Speed').selectOption('20×');
    await page.getByRole('button', { name: 'Play' }).click();
    await expectText(page, /Step [2-9]\d{3} of \d{4}/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.tree-item.is-now').first().waitFor();
    await expectInside(page, '.tree-item.is-now', '.tree');
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expectText(page, /Step 1 of \d{4}/);
    // what a script wrote has no own entry: the tree stays where it was
    for (let step = 2; step <= 12; step += 1) {
      await page.keyboard.press('ArrowRight');
      await expectText(page, new RegExp(`Step ${step} of \\d{4}`));
      expect(await page.locator('.tree-item.is-now').count(), `step ${step}`).to.equal(1);
    }
  });

  async function open(instanceId: string | undefined, size?: { width: number; height: number }): Promise<Page> {
    await ui.call('/UserTasks?pageSize=1');
    const page = await ui.open();
    await page.setViewportSize(size ?? { width: 1360, height: 900 });
    await page.goto(`${ui.url}/process-instance/${instanceId}`);
    await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
    await page.getByRole('treeitem').first().waitFor();
    return page;
  }

  async function untilFocused(page: Page, isWanted: (text: string) => boolean): Promise<void> {
    const read = async () =>
      (await page.evaluate<string>('document.activeElement.innerText')).replaceAll(/\s+/g, ' ').replace(/^[▶✓✕⊘] /, '');
    await untilRead('what has the focus', read, isWanted);
  }

  /** Waits until a part lies within another one. */
  async function expectInside(page: Page, inner: string, outer: string): Promise<void> {
    // not `waitForFunction`: the policy of the pages lets a text be evaluated once, not repeatedly
    const isInside = () =>
      page.evaluate<boolean>(`(() => {
        const [a, b] = [${JSON.stringify(inner)}, ${JSON.stringify(outer)}].map((s) => document.querySelector(s)?.getBoundingClientRect());
        return Boolean(a && b && a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1);
      })()`);
    await untilRead(`${inner} inside of ${outer}`, isInside, (is) => is);
  }
});
