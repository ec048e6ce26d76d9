import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { actAs, addFilter, expectAccessible, expectText, pressRefresh, useUiPages } from '../support/ui-pages.ts';

const FORM = JSON.stringify({
  components: [
    { type: 'textfield', key: 'supplier', label: 'Supplier', validate: { required: true, minLength: 3 } },
    { type: 'number', key: 'amount', label: 'Amount', validate: { min: 1, max: 100 } },
    {
      type: 'radio',
      key: 'kind',
      label: 'Kind',
      values: [
        { value: 'goods', label: 'Goods' },
        { value: 'work', label: 'Work' },
      ],
    },
    { type: 'textarea', key: 'remark', label: 'Remark', description: 'Seen by the supplier' },
    { type: 'filepicker', key: 'scan', label: 'Scan' },
  ],
});
const MODEL = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn" xmlns:z="http://camunda.org/schema/zeebe/1.0">
  <d:process id="invoices" name="Invoices of suppliers"><d:extensionElements><z:userTaskForm id="F1">${FORM.replaceAll('"', '&quot;')}</z:userTaskForm></d:extensionElements>
  <d:startEvent id="s"/><d:userTask id="check" name="Check the invoice" c:candidateGroups="clerks" c:dueDate="2020-01-02T03:04:05Z" c:priority="70">
    <d:extensionElements><z:formDefinition formKey="camunda-forms:bpmn:F1"/></d:extensionElements></d:userTask>
  <d:sequenceFlow id="f" sourceRef="s" targetRef="check"/></d:process>
</d:definitions>`;
const EXPENSE = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="https://fleans.io/schema/bpmn/1.0">
  <d:process id="expense"><d:startEvent id="s"/><d:userTask id="approve"><d:extensionElements><f:assignmentDefinition candidateGroups="clerks"/>
  <f:expectedOutputs><f:expectedOutput name="approved"/><f:expectedOutput name="limit"/><f:expectedOutput name="rest"/></f:expectedOutputs></d:extensionElements></d:userTask>
  <d:exclusiveGateway id="g" default="n"/><d:endEvent id="a"/><d:endEvent id="b"/><d:sequenceFlow id="f" sourceRef="s" targetRef="approve"/>
  <d:sequenceFlow id="h" sourceRef="approve" targetRef="g"/><d:sequenceFlow id="n" sourceRef="g" targetRef="b"/><d:sequenceFlow id="y" sourceRef="g" targetRef="a">
  <d:conditionExpression>_context.approved == true &amp;&amp; _context.limit > 10</d:conditionExpression></d:sequenceFlow></d:process>
</d:definitions>`;

const INNER = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn">
  <d:process id="nested"><d:startEvent id="s"/><d:subProcess id="body"><d:extensionElements><c:inputOutput><c:inputParameter name="place">inside</c:inputParameter>
  </c:inputOutput></d:extensionElements><d:startEvent id="t"/><d:userTask id="look" name="Look"><d:extensionElements><c:inputOutput>
  <c:inputParameter name="own">1</c:inputParameter></c:inputOutput></d:extensionElements></d:userTask><d:sequenceFlow id="g" sourceRef="t" targetRef="look"/></d:subProcess>
  <d:sequenceFlow id="f" sourceRef="s" targetRef="body"/></d:process>
</d:definitions>`;

/** A task with expected outputs whose variables may have a value. */
const DELIVERY = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="https://fleans.io/schema/bpmn/1.0">
  <d:process id="delivery"><d:startEvent id="s"/><d:userTask id="deliver"><d:extensionElements><f:assignmentDefinition candidateGroups="clerks"/>
  <f:expectedOutputs><f:expectedOutput name="place"/><f:expectedOutput name="address"/><f:expectedOutput name="parts"/></f:expectedOutputs>
  </d:extensionElements></d:userTask><d:sequenceFlow id="f" sourceRef="s" targetRef="deliver"/></d:process>
</d:definitions>`;

