import { expect } from 'chai';
import { EXPENSE, useTaskPages } from '../support/task-pages.ts';
import { actAs, expectAccessible, expectText } from '../support/ui-pages.ts';

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

describe('forms and values of user tasks (docs/contributing/spec/pages.md#work-on-a-task)', function () {
  this.timeout(90_000);
  const { ui, start, variablesOf, taskOf, visitAs, itemsOf } = useTaskPages();

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
});
