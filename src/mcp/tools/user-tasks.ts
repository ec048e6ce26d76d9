import { asking } from '../answers.ts';
import {
  ADDS,
  type Arguments,
  argumentsOf,
  CONTINUES,
  filterTerm,
  id,
  idempotencyKey,
  name,
  numberOf,
  objectOf,
  page,
  READS,
  SETS,
  type Tool,
  textOf,
  variables,
} from '../tool.ts';
import { pageText } from './instances.ts';

const PAGE_SIZE = '25';
/** Limit of the API (docs/contributing/spec/http/user-tasks.md#comments). Unit: UTF-16 code units. */
const MOST_OF_COMMENT = 4000;
const userId = name('The user. Only if the API requires no token; otherwise the token identifies you.');
const taskId = id('the task: `activityInstanceId` in the list of tasks');

const listUserTasks: Tool = {
  name: 'list_user_tasks',
  title: 'List user tasks',
  description: 'Lists tasks that wait for a person, with their forms and the variables that a completion has to bring.',
  input: argumentsOf({
    assignee: name('Only tasks that are assigned to this user.'),
    candidateGroup: name('Only tasks for this group.'),
    processKey: name('Only tasks of this process.'),
    name: name('Only tasks with this name in the model.'),
    businessId: name('Only tasks of instances with this business id.'),
    page,
  }),
  effect: READS,
  run: (given, api) => {
    const query = {
      page: numberOf(given, 'page'),
      pageSize: PAGE_SIZE,
      assignee: textOf(given, 'assignee'),
      candidateGroup: textOf(given, 'candidateGroup'),
      filters: filtersOf(given),
    };
    return asking(api, { method: 'GET', path: '/UserTasks', query }, (found) => ({
      summary: pageText(found, 'open task', 'data'),
      data: found,
    }));
  },
};

const claimUserTask: Tool = {
  name: 'claim_user_task',
  title: 'Claim a user task',
  description:
    'Makes a task yours. A task has to be claimed before it is completed. The claim of another user is replaced, unless you prevent it.',
  input: argumentsOf(
    {
      taskId,
      userId,
      userGroups: { type: 'array', maxItems: 100, items: name('A group.'), description: 'Your groups, where `userId` counts.' },
      onlyIfUnclaimed: { type: 'boolean', description: 'True: refused if another user has claimed the task.' },
      takeOverFrom: name('Replaces the claim of this user only.'),
      idempotencyKey,
    },
    ['taskId'],
  ),
  effect: SETS,
  run: (given, api) => {
    const body = {
      UserId: textOf(given, 'userId'),
      UserGroups: objectOf(given, 'userGroups'),
      OnlyIfUnclaimed: given.onlyIfUnclaimed,
      TakeOverFrom: textOf(given, 'takeOverFrom'),
    };
    return asking(api, { method: 'POST', path: pathOf(given, 'claim'), body, idempotencyKey: keyOf(given) }, () => ({
      summary: 'The task is claimed.',
    }));
  },
};

const completeUserTask: Tool = {
  name: 'complete_user_task',
  title: 'Complete a user task',
  description: 'Completes a task that you have claimed, with its result. Its process continues. You cannot undo this.',
  input: argumentsOf({ taskId, userId, variables, idempotencyKey }, ['taskId']),
  effect: CONTINUES,
  run: (given, api) => {
    const body = { UserId: textOf(given, 'userId'), Variables: objectOf(given, 'variables') };
    return asking(api, { method: 'POST', path: pathOf(given, 'complete'), body, idempotencyKey: keyOf(given) }, () => ({
      summary: 'The task is completed.',
    }));
  },
};

const listTaskComments: Tool = {
  name: 'list_task_comments',
  title: 'List the comments on a task',
  description: 'Lists the comments on a task, newest first.',
  input: argumentsOf({ taskId, page }, ['taskId']),
  effect: READS,
  run: (given, api) => {
    const query = { page: numberOf(given, 'page'), pageSize: PAGE_SIZE };
    return asking(api, { method: 'GET', path: pathOf(given, 'comments'), query }, (found) => ({
      summary: pageText(found, 'comment'),
      data: found,
    }));
  },
};

const commentUserTask: Tool = {
  name: 'comment_user_task',
  title: 'Comment on a user task',
  description: 'Adds a comment to an open task, for the people who work on it. You cannot change or delete a comment.',
  input: argumentsOf(
    {
      taskId,
      userId,
      text: { type: 'string', minLength: 1, maxLength: MOST_OF_COMMENT, description: 'The text of the comment.' },
      idempotencyKey,
    },
    ['taskId', 'text'],
  ),
  effect: ADDS,
  run: (given, api) => {
    const body = { UserId: textOf(given, 'userId'), Text: textOf(given, 'text') };
    return asking(api, { method: 'POST', path: pathOf(given, 'comments'), body, idempotencyKey: keyOf(given) }, () => ({
      summary: 'The comment is stored.',
    }));
  },
};

export const userTaskTools: readonly Tool[] = [listUserTasks, claimUserTask, completeUserTask, listTaskComments, commentUserTask];

function pathOf(given: Arguments, action: string): string {
  return `/UserTasks/${encodeURIComponent(textOf(given, 'taskId') ?? '')}/${action}`;
}

/** Filters by process key, name and business id. Undefined without these. */
function filtersOf(given: Arguments): string | undefined {
  const filters = [
    ...filterTerm('ProcessDefinitionKey', '==', textOf(given, 'processKey')),
    ...filterTerm('Name', '==', textOf(given, 'name')),
    ...filterTerm('BusinessId', '==', textOf(given, 'businessId')),
  ];
  return filters.length === 0 ? undefined : filters.join(',');
}

function keyOf(given: Arguments): string | undefined {
  return textOf(given, 'idempotencyKey');
}