describe('work on user tasks (docs/contributing/spec/pages.md#work-on-a-task)', function () {
  this.timeout(90_000);
  const ui = useUiPages(async (pages) => {
    await pages.call('/Definitions/deploy', { BpmnXml: MODEL });
  });

  const start = async (businessId: string, Variables = {}): Promise<string> =>
    (
      await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
        WorkflowId: 'invoices',
        BusinessId: businessId,
        Variables,
      })
    ).WorkflowInstanceId;
  const variablesOf = async (id: string): Promise<object | undefined> =>
    (await ui.call<{ variableStates: { variables: object }[] }>(`/Instances/${id}/state`)).variableStates[0]?.variables;
  const taskOf = async (id: string): Promise<string> => {
    const { data } = await ui.call<{ data: { workflowInstanceId: string; activityInstanceId: string }[] }>(
      '/UserTasks?pageSize=100',
    );
    return data.find((task) => task.workflowInstanceId === id)?.activityInstanceId ?? '';
  };
  const visitAs = async (user: string, path = '/user-tasks', look = {}): Promise<Page> => {
    const page = await ui.visit(path, look);
    await actAs(page, user, 'clerks');
    return page;
  };
  const expectTitle = async (page: Page, title: string) => {
    while ((await page.title()) !== title) await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  };
  const itemsOf = (page: Page) => page.getByRole('list', { name: 'User tasks' }).getByRole('button');

  it('is done for five tasks with the keyboard alone', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await start(`five-${n}`));
    const page = await visitAs('ada', '/user-tasks?sort=createdAt');
    await itemsOf(page).first().focus();
    for (const n of [1, 2, 3, 4, 5]) {
      await page.getByRole('article').getByText(`five-${n}`).waitFor();
      await page.keyboard.press('c');
      await page.locator('input[name="supplier"]:focus').waitFor();
      await page.keyboard.type(`Supplier ${n}`);
      await page.keyboard.press('Tab');
      await page.keyboard.type(String(n));
      await page.keyboard.press('Control+Enter');
      await page.getByRole('article').getByText(`five-${n}`).waitFor({ state: 'detached' });
    }
    await expectText(page, 'No pending user tasks.');
    for (const [n, id] of ids.entries()) {
      expect(await variablesOf(id)).to.deep.equal({ supplier: `Supplier ${n + 1}`, amount: n + 1 });
    }
  });

  it('shows what people call a task, when it is due, and how urgent it is', async () => {
    await start('named-1');
    const page = await visitAs('ada', '/user-tasks');
    const text = (await itemsOf(page).first().innerText()).replaceAll(/\s+/g, ' ');
    expect(text).to.match(
      /^Check the invoice Invoices of suppliers · named-1 Overdue by \d+ days Priority 70 less than a minute old$/,
    );
    const article = page.getByRole('article', { name: 'Task Check the invoice' });
    await article.getByText('named-1').waitFor();
    await article.getByText("Not shown here: filepicker 'Scan'.").waitFor();
    await expectAccessible(page);
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('shows the error at the field when the author of the form asks for something else', async () => {
    const id = await start('rules-1');
    const page = await visitAs('ada', `/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByRole('textbox', { name: 'Supplier' }).fill('ab');
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('101');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'At least 3 characters are needed.');
    await expectText(page, 'Must be 100 or less.');
    await page.locator('input[name="supplier"]:focus').waitFor();
    await page.getByRole('textbox', { name: 'Supplier' }).fill('abc');
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('100');
    await page.getByLabel('Goods').check();
    await page.getByLabel('Remark').fill('two\nlines');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'abc', amount: 100, kind: 'goods', remark: 'two\nlines' });
  });

  it('keeps what was entered when the page is loaded again, for this person and until the task is completed', async () => {
    const id = await start('draft-1');
    const page = await visitAs('ada', `/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await page.reload();
    await expectText(page, /Draft restored from/);
    expect(await page.getByRole('textbox', { name: 'Supplier' }).inputValue()).to.equal('Acme');
    await actAs(page, 'bob', 'clerks');
    await expectText(page, 'ada has claimed this task.');
    expect(await page.getByRole('textbox', { name: 'Supplier' }).inputValue()).to.equal('');
    await actAs(page, 'ada', 'clerks');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('task-draft:'))")).to.deep.equal([]);
  });

  it('begins with the variables of the instance, and sends only what was changed', async () => {
    const id = await start('known-1', { supplier: 'Acme', amount: 5, other: 1 });
    const page = await visitAs('ada', `/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByRole('region', { name: 'Variables', exact: true }).getByText('Other', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Supplier' }).inputValue()).to.equal('Acme');
    await ui.call(`/Instances/${id}/variables`, { Variables: { supplier: 'Changed since' } });
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('6');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Changed since', amount: 6, other: 1 });
  });

  it('reports calmly who has the task, or that it is done, when another user was faster', async () => {
    const id = await start('faster-1');
    const taskId = await taskOf(id);
    const page = await visitAs('ada', `/user-tasks?task=${taskId}`, { allows: /status of 404/ });
    await page.getByRole('button', { name: 'Claim and complete' }).waitFor();
    await ui.call(`/UserTasks/${taskId}/claim`, { UserId: 'bob', UserGroups: ['clerks'] });
    await ui.call('/UserTasks?pageSize=1');
    await pressRefresh(page);
    await expectText(page, 'bob has claimed this task in the meantime. Your input is stored in this browser.');
    await ui.call(`/UserTasks/${taskId}/complete`, { UserId: 'bob', Variables: {} });
    await ui.call(`/UserTasks?pageSize=1`);
    await pressRefresh(page);
    await expectText(
      page,
      "'Check the invoice' is no longer open. Another user has completed it, or its process has continued without it.",
    );
    await page.getByRole('button', { name: 'Next task' }).click();
    await page.getByText('is no longer open').waitFor({ state: 'detached' });
  });

  it('has the comments on the task, and the number of my tasks in the title of the window', async () => {
    const id = await start('said-1');
    const page = await visitAs('eve', `/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await expectTitle(page, '(1) Tasks · Sluice');
    await expectText(page, 'No comments yet.');
    await page.locator('h1').click();
    await page.keyboard.press('m');
    await page.keyboard.type('Who has <b>it</b>?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Comments' }).getByText('Who has <b>it</b>?').and(page.locator('p')).waitFor();
    await page.getByRole('button', { name: 'Unclaim' }).click();
    await expectTitle(page, 'Tasks · Sluice');
  });

  it('is one after the other on a phone, with nothing that scrolls sideways', async () => {
    await start(`a-very-long-business-id-${'x'.repeat(180)}`);
    const page = await visitAs('ada');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('article').waitFor({ state: 'detached' });
    const top = await itemsOf(page).first().boundingBox();
    expect(top?.y, 'the first task is on the first screen').to.be.below(500);
    await page.getByRole('button', { name: 'Working as ada (clerks)' }).waitFor();
    await itemsOf(page).first().click();
    await page.getByRole('article').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
    await expectAccessible(page, { colorsOnly: true });
    await page.getByRole('button', { name: 'All tasks' }).click();
    await itemsOf(page).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
  });

  it('approves on a phone without scrolling, with typed fields, when the task is unclaimed', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: EXPENSE });
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'expense',
      Variables: { employee: { name: 'Ann' }, lines: [{ article: 'Laptop', price: 9 }], callbackUrl: 'http://a.example' },
    });
    const page = await visitAs('ada', '/user-tasks?process=expense');
    await page.setViewportSize({ width: 390, height: 844 });
    await itemsOf(page).first().click();
    const values = page.getByRole('region', { name: 'Variables', exact: true });
    await page.getByRole('radio', { name: 'Yes' }).waitFor();
    const button = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect((button?.y ?? 900) + (button?.height ?? 0), 'the form is on the first screen').to.be.below(844);
    expect(await values.getByText(/./).first().innerText()).to.equal('Variables');
    await values.getByText('Variables', { exact: true }).click();
    await values.getByRole('cell', { name: 'Laptop' }).waitFor();
    await values.getByRole('definition').getByText('Ann', { exact: true }).waitFor();
    expect(await values.getByText('Callback url').count()).to.equal(0);
    await page.getByRole('radio', { name: 'Yes' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Rest').fill('{"a":');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'This is not valid JSON.');
    await expectText(page, 'A value is needed.');
    await page.getByLabel('Yes').check();
    await page.getByLabel('Limit').fill('12');
    await page.getByLabel('Rest').fill('[1]');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.include({ approved: true, limit: 12, rest: [1] });
  });

  it('approves on a phone in three taps and with a name the first time, next to the few values that the author has chosen', async () => {
    const shown =
      '<z:properties xmlns:z="http://camunda.org/schema/zeebe/1.0"><z:property name="shownVariables" value="total, employee"/></z:properties>';
    const short = EXPENSE.replace('id="expense"', 'id="short"')
      .replace('<f:assignmentDefinition candidateGroups="clerks"/>', shown)
      .replace('<f:expectedOutput name="limit"/><f:expectedOutput name="rest"/>', '');
    await ui.call('/Definitions/deploy', { BpmnXml: short });
    const Variables = {
      total: 1200,
      employee: 'Ann',
      limit: 20,
      ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`v${n}`, n])),
    };
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'short',
      Variables,
    });
    const page = await ui.visit('/user-tasks?process=short');
    await page.setViewportSize({ width: 390, height: 700 });
    await itemsOf(page).first().click();
    await page.getByRole('region', { name: 'Variables', exact: true }).getByRole('definition').getByText('1200').waitFor();
    await page.getByRole('radio', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await page.getByRole('dialog').getByLabel('Your name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await expectText(page, 'Task completed.');
    expect(await page.evaluate('scrollY'), 'nothing had to be scrolled').to.equal(0);
    expect(await variablesOf(id)).to.deep.include({ approved: true });
  });

  it('asks for the variables that the gateway behind compares, when the task has no form and no expected outputs', async () => {
    const bare = EXPENSE.replace('id="expense"', 'id="bare"').replace(/<f:expectedOutputs>.*<\/f:expectedOutputs>/, '');
    await ui.call('/Definitions/deploy', { BpmnXml: bare });
    const started = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'bare',
      BusinessId: 'bare-1',
      Variables: { limit: 20 },
    });
    const page = await visitAs('ann', '/user-tasks?process=bare');
    const form = page.getByRole('article').locator('form.work-form');
    await form.getByRole('radio', { name: 'Yes' }).check();
    expect(await form.getByLabel('Limit').count()).to.equal(0);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(started.WorkflowInstanceId)).to.deep.equal({ limit: 20, approved: true });
  });

  it('begins expected outputs with the value of their variable, and has a field for each member of an object', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: DELIVERY });
    const address = { street: 'Main 1', zip: 3000, isHome: true, floor: null, tags: ['a'] };
    const Variables = { place: 'Bern', address, parts: [1, 2] };
    const started = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: 'delivery', Variables });
    const page = await visitAs('ada', '/user-tasks?process=delivery');
    const form = page.getByRole('article').locator('form.work-form');
    const members = form.getByRole('group', { name: 'Address' });
    await members.getByLabel('Street').fill('Main 2');
    expect(await form.getByLabel('Place').inputValue()).to.equal('Bern');
    expect(await members.getByLabel('Zip').inputValue()).to.equal('3000');
    expect(await members.getByRole('radio', { name: 'Yes' }).isChecked()).to.equal(true);
    expect(JSON.parse(await form.getByLabel('Parts').inputValue())).to.deep.equal([1, 2]);
    await expectAccessible(page);
    await members.getByLabel('Zip').fill('');
    await form.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'A value is needed.');
    await members.getByLabel('Zip').fill('3001');
    await page.reload();
    await expectText(page, /Draft restored from/);
    await form.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(started.WorkflowInstanceId)).to.deep.equal({
      ...Variables,
      address: { ...address, street: 'Main 2', zip: 3001 },
    });
  });

  it('has inputs of the browser for dates and times, and a choice of compared values', async () => {
    const model = EXPENSE.replace('id="expense"', 'id="plan"')
      .replace('name="approved"', 'name="day"')
      .replace('name="limit"', 'name="at"')
      .replace('name="rest"', 'name="kind"')
      .replace('_context.approved == true &amp;&amp; _context.limit > 10', '_context.kind == "new" || _context.kind == "used"');
    await ui.call('/Definitions/deploy', { BpmnXml: model });
    const started = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'plan',
      Variables: { day: '2026-12-24', at: '2026-12-24T18:30:00+01:00', kind: 'old' },
    });
    const page = await visitAs('ada', '/user-tasks?process=plan');
    const form = page.getByRole('article').locator('form.work-form');
    await form.locator('input[name="day"][type="date"]').fill('2026-12-31');
    expect(await form.locator('input[name="at"][type="datetime-local"]').inputValue()).to.equal('2026-12-24T17:30');
    await form.getByLabel('At').fill('2026-12-24T18:00');
    const options = await form.getByRole('combobox', { name: 'Kind' }).getByRole('option').allInnerTexts();
    expect(options).to.deep.equal(['', 'new', 'used', 'old', 'Other value…']);
    await form.getByLabel('Kind').selectOption('Other value…');
    await form.getByRole('textbox', { name: 'Kind' }).fill('lent');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    const values = { day: '2026-12-31', at: '2026-12-24T18:00:00Z', kind: 'lent' };
    expect(await variablesOf(started.WorkflowInstanceId)).to.deep.equal(values);
  });

  it('shows long texts and lists in parts, so that the form is near', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ article: `Article ${index}`, price: index }));
    const tags = Array.from({ length: 40 }, (_, index) => `a tag that is long, number ${index}`);
    await start('long-1', { essay: 'some words and more '.repeat(150), rows, tags });
    const page = await visitAs('ada', '/user-tasks');
    await itemsOf(page).filter({ hasText: 'long-1' }).click();
    const values = page.getByRole('region', { name: 'Variables', exact: true });
    await values.getByRole('cell', { name: 'Article 4' }).waitFor();
    const { y = 0 } = (await page.locator('form.work-form').boundingBox()) ?? {};
    expect(y).to.be.below(1000);
    await values.getByRole('button', { name: 'Show all 60' }).click();
    await values.getByRole('cell', { name: 'Article 59' }).waitFor();
    await values.getByRole('button', { name: 'Collapse' }).click();
    expect(await values.getByRole('cell', { name: 'Article 5' }).count()).to.equal(0);
    await values.getByRole('button', { name: 'Show all', exact: true }).click();
    await values.getByText('some words and more '.repeat(150).trim()).waitFor();
    await expectAccessible(page);
    await values.getByText(/^All variables with exact values/).click();
    const button = values.getByRole('button', { name: 'Show as JSON' }).first();
    const gap = await button.evaluate((shown) => {
      const [last] = [...(shown.previousElementSibling?.getClientRects() ?? [])].slice(-1);
      const { left, top } = shown.getBoundingClientRect();
      return last === undefined || top >= last.bottom ? 4 : left - last.right;
    });
    expect(gap, 'between the value and its button').to.be.at.least(4);
  });

  it('takes the keys after a click on a filter with radio buttons', async () => {
    await start('keys-1');
    const page = await visitAs('ada');
    await page.getByText('Unassigned', { exact: true }).click();
    await page.waitForURL(/scope=unassigned/);
    await itemsOf(page).first().waitFor();
    await page.locator('input[type="radio"]:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('input[type="radio"]').first().focus();
    await page.keyboard.press('/');
    await page.getByRole('dialog').waitFor();
  });

  it('keeps the input of a user who gives a name only when completing', async () => {
    const id = await start('nameless-1');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    await dialog.getByLabel('Your name').fill('eve');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expectText(page, 'User eve is not authorized to claim this task');
    const refused = page.getByRole('dialog', { name: "You may not claim 'Check the invoice'" });
    await refused.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Supplier' }).inputValue()).to.equal('Acme');
    await actAs(page, 'ada', 'clerks');
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme 2');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme 2' });
  });

  it('keeps the input when the user corrects name and groups after a refused claim', async () => {
    const id = await start('corrected-1');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await actAs(page, 'eve', 'guests');
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: "You may not claim 'Check the invoice'" });
    await dialog.getByText('Groups: clerks').waitFor();
    await dialog.getByLabel('Your name').fill('bob');
    await dialog.getByLabel('Your groups (comma separated)').fill('clerks');
    await dialog.getByRole('button', { name: 'Save and try again' }).click();
    await expectText(page, 'Task completed.');
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme' });
  });

  it('offers the candidate groups of the task in the first dialog', async () => {
    const id = await start('groups-1');
    await start('groups-2');
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`);
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    for (const name of ['Fail task', 'Cancel task']) // below another heading, far from the form
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    await dialog.getByLabel('Your name').fill('ada');
    await dialog.getByRole('checkbox', { name: 'clerks' }).check();
    expect(await dialog.getByLabel('Your groups (comma separated)').inputValue()).to.equal('clerks');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const toast = await page.getByText('Task completed.').boundingBox();
    const next = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect(toast !== null && next !== null && toast.x + toast.width <= next.x, 'the message is left of the button').to.equal(
      true,
    );
    expect(await variablesOf(id)).to.deep.equal({ supplier: 'Acme' });
  });

  it('shows that the instance is suspended, and completes nothing until it is resumed', async () => {
    const id = await start('held-1');
    await ui.call(`/Instances/${id}/suspend`, {});
    const page = await visitAs('ada', `/user-tasks?task=${await taskOf(id)}`, { allows: /status of 409/ });
    await expectText(page, /^The instance \(Invoices of suppliers, held-1\) is suspended\. An operator must resume it/);
    await itemsOf(page).filter({ hasText: 'held-1' }).getByText('Suspended', { exact: true }).waitFor();
    for (const name of ['Claim', 'Claim and complete', 'Complete'])
      expect(await page.getByRole('button', { name, exact: true, disabled: false }).count(), name).to.equal(0);
    await expectAccessible(page);
    await ui.call(`/Instances/${id}/resume`, {});
    await ui.call('/UserTasks?pageSize=1');
    await pressRefresh(page);
    await page.getByRole('textbox', { name: 'Supplier' }).fill('Acme');
    await ui.call(`/Instances/${id}/suspend`, {});
    await page.getByRole('button', { name: 'Claim and complete' }).click();
    await page.getByRole('alert').getByText('The instance (Invoices of suppliers, held-1) is suspended.').waitFor();
  });

  it('shows the variables of the sub-process around the task', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: INNER });
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'nested',
      Variables: { order: 'A-1', place: 'outside' },
    });
    const page = await ui.visit(`/user-tasks?task=${await taskOf(id)}`);
    const values = page.getByRole('region', { name: 'Variables' }).or(page.locator('.work-task'));
    await values.getByText('A-1').first().waitFor();
    await values.getByText('inside').first().waitFor();
    expect(await values.getByText('outside').count()).to.equal(0);
  });

  it('finds the tasks of a process and of a group, kept in the address', async () => {
    const page = await visitAs('ada', '/user-tasks');
    await itemsOf(page).first().waitFor();
    await addFilter(page, 'process: other');
    await expectText(page, 'No pending user tasks.');
    expect(page.url()).to.include('process=other');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await itemsOf(page).first().waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('table', { name: 'User tasks' }).waitFor();
  });
});
