import { Router } from 'express';
import type { KeyLimits } from '../../../platform/access-roles.ts';
import { sumOfRuns } from '../../../platform/call-statistics.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import { listMembers } from '../../../queries/operator/health-of-service.ts';
import { countOpenTasks, listOpenTasks, OPEN_TASK_STATES } from '../../../queries/operator/open-tasks.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { OpenTaskPageView, TaskTypeView } from '../../wire/task-types.ts';
import { view, wanted } from '../http/answer.ts';
import { optionalWord, parametersOf, requiredText } from '../http/parameters.ts';
import { sharedByLimits } from '../http/shared.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';
import { servedTypes } from '../served-types.ts';

/** Cache time of the read that users with the same limits share. */
const FRESH_MS = 2000;

/** GET /task-types: number of tasks and runs by type. GET /task-types/tasks: open tasks of a type (docs/contributing/spec/pages.md#custom-tasks). */
export function taskTypeRoutes({ db, lists }: UiPorts): Router {
  const routes = Router();
  const read = sharedByLimits(FRESH_MS, (limits) => readTypes(db, limits));
  routes.get(
    '/task-types',
    view<readonly TaskTypeView[]>((request) => read(limitsOfUser(request))),
  );
  routes.get(
    '/task-types/tasks',
    view<OpenTaskPageView>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const typeKey = requiredText(parameters, 'type').trim().toLowerCase();
      const state = optionalWord(parameters, 'state', OPEN_TASK_STATES);
      const filter = { typeKey, state, limits: limitsOfUser(request) };
      const page = await lists.read(readerOf(request), (place) => listOpenTasks(place, filter, paging));
      const items = page.items.map(({ createdAt, availableAt, ...task }) => ({
        ...task,
        createdAt: formatTimestamp(createdAt),
        availableAt: formatTimestamp(availableAt),
      }));
      return { ...page, ...paging, items };
    }),
  );
  return routes;
}

/** Runs are counted without process key, so only users with permission for all keys get them and the types without open tasks. */
async function readTypes(db: ReadDatabase, limits: KeyLimits): Promise<readonly TaskTypeView[]> {
  const [members, counted] = await Promise.all([listMembers(db), countOpenTasks(db, limits)]);
  const { asked } = await servedTypes(db, members);
  const living = members.filter(({ status }) => status !== 'Lost');
  const runs = sumOfRuns(living.flatMap(({ statistics }) => statistics.taskRuns ?? []));
  const open = new Map(counted.map((type) => [type.typeKey, type]));
  const ofAll = limits === undefined ? [...asked.keys(), ...runs.map(({ typeKey }) => typeKey)] : [];
  const keys = new Set([...open.keys(), ...ofAll]);
  return [...keys].sort().map((typeKey) => {
    const {
      taskType = typeKey,
      waiting = 0,
      running = 0,
      retrying = 0,
      isExact = true,
      oldestAt = null,
    } = open.get(typeKey) ?? {};
    const { done = 0, failed = 0 } = runs.find((run) => run.typeKey === typeKey) ?? {};
    return {
      taskType,
      remoteWorkers: asked.get(typeKey) ?? [],
      isAsked: asked.has(typeKey),
      ...{ waiting, running, retrying, isExact },
      oldestAt: oldestAt && formatTimestamp(oldestAt),
      runs: limits === undefined ? { done, failed } : null,
    };
  });
}
