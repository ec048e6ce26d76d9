// tier all: the API test of the edit is in the commit tier, which has no time left
import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { sequence, userTask } from '../support/models/models.ts';
import { actAs, expectAccessible, expectText, useUiPages } from '../support/ui-pages.ts';

interface Task {
  readonly activityInstanceId: string;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly dueDate?: string;
  readonly followUpDate?: string;
  readonly priority?: number;
}

describe('editing a user task', function () {
  this.timeout(90_000);
  let taskId = '';
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: sequence('review', userTask('check', { groups: 'clerks,managers' })) });
    await call('/Execution/start', { WorkflowId: 'review' });
    const { data } = await call<{ data: Task[] }>('/UserTasks');
    taskId = data[0]?.activityInstanceId ?? '';
  });
  const task = () => ui.call<Task>(`/UserTasks/${taskId}`);
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit check' }).click();
    return page.getByRole('dialog', { name: "Edit 'check'" });
  };
  const editsOf = (page: Page) => {
    const bodies: unknown[] = [];
    page.on('request', (request: Request) => {
      if (request.url().endsWith('/edit')) bodies.push(request.postDataJSON());
    });
    return bodies;
  };

  it('shows the values of the task, and sends changed ones only, from the table', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    const edits = editsOf(page);
    const dialog = await open(page);
    await expectAccessible(page);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await dialog.getByLabel('Candidate Groups').inputValue()).to.equal('clerks\nmanagers');
    expect(await save.isDisabled()).to.equal(true);
    await dialog.getByLabel('Candidate Groups').fill('clerks\n\n cn=chiefs,dc=example ');
    await dialog.getByLabel('Priority').fill('high');
    await dialog.getByText('Enter a whole number of at most 10 digits.').waitFor();
    expect(await save.isDisabled()).to.equal(true);
    await dialog.getByLabel('Priority').fill('80');
    await dialog.getByLabel('Due').fill('2031-05-06T07:08');
    await save.click();
    await expectText(page, 'Task changed.');
    await dialog.waitFor({ state: 'detached' });
    const groups = ['clerks', 'cn=chiefs,dc=example'];
    expect(edits).to.deep.equal([{ CandidateGroups: groups, DueDate: '2031-05-06T07:08:00Z', Priority: 80 }]);
    expect(await task()).to.deep.include({ candidateGroups: groups, priority: 80, dueDate: '2031-05-06T07:08:00.000+00:00' });
  });

  it('clears values that are emptied, from the page of the task, and keeps an incomplete date', async () => {
    const page = await ui.visit(`/user-tasks?task=${taskId}`);
    const edits = editsOf(page);
    await page.getByText('More about this task').click();
    await page.getByRole('button', { name: 'Edit task' }).click();
    const dialog = page.getByRole('dialog', { name: "Edit 'check'" });
    const due = dialog.getByLabel('Due');
    expect(await due.inputValue()).to.equal('2031-05-06T07:08');
    await due.focus();
    await page.keyboard.press('Delete'); // the month
    await dialog.getByText('Enter a date and a time.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).to.equal(true);
    await due.fill('');
    await dialog.getByLabel('Priority').fill('');
    await page.keyboard.press('Enter');
    await expectText(page, 'Task changed.');
    expect(edits).to.deep.equal([{ Clear: ['DueDate', 'Priority'] }]);
    expect(await task()).to.not.have.any.keys('dueDate', 'priority');
  });

  it('asks again if another user has changed the same value in the meantime', async () => {
    const page = await ui.visit('/user-tasks?view=table');
    const edits = editsOf(page);
    const dialog = await open(page);
    await dialog.getByLabel('Assignee').fill('ada');
    await ui.call(`/UserTasks/${taskId}/edit`, { Assignee: 'bob', CandidateUsers: ['eve'] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Assignee: bob').waitFor();
    await expectAccessible(page);
    expect(edits).to.deep.equal([]);
    expect(await dialog.getByLabel('Assignee').inputValue()).to.equal('ada');
    expect(await dialog.getByLabel('Candidate Users').inputValue()).to.equal('eve');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Task changed.');
    expect(edits).to.deep.equal([{ Assignee: 'ada' }]);
    expect(await task()).to.deep.include({ assignee: 'ada', candidateUsers: ['eve'] });
  });

  it('shows that a new assignee releases the claim, and the refusal if the task has ended', async () => {
    const page = await ui.visit('/user-tasks?view=table', { allows: /status of 404/ });
    await actAs(page, 'ada');
    await page.getByRole('button', { name: 'Claim check' }).click();
    await expectText(page, 'Task claimed.');
    await page.getByRole('button', { name: 'Unclaim check' }).waitFor();
    const dialog = await open(page);
    await dialog.getByLabel('Assignee').fill('bob');
    await dialog.getByText('A new assignee releases the claim of ada.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await task()).to.include({ assignee: 'bob', claimedBy: null });
    await page.getByRole('button', { name: 'Unclaim check' }).waitFor({ state: 'detached' });
    await open(page);
    await dialog.getByLabel('Assignee').fill('eve');
    await ui.call(`/UserTasks/${taskId}/cancel`, {});
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(`User task '${taskId}' not found`).waitFor();
    await expectText(page, 'No pending user tasks.');
  });
});
