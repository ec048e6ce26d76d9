import { z } from 'zod';
import { userIdOf } from '../../auth/acting-user.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import {
  actingUserId,
  optionalFlag,
  optionalText,
  optionalTexts,
  optionalVariables,
  requiredText,
} from '../../schemas/members.ts';
import { ACTING_USER, INSTANCE_SUSPENDED, USER_TASK_NOT_FOUND } from '../refusals.ts';

const claimRequest = z
  .object({
    UserId: actingUserId(),
    UserGroups: optionalTexts('Groups of the user. Ignored if authentication is on.'),
    OnlyIfUnclaimed: optionalFlag('`true`: refuses the claim if another user has claimed the task. Default: replaces the claim.'),
    TakeOverFrom: optionalText('Replaces the claim of this user only. Refuses the claim if a third user has claimed the task.'),
  })
  .meta({ id: 'ClaimRequest' });

const completeTaskRequest = z
  .object({ UserId: actingUserId(), Variables: optionalVariables() })
  .meta({ id: 'CompleteUserTaskRequest' });

const failTaskRequest = z
  .object({
    errorMessage: requiredText('ErrorMessage is required', 'Error message.'),
    errorCode: optionalText('Error code. Default: `500`.'),
  })
  .meta({ id: 'FailUserTaskRequest' });

const cancelTaskRequest = z
  .object({ reason: optionalText('Reason. Default: `User task cancelled by operator`.') })
  .meta({ id: 'CancelUserTaskRequest' });

/** A job of a task listener is not completed (docs/contributing/spec/elements.md#held-up-user-task). */
export const HELD_UP: DocumentedRefusal = {
  status: 409,
  shape: 'E',
  text: 'A task listener of this task has not finished. Try again after it has completed.',
};
const OF_ALL = [USER_TASK_NOT_FOUND, INSTANCE_SUSPENDED];
const ACTION = { method: 'POST', keepsKeys: true, rateLimit: 'TaskOperation', tag: 'User tasks', answer: 'empty' } as const;

/** See docs/contributing/spec/http/user-tasks.md. */
export const userTaskActions: readonly Endpoint[] = [
  writeEndpoint({
    ...ACTION,
    pattern: '/UserTasks/{activityInstanceId}/claim',
    permission: 'work',
    audit: ['worker', 'ClaimUserTask'],
    id: 'claimUserTask',
    summary: 'Claim a user task',
    description:
      'Assigns the task to the acting user. Replaces the claim of another user unless `OnlyIfUnclaimed` or `TakeOverFrom` prevents it.',
    body: claimRequest,
    actsForUser: true,
    examples: {
      'a member of a group': { UserId: 'john', UserGroups: ['managers'] },
      'only if no other user has claimed it': { UserId: 'john', UserGroups: ['managers'], OnlyIfUnclaimed: true },
      'take over from a colleague': { UserId: 'john', UserGroups: ['managers'], TakeOverFrom: 'eve' },
    },
    refusals: [
      ...ACTING_USER,
      HELD_UP,
      { status: 409, shape: 'E', text: 'User <userId> is not authorized to claim this task' },
      { status: 409, shape: 'E', text: 'Task is claimed by <claimer>, not <caller>' },
      ...OF_ALL,
    ],
    handle(request, { run }) {
      const userGroups = request.principal?.groups ?? request.members.UserGroups;
      const { OnlyIfUnclaimed, TakeOverFrom } = request.members;
      const replaces = TakeOverFrom ?? (OnlyIfUnclaimed === true ? null : undefined);
      const claim = { kind: 'ClaimUserTask', taskId: taskIdOf(request), userId: userIdOf(request), userGroups } as const;
      return run(request, replaces === undefined ? claim : { ...claim, replaces });
    },
  }),
  writeEndpoint({
    ...ACTION,
    pattern: '/UserTasks/{activityInstanceId}/unclaim',
    permission: 'work',
    audit: ['worker', 'UnclaimUserTask'],
    id: 'unclaimUserTask',
    summary: 'Unclaim a user task',
    description: 'Releases the claim. Sluice ignores the body.',
    body: null,
    examples: { 'no body': {} },
    refusals: [HELD_UP, ...OF_ALL],
    handle: (request, { run }) => run(request, { kind: 'UnclaimUserTask', taskId: taskIdOf(request) }),
  }),
  writeEndpoint({
    ...ACTION,
    pattern: '/UserTasks/{activityInstanceId}/complete',
    permission: 'work',
    audit: ['worker', 'CompleteUserTask'],
    id: 'completeUserTask',
    summary: 'Complete a user task',
    description: 'The variables become outputs of the task.',
    body: completeTaskRequest,
    actsForUser: true,
    examples: { 'with output variables': { UserId: 'john', Variables: { approved: true } } },
    refusals: [
      ...ACTING_USER,
      HELD_UP,
      { status: 409, shape: 'E', text: 'Task must be claimed before completing' },
      { status: 409, shape: 'E', text: 'Task is claimed by <claimer>, not <caller>' },
      { status: 409, shape: 'E', text: 'Missing required output variables: <a>, <b>' },
      ...OF_ALL,
    ],
    handle(request, { run }) {
      const { Variables: variables } = request.members;
      return run(request, { kind: 'CompleteUserTask', taskId: taskIdOf(request), userId: userIdOf(request), variables });
    },
  }),
  writeEndpoint({
    ...ACTION,
    pattern: '/UserTasks/{activityInstanceId}/fail',
    permission: 'operate',
    audit: ['operator', 'FailUserTask'],
    id: 'failUserTask',
    summary: 'Fail a user task',
    description: 'Ends the task with an error. A task that has ended stays unchanged.',
    body: failTaskRequest,
    examples: { 'with a code': { errorMessage: 'The printer is broken', errorCode: 'PRINTER' } },
    refusals: [{ status: 400, shape: 'E', text: 'ErrorMessage is required' }, ...OF_ALL],
    handle(request, { run }) {
      const { errorMessage, errorCode = '500' } = request.members;
      return run(request, { kind: 'FailUserTask', taskId: taskIdOf(request), errorCode, errorMessage });
    },
  }),
  writeEndpoint({
    ...ACTION,
    pattern: '/UserTasks/{activityInstanceId}/cancel',
    permission: 'operate',
    audit: ['operator', 'CancelUserTask'],
    id: 'cancelUserTask',
    summary: 'Cancel a user task',
    description: 'A task that has ended stays unchanged.',
    body: cancelTaskRequest,
    examples: { 'with a reason': { reason: 'No longer needed' }, without: {} },
    refusals: OF_ALL,
    handle(request, { run }) {
      const { reason = 'User task cancelled by operator' } = request.members;
      return run(request, { kind: 'CancelUserTask', taskId: taskIdOf(request), reason });
    },
  }),
];

function taskIdOf({ params: [taskId = ''] }: ApiRequest): string {
  return taskId;
}
