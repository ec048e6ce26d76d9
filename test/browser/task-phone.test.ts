import { expect } from 'chai';
import { EXPENSE, useTaskPages } from '../support/task-pages.ts';
import { expectAccessible, expectText } from '../support/ui-pages.ts';

describe('user tasks on a phone (docs/contributing/spec/pages.md#work-on-a-task)', function () {
  this.timeout(90_000);
  const { ui, start, variablesOf, visitAs, itemsOf } = useTaskPages();

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
      Variables: { employee: { name: 'Ann' }, lines: [{ name: 'Laptop', price: 9 }], callbackUrl: 'http://a.example' },
    });
    const page = await visitAs('ada', '/user-tasks?process=expense');
    await page.setViewportSize({ width: 390, height: 844 });
    await itemsOf(page).first().click();
    const values = page.getByRole('region', { name: 'Variables', exact: true });
    await page.getByRole('radio', { name: 'Yes' }).waitFor();
    const button = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect((button?.y ?? 900) + (button?.height ?? 0), 'the form is on the first screen').to.be.below(844);
    const near = values.locator(':scope > dl > div');
    expect(await near.allInnerTexts()).to.deep.equal(['Employee\nAnn', 'Lines\nLaptop']);
    await values.getByText('More variables', { exact: true }).click();
    await values.getByRole('cell', { name: 'Laptop' }).waitFor();
    await values.getByRole('definition').getByText('Ann', { exact: true }).last().waitFor();
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

  it('shows what the process compares and whom the order is for, and its due date once', async () => {
    const due = '2030-01-02T03:04:05.000Z';
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: expression of a model
    const order = EXPENSE.replace('id="expense"', 'id="order" name="Order"')
      .replace(
        '<d:userTask id="approve">',
        '<d:userTask id="approve" xmlns:c="http://camunda.org/schema/1.0/bpmn" c:dueDate="${dueAt}">',
      )
      .replace('<f:expectedOutput name="limit"/><f:expectedOutput name="rest"/>', '')
      .replace(/_context\.limit > 10/, '_context.risk == "low"');
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: expression of a model
    await ui.call('/Definitions/deploy', { BpmnXml: order });
    const items = [
      { title: 'Laptop', price: 9 },
      { title: 'Mouse', price: 2 },
    ];
    const Variables = {
      iban: 'CH9300762011623852957',
      express: false,
      dueAt: due,
      items,
      customer: { id: 7, name: 'Ann Smith' },
      risk: 'low',
    };
    await ui.call('/Execution/start', { WorkflowId: 'order', Variables });
    const page = await visitAs('ada', '/user-tasks?process=order');
    await page.setViewportSize({ width: 390, height: 844 });
    await itemsOf(page).first().click();
    const shown = page.getByRole('region', { name: 'Variables', exact: true }).locator(':scope > dl > div');
    await shown.nth(4).waitFor();
    expect(await shown.allInnerTexts()).to.deep.equal([
      'Risk\nlow',
      'Customer\nAnn Smith',
      'Iban\nCH9300762011623852957',
      'Express\nNo',
      'Items\nLaptop, Mouse',
    ]);
    const task = page.getByRole('article');
    expect(await task.getByText('2030-01-02 03:04:05').count(), 'the due date').to.equal(1);
    await page.getByRole('radio', { name: 'Yes' }).waitFor();
    const button = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect((button?.y ?? 900) + (button?.height ?? 0), 'form and button are on the first screen').to.be.below(844);
    await page.setViewportSize({ width: 1360, height: 900 });
    await task.getByRole('table').getByText('Mouse').waitFor();
    expect(await task.getByText('2030-01-02 03:04:05').count(), 'the due date').to.equal(1);
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

  it('shows eight short values above the form on the first screen, first those that the conditions compare', async () => {
    const model = EXPENSE.replace('id="expense"', 'id="eight"').replace(
      '<f:expectedOutput name="limit"/><f:expectedOutput name="rest"/>',
      '',
    );
    await ui.call('/Definitions/deploy', { BpmnXml: model });
    const short = { employee: 'Ann Example', city: 'Bern', total: 1250.5, country: 'CH', cost: 'IT-4711', days: 3, urgent: true };
    const Variables = { essay: 'a long text '.repeat(20), ...short, lines: [{ article: 'Laptop' }], other: 1, limit: 20 };
    await ui.call('/Execution/start', { WorkflowId: 'eight', Variables });
    const page = await visitAs('ada', '/user-tasks?process=eight');
    await page.setViewportSize({ width: 390, height: 844 });
    await itemsOf(page).first().click();
    const values = page.getByRole('region', { name: 'Variables', exact: true });
    const shown = values.locator(':scope > dl > div');
    await shown.nth(7).waitFor();
    const names = await shown.locator('dt').allInnerTexts();
    expect(names).to.deep.equal(['Limit', 'Employee', 'City', 'Total', 'Country', 'Cost', 'Days', 'Urgent']);
    const lefts = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(lefts), 'two columns').to.have.property('size', 2);
    await page.getByRole('radio', { name: 'Yes' }).waitFor();
    const button = await page.getByRole('button', { name: 'Claim and complete' }).boundingBox();
    expect((button?.y ?? 900) + (button?.height ?? 0), 'form and button are on the first screen').to.be.below(844);
    await expectAccessible(page);
    await values.getByText('More variables').click();
    await values.getByRole('cell', { name: 'Laptop' }).waitFor();
    await values.getByText('Other', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
  });
});
