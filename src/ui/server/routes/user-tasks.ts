import { Router } from 'express';
import type { FormModel } from '../../../engine/model/model-texts.ts';
import { isWithin, type KeyLimits, limitsOf } from '../../../platform/access-roles.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import { listTasksOfScope, TASK_SCOPES, TASK_SORTS } from '../../../queries/operator/user-task-scope.ts';
import { shownItem, type UserTaskItem } from '../../../queries/user-tasks/user-task.ts';
import type { PageView } from '../../wire/page.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import { view, wanted } from '../http/answer.ts';
import { optionalGuid, optionalText, optionalWord, parametersOf } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser, requireKey } from '../rights.ts';
import { userOf } from '../sign-in/session.ts';

/**
 * Pending tasks of all users or of the acting user (docs/contributing/spec/pages.md#user-tasks): that of the session or, if sign-in is off, of the
 * parameters `user` and `groups`.
 */
export function userTaskRoutes({ lists, provider, rightsOf }: UiPorts): Router {
  return Router().get(
    '/user-tasks',
    view<PageView<UserTaskView>>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const user = userOf(request);
      const acting =
        provider === undefined
          ? { userId: optionalText(parameters, 'user'), groups: listOf(optionalText(parameters, 'groups')) }
          : { userId: user?.userId ?? undefined, groups: user?.groups ?? [] };
      const key = optionalText(parameters, 'key');
      if (key !== undefined) requireKey(request, key);
      const filter = {
        ...acting,
        limits: limitsOfUser(request),
        scope: optionalWord(parameters, 'scope', TASK_SCOPES) ?? 'all',
        assignee: optionalText(parameters, 'assignee'),
        candidateGroup: optionalText(parameters, 'candidateGroup'),
        key,
        name: optionalText(parameters, 'name'),
        search: optionalText(parameters, 'search'),
        businessId: optionalText(parameters, 'businessId'),
        businessIdPart: optionalText(parameters, 'businessIdPart'),
        activityId: optionalText(parameters, 'activityId'),
        isOverdue: optionalWord(parameters, 'due', ['overdue']) !== undefined,
        instanceId: optionalGuid(parameters, 'instanceId'),
        sort: optionalWord(parameters, 'sort', TASK_SORTS) ?? '-createdAt',
      };
      const page = await lists.read(readerOf(request), (place) => listTasksOfScope(place, filter, paging));
      const seen = (await rightsOf(request))?.('see');
      const seenKeys = seen === undefined ? undefined : limitsOf(seen);
      return { ...page, items: page.items.map((task) => taskView(task, seenKeys)) };
    }),
  );
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function taskView(
  { createdAt, form: text, dueAt, followUpAt, priority, category, item, called, isSuspended, ...task }: UserTaskItem,
  seenKeys: KeyLimits,
): UserTaskView {
  const { fields, key, id, notShown } = text === null ? {} : (JSON.parse(text) as FormModel);
  const formKey = key ?? id;
  const [name, processKey, processName, businessId] = called;
  return {
    ...task,
    ...(fields && { fields }),
    ...(notShown && { notShown }),
    ...(dueAt !== null && { dueDate: formatTimestamp(dueAt) }),
    ...(followUpAt !== null && { followUpDate: formatTimestamp(followUpAt) }),
    ...(priority !== null && { priority }),
    ...(category !== null && { category }),
    ...(name != null && { name }),
    ...(processKey != null && { processKey }),
    ...(processName != null && { processName }),
    ...(businessId != null && { businessId }),
    ...(formKey !== undefined && { formKey }),
    ...(item !== null && { item: shownItem(item, isWithin(seenKeys, processKey ?? null)) }),
    ...(isSuspended && { isSuspended }),
    state: task.claimedBy === null ? 'Created' : 'Claimed',
    createdAt: formatTimestamp(createdAt),
  };
}
