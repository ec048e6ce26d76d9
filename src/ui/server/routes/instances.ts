import { type Request, Router } from 'express';
import { formatTimestamp } from '../../../platform/clock.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import { readInstanceHeader } from '../../../queries/operator/instance-header.ts';
import { INSTANCE_STATUSES } from '../../../queries/operator/instance-status.ts';
import {
  ENTRY_OUTCOMES,
  INCIDENT_STATES,
  INSTANCE_SORTS,
  type InstanceListFilter,
  type InstanceListRow,
  listInstancesOfAll,
  type PlacedInstanceRow,
} from '../../../queries/operator/instances.ts';
import { readWaiting, type Waiting, type WaitingCustomTask } from '../../../queries/operator/waiting.ts';
import { businessIdFault } from '../../../requests/request-texts.ts';
import type { CustomTaskRunView, InstanceHeader, InstanceView, WaitingView } from '../../wire/instances.ts';
import type { PageView } from '../../wire/page.ts';
import { found, RequestRefusal, view, wanted } from '../http/answer.ts';
import { instanceIdOf, optionalNumber, optionalText, optionalTime, optionalWord, parametersOf } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser, requireKey } from '../rights.ts';

/** Answer for an instance that is unknown or hidden from the user. */
const NOTHING_WAITS: Waiting = { timers: [], subscriptions: [], userTasks: [], customTasks: [] };

const SORTS = INSTANCE_SORTS.flatMap((name) => [name, `-${name}` as const]);

/** See docs/contributing/spec/pages.md#instances. State and history come from the API. */
export function instanceRoutes({ db, lists }: UiPorts): Router {
  const routes = Router();
  routes.get(
    '/instances',
    view<PageView<InstanceView>>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const sort = optionalWord(parameters, 'sort', SORTS) ?? '-createdAt';
      const order = { by: sort.replace('-', '') as (typeof INSTANCE_SORTS)[number], isDescending: sort.startsWith('-') };
      const filter = filterOf(request);
      const page = await lists.read(readerOf(request), (place) => listInstancesOfAll(place, filter, order, paging));
      return { ...page, items: page.items.map(placedView) };
    }),
  );
  routes.get(
    '/instances/:instanceId',
    view<InstanceHeader>(async (request) => {
      const instanceId = instanceIdOf(request);
      const row = found(
        await readInstanceHeader(db, instanceId, limitsOfUser(request)),
        'unknown-instance',
        `Instance ${instanceId} not found.`,
      );
      const { lastSeq, parent, children } = row;
      return { ...instanceView(row), ...callsView(row), lastSeq, parent, children };
    }),
  );
  routes.get(
    '/instances/:instanceId/waiting',
    view<WaitingView>(async (request) => {
      const instanceId = instanceIdOf(request);
      const isWithin = await isInstanceWithin(db, instanceId, limitsOfUser(request));
      const { timers, subscriptions, userTasks, customTasks } = isWithin ? await readWaiting(db, instanceId) : NOTHING_WAITS;
      return {
        timers: timers.map(({ activityId, dueAt }) => ({ activityId, dueAt: formatTimestamp(dueAt) })),
        subscriptions: subscriptions.map(({ key, ...row }) => ({ ...row, correlationKey: key === '' ? null : key })),
        userTasks,
        customTasks: customTasks.map(customTaskView),
      };
    }),
  );
  return routes;
}

function filterOf(request: Request): InstanceListFilter {
  const parameters = parametersOf(request);
  const businessId = optionalText(parameters, 'businessId');
  const businessIdPart = optionalText(parameters, 'businessIdPart');
  for (const text of [businessId, businessIdPart]) {
    const fault = text === undefined ? undefined : businessIdFault(text);
    if (fault !== undefined) throw new RequestRefusal('invalid-query', fault);
  }
  const key = optionalText(parameters, 'key');
  if (key !== undefined) requireKey(request, key);
  return {
    key,
    limits: limitsOfUser(request),
    version: optionalNumber(parameters, 'version', 1),
    status: optionalWord(parameters, 'status', INSTANCE_STATUSES),
    businessId,
    businessIdPart,
    createdFrom: optionalTime(parameters, 'from'),
    createdTo: optionalTime(parameters, 'to'),
    activityId: optionalText(parameters, 'activityId'),
    entry: optionalWord(parameters, 'entry', ENTRY_OUTCOMES),
    incident: optionalWord(parameters, 'incident', INCIDENT_STATES),
    isSuspended: optionalWord(parameters, 'suspended', ['true']) !== undefined,
  };
}

function customTaskView({ availableAt, ...task }: WaitingCustomTask): CustomTaskRunView {
  const state = task.host !== null ? 'Running' : task.failures > 0 ? 'Retrying' : 'Waiting';
  return { ...task, state, availableAt: formatTimestamp(availableAt) };
}

function placedView({ incident, ...row }: PlacedInstanceRow): InstanceView {
  return { ...instanceView(row), ...callsView(row), ...(incident !== undefined && { incident }) };
}

function callsView({
  root,
  calledIncident,
}: Pick<PlacedInstanceRow, 'root' | 'calledIncident'>): Pick<InstanceView, 'root' | 'calledIncident'> {
  return { ...(root !== undefined && { root }), ...(calledIncident !== undefined && { calledIncident }) };
}

function instanceView({ createdAt, startedAt, completedAt, ...row }: InstanceListRow): InstanceView {
  const { instanceId, definitionId, key, version, businessId, status, failedElement, errorCode, errorMessage } = row;
  return {
    ...{ instanceId, definitionId, key, version, businessId, status },
    createdAt: formatTimestamp(createdAt),
    startedAt: startedAt && formatTimestamp(startedAt),
    completedAt: completedAt && formatTimestamp(completedAt),
    ...(errorCode !== null && { failure: { activityId: failedElement, code: errorCode, message: errorMessage ?? '' } }),
    ...(row.suspendedBy !== null && { suspendedBy: row.suspendedBy }),
  };
}
