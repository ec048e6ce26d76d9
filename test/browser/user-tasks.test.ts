import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import {
  actAs,
  addFilter,
  expectAccessible,
  expectRows,
  expectText,
  filtersOf,
  rowsOf,
  untilRead,
  useUiPages,
} from '../support/ui-pages.ts';

const FORM = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn">
  <d:process id="with-form"><d:startEvent id="s"/><d:userTask id="decide"><d:extensionElements><c:formData>
    <c:formField id="amount" label="Amount" type="long" defaultValue="5"/><c:formField id="approved" label="Approved" type="boolean"/>
    <c:formField id="kind" label="Kind" type="enum"><c:value id="a" name="First"/><c:value id="b" name="Second"/></c:formField>
    <c:formField id="note" label="Note" type="string"/>
  </c:formData></d:extensionElements></d:userTask><d:sequenceFlow id="f" sourceRef="s" targetRef="decide"/></d:process>
</d:definitions>`;

const PLANNED = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://flowable.org/bpmn">
  <d:process id="planned"><d:startEvent id="s"/><d:sequenceFlow id="f" sourceRef="s" targetRef="late"/><d:sequenceFlow id="g" sourceRef="s" targetRef="later"/>
  <d:userTask id="late" c:dueDate="2020-01-02T03:04:05Z" c:followUpDate="2020-01-01" c:priority="5" c:category="invoices" c:candidateGroups="planners"/>
  <d:userTask id="later" c:dueDate="2999-01-02T03:04:05Z" c:priority="70" c:candidateGroups="planners"/></d:process>
</d:definitions>`;

