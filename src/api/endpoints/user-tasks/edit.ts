import { z } from 'zod';
import type { CommandOf } from '../../../messages/commands.ts';
import { errorAnswer } from '../../../platform/answer.ts';
import { isBlank, storableTime } from '../../../requests/request-texts.ts';
import type { Members } from '../../body/members.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalText, optionalTexts, optionalWhole } from '../../schemas/members.ts';
import { INSTANCE_SUSPENDED, USER_TASK_NOT_FOUND } from '../refusals.ts';
import { HELD_UP } from './actions.ts';

type UserTaskEdit = CommandOf<'EditUserTask'>['edit'];

/** Limit of 32-bit integers. */
const MOST_PRIORITY = 2_147_483_647;
/** Users, and groups. */
const MOST_CANDIDATES = 1000;

/** Edit by member that `Clear` can name. */
const CLEARED: ReadonlyMap<string, UserTaskEdit> = new Map<string, UserTaskEdit>([
  ['Assignee', { assignee: null }],
  ['CandidateUsers', { candidateUsers: [] }],
  ['CandidateGroups', { candidateGroups: [] }],
  ['DueDate', { dueAt: null }],
  ['FollowUpDate', { followUpAt: null }],
  ['Priority', { priority: null }],
]);
const CLEARABLE = [...CLEARED.keys()].join(', ');

const editTaskRequest = z
  .object({
    Assignee: optionalText('User who is the assignee. Releases the claim of another user.'),
    CandidateUsers: optionalTexts(`Replaces the candidate users. At most ${MOST_CANDIDATES}.`),
    CandidateGroups: optionalTexts(`Replaces the candidate groups. At most ${MOST_CANDIDATES}.`),
    DueDate: optionalText('Due date, for example `2026-12-31T12:00:00Z`.'),
    FollowUpDate: optionalText('Follow-up date, for example `2026-12-01T12:00:00Z`.'),
    Priority: optionalWhole(-MOST_PRIORITY, MOST_PRIORITY, 'Priority.'),
    Clear: optionalTexts(`Members to clear: ${CLEARABLE}.`),
  })
  .meta({ id: 'EditUserTaskRequest' });

/** See docs/contributing/spec/http/user-tasks.md#edit. */
export const editUserTask = writeEndpoint({
  method: 'POST',
  pattern: '/UserTasks/{activityInstanceId}/edit',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'TaskOperation',
  audit: ['operator', 'EditUserTask'],
  id: 'editUserTask',
  tag: 'User tasks',
  summary: 'Edit a user task',
  description: 'Changes assignee, candidates, dates and priority of a pending task. Absent members stay.',
  body: editTaskRequest,
  examples: { 'a later date': { DueDate: '2026-12-31T12:00:00Z', Priority: 80 }, 'no assignee': { Clear: ['Assignee'] } },
  answer: 'empty',
  refusals: [
    { status: 400, shape: 'E', text: '<member> must be a date such as 2026-12-31T12:00:00Z' },
    { status: 400, shape: 'E', text: '<member> must have at most 1000 entries that are not blank' },
    { status: 400, shape: 'E', text: 'Clear must name members that the request does not set, of <members>' },
    { status: 400, shape: 'E', text: 'At least one change is required' },
    HELD_UP,
    USER_TASK_NOT_FOUND,
    INSTANCE_SUSPENDED,
  ],
  handle(request, { run }) {
    const [taskId = ''] = request.params;
    const read = readEdit(request.members);
    return typeof read === 'string'
      ? errorAnswer('invalid-field', read)
      : run(request, { kind: 'EditUserTask', taskId, edit: read });
  },
});

/** Text: the first fault. */
function readEdit(members: Members<typeof editTaskRequest>): UserTaskEdit | string {
  const { Assignee: assignee, CandidateUsers, CandidateGroups, DueDate, FollowUpDate, Priority: priority, Clear } = members;
  const [dueAt, followUpAt] = [DueDate, FollowUpDate].map((text) =>
    text === undefined ? undefined : storableTime(text)?.getTime(),
  );
  if (DueDate !== undefined && dueAt === undefined) return dateFault('DueDate');
  if (FollowUpDate !== undefined && followUpAt === undefined) return dateFault('FollowUpDate');
  for (const [name, list] of Object.entries({ CandidateUsers, CandidateGroups })) {
    if (list.length > MOST_CANDIDATES || list.some(isBlank))
      return `${name} must have at most ${MOST_CANDIDATES} entries that are not blank`;
  }
  const set = {
    ...(assignee === undefined ? {} : { assignee }),
    ...(CandidateUsers.length === 0 ? {} : { candidateUsers: CandidateUsers }),
    ...(CandidateGroups.length === 0 ? {} : { candidateGroups: CandidateGroups }),
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(followUpAt === undefined ? {} : { followUpAt }),
    ...(priority === undefined ? {} : { priority }),
  };
  const cleared = Clear.map((name) => CLEARED.get(name));
  if (cleared.some((part) => part === undefined || Object.keys(part).some((name) => Object.hasOwn(set, name))))
    return `Clear must name members that the request does not set, of ${CLEARABLE}`;
  const edit: UserTaskEdit = Object.assign(set, ...cleared);
  return Object.keys(edit).length === 0 ? 'At least one change is required' : edit;
}

function dateFault(name: string): string {
  return `${name} must be a date such as 2026-12-31T12:00:00Z`;
}