describe('the table of user tasks', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  it('lists the pending tasks, newest first', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    const rows = await rowsOf(page, 'User tasks');
    expect(rows).to.have.length(8);
    const invoice = rows.find((row) => row.startsWith('|assign-approver'));
    expect(invoice).to.match(
      /^\|assign-approver Assign an approver\|[0-9a-f]{8}…\|Invoice approval\|INV-\d\|—\|—\|accounting\|—\|Created\|\d{4}-.*\|Claim Edit More$/,
    );
    const times = rows.map((row) => row.split('|')[10] ?? '');
    expect(times).to.deep.equal([...times].sort().reverse());
  });

  it('narrows the list to a candidate group, kept in the address', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    await addFilter(page, 'candidate group: warehouse');
    await expectRows(page, 'User tasks', 3);
    expect(page.url()).to.include('group=warehouse');
  });

  it('narrows the list to a process, a name and a business id, and offers what it has shown', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    await expectRows(page, 'User tasks', 8);
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.fill('candidate group: ware');
    await page.getByRole('option', { name: 'candidate group: warehouse' }).waitFor();
    await field.fill('process: order-ful');
    await page.getByRole('option', { name: 'process: order-fulfilment' }).click();
    await expectRows(page, 'User tasks', 3);
    await addFilter(page, 'PO-1003');
    await expectRows(page, 'User tasks', 1);
    await page.goto(`${ui.url}/user-tasks?view=table&name=Assign+an+approver`);
    await expectRows(page, 'User tasks', 4);
    expect(await filtersOf(page)).to.deep.equal(['task name: Assign an approver']);
  });

  it('reports it when the assignee has no task', async () => {
    const page = await ui.visit('/user-tasks?view=table&assignee=unknown-user');
    await expectText(page, 'No pending user tasks.');
    expect(await filtersOf(page)).to.deep.equal(['assignee: unknown-user']);
    await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
    expect(await page.getByLabel('Command', { exact: true }).count()).to.equal(0);
  });

  it('shows the tasks of the groups of the acting user', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    await actAs(page, 'ada', 'accounting, nobody');
    await page.getByText('My groups').click();
    await expectRows(page, 'User tasks', 4);
    await page.reload();
    await page.getByRole('button', { name: 'Working as ada (accounting, nobody)' }).waitFor();
  });

  it('asks who works when no one is known, then does what was asked', async () => {
    const page = await ui.visit('/user-tasks?view=table&scope=mine', { allows: /status of 409/ });
    await expectText(page, 'Enter your name to see your tasks.');
    await page.goto(`${ui.url}/user-tasks?view=table`);
    await page.getByRole('button', { name: 'Claim pack' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    await expectAccessible(page);
    await dialog.getByLabel('Your name').fill('eve');
    await page.keyboard.press('Enter');
    await expectText(page, 'User eve is not authorized to claim this task');
    await page.getByRole('button', { name: 'Working as eve' }).waitFor();
  });

  it('shows the refusal unchanged when the acting user may not claim', async () => {
    const page = await ui.visit('/user-tasks?view=table', { allows: /status of 409/ });
    await actAs(page, 'eve', '');
    await page.getByRole('button', { name: 'Claim pack' }).first().click();
    await expectText(page, 'User eve is not authorized to claim this task');
    const dialog = page.getByRole('dialog', { name: /^You may not claim / });
    await dialog.getByText('Groups: warehouse').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Your groups (comma separated)').fill('warehouse');
    await dialog.getByRole('button', { name: 'Save and try again' }).click();
    await expectText(page, 'Task claimed.');
    await page.getByRole('button', { name: 'Working as eve (warehouse)' }).waitFor();
    await page.getByRole('button', { name: 'Unclaim pack' }).first().click();
    await expectText(page, 'Task unclaimed.');
  });

  it('claims, unclaims, and completes with a form of the expected outputs', async () => {
    const page = await ui.visit('/user-tasks?view=table&group=warehouse');
    await actAs(page, 'ada', 'warehouse');
    await page.getByRole('button', { name: 'Claim pack' }).first().click();
    await expectText(page, 'Task claimed.');
    await untilRead(
      'the claimed task',
      async () => (await rowsOf(page, 'User tasks')).join(),
      (rows) => rows.includes('|ada|Claimed|'),
    );
    await page.getByRole('button', { name: 'Unclaim pack' }).click();
    await expectText(page, 'Task unclaimed.');
    await page.getByRole('button', { name: 'Claim pack' }).first().click();
    await page.getByRole('button', { name: 'Complete pack' }).click();
    await page.getByLabel('Parcel id').fill('p-1');
    await page.getByLabel('Further variables (JSON object)').fill('{"weight": 2}');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    await page.getByRole('button', { name: 'Complete pack' }).waitFor({ state: 'detached' });
    await expectRows(page, 'User tasks', 2);
  });

  it('completes with the fields of a form when the model has one', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: FORM });
    const { WorkflowInstanceId } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'with-form',
      Variables: { note: 'first' },
    });
    const page = await ui.visit('/user-tasks?view=table');
    await actAs(page, 'ada', '');
    await page.getByRole('button', { name: 'Claim decide' }).click();
    await page.getByRole('button', { name: 'Complete decide' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Amount').inputValue()).to.equal('5');
    await untilRead(
      'the value of the variable',
      () => dialog.getByLabel('Note').inputValue(),
      (note) => note === 'first',
    );
    await dialog.getByLabel('Amount').fill('7.5');
    await dialog.getByLabel('Approved').check();
    await dialog.getByLabel('Kind').selectOption('Second');
    await dialog.getByLabel('Note').fill('12');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await expectText(page, 'Task completed.');
    const { variableStates } = await ui.call<{ variableStates: { variables: object }[] }>(
      `/Instances/${WorkflowInstanceId}/state`,
    );
    expect(variableStates[0]?.variables).to.deep.include({ amount: 7.5, approved: true, kind: 'b', note: '12' });
  });

  it('shows due and overdue tasks when the model specifies it, and sorts by it', async () => {
    const page = await ui.visit('/user-tasks?view=table&group=warehouse');
    await rowsOf(page, 'User tasks');
    expect(await page.getByRole('columnheader', { name: /Due|Priority|Category/ }).count()).to.equal(0);
    await ui.call('/Definitions/deploy', { BpmnXml: PLANNED });
    await ui.call('/Execution/start', { WorkflowId: 'planned' });
    await page.goto(page.url().replace('warehouse', 'planners'));
    await expectRows(page, 'User tasks', 2);
    const plans = async () => (await rowsOf(page, 'User tasks')).map((row) => row.split('|').slice(1, 5));
    const late = ['late', '2020-01-02 03:04:05 Overdue Follow up 2020-01-01 00:00:00', '5', 'invoices'];
    const later = ['later', '2999-01-02 03:04:05', '70', '—'];
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.waitForURL(/sort=-priority/);
    await page.locator('tbody tr').first().getByText('2999-01-02').waitFor();
    expect(await plans()).to.deep.equal([later, late]);
    await page.getByRole('button', { name: /^Due/ }).click();
    await page.getByRole('button', { name: /^Due/ }).click();
    await page.waitForURL(/sort=dueDate/);
    await page.locator('tbody tr').first().getByText('Overdue').waitFor();
    expect(await plans()).to.deep.equal([late, later]);
  });

  it('keeps the form open when an expected output is missing', async () => {
    const page = await ui.visit('/user-tasks?view=table&group=warehouse', { allows: /status of 409/ });
    await actAs(page, 'ada', 'warehouse');
    await page.getByRole('button', { name: 'Claim pack' }).first().click();
    await page.getByRole('button', { name: 'Complete pack' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByText('Missing required output variables: parcelId').waitFor();
  });

  it('fails a task with a message and a code', async () => {
    const page = await ui.visit('/user-tasks?view=table&group=accounting');
    expect(await page.getByRole('button', { name: /^(Fail|Cancel)/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'More assign-approver' }).first().click();
    await page.getByRole('button', { name: 'Cancel task' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fail task' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^The task ends with this error\./).waitFor();
    await dialog.getByRole('heading', { name: /Assign an approver, INV-\d/ }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Fail task' }).isDisabled()).to.equal(true);
    expect(await page.getByLabel('Error code').inputValue()).to.equal('500');
    await page.getByLabel('Error message').fill('Nobody is here');
    await dialog.getByRole('button', { name: 'Fail task' }).click();
    await expectText(page, 'Task failed.');
    // below and left of the acts of the list
    const { x = 0, y = 0 } = (await page.getByText('Task failed.').boundingBox()) ?? {};
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect([x < width / 2, y > height / 2]).to.deep.equal([true, true]);
  });

  it('cancels a task', async () => {
    const page = await ui.visit('/user-tasks?view=table&group=accounting');
    await page.getByRole('button', { name: 'More assign-approver' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel task' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Reason (optional)').fill('Not needed');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click();
    await expectText(page, 'Task cancelled.');
  });
});
