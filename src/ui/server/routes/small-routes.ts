import { type Request, Router } from 'express';
import { isWithin, type KeyLimits, RIGHTS } from '../../../platform/access-roles.ts';
import { isGuid } from '../../../platform/ids.ts';
import { version } from '../../../platform/version.ts';
import { countItemsNow } from '../../../queries/batches.ts';
import { countFailedAgain } from '../../../queries/operator/batch-results.ts';
import { search } from '../../../queries/operator/search.ts';
import { findVariableValue, knowsVariable } from '../../../queries/operator/variable-search.ts';
import {
  listStoredPaths,
  listStoredValues,
  listVariableValues,
  namesOfInstances,
  storedValuesOfInstances,
  valuesOfInstances,
} from '../../../queries/operator/variable-values.ts';
import { readRegisteredEvents } from '../../../queries/registered-events.ts';
import type { FailedAgainView, ItemsNowView } from '../../wire/batches.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import type {
  KnownVariableView,
  SearchView,
  VariableMatchesView,
  VariableNamesView,
  VariablesView,
  VariableValuesView,
} from '../../wire/search.ts';
import type { RightsView, SessionView } from '../../wire/session.ts';
import { apiUrlFor } from '../api-url.ts';
import { RequestRefusal, view } from '../http/answer.ts';
import { optionalText, parametersOf, requiredText } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';
import { antiforgeryToken } from '../sign-in/antiforgery.ts';
import { userOf } from '../sign-in/session.ts';

/** Start events and waiting subscriptions, all on one page (docs/contributing/spec/pages.md#events). */
export function eventRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/events',
    view<RegisteredEventsView>((request) =>
      lists.read(readerOf(request), (place) => readRegisteredEvents(place, limitsOfUser(request))),
    ),
  );
}

/** Largest page of batches. */
const MOST_BATCHES = 100;

/** Reads transactional tables: no replica. */
export function batchRoutes({ db }: UiPorts): Router {
  const routes = Router().get(
    '/batches/failed-again',
    view<FailedAgainView>(async (request) => {
      const ids = requiredText(parametersOf(request), 'batches').split(',');
      if (ids.length > MOST_BATCHES || !ids.every(isGuid))
        throw new RequestRefusal('invalid-query', `batches must have 1 to ${MOST_BATCHES} GUIDs, separated by commas.`);
      return { counts: Object.fromEntries(await countFailedAgain(db, ids, limitsOfUser(request))) };
    }),
  );
  return routes.get(
    '/batches/now',
    view<ItemsNowView>(async (request) => {
      const batchId = requiredText(parametersOf(request), 'batch');
      if (!isGuid(batchId)) throw new RequestRefusal('invalid-query', 'batch must be a GUID.');
      const counts = new Map((await countItemsNow(db, batchId, limitsOfUser(request))).map((row) => [row.status, row]));
      const countOf = (status: string) => counts.get(status)?.count ?? 0;
      const waiting = counts.get('Running')?.waiting ?? 0;
      return {
        completed: countOf('Completed'),
        running: countOf('Running') - waiting,
        waiting,
        failed: countOf('Failed'),
        cancelled: countOf('Cancelled'),
      };
    }),
  );
}

/** Limit of a key or a business id. */
const MOST = 256;

function textWithin(request: Request, name: string): string {
  const text = requiredText(parametersOf(request), name).trim();
  if (text === '' || text.length > MOST) throw new RequestRefusal('invalid-query', `${name} must have 1 to ${MOST} characters.`);
  return text;
}

/** GET /search: instances by id or business id, workflows by key or name. */
export function searchRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/search',
    view<SearchView>((request) => {
      const text = textWithin(request, 'q');
      return lists.read(readerOf(request), (place) => search(place, text, limitsOfUser(request)));
    }),
  );
}

/** Largest page of a list of instances. */
const MOST_INSTANCES = 100;

function instancesIn(request: Request): readonly string[] {
  const ids = requiredText(parametersOf(request), 'instances').split(',');
  if (ids.length <= MOST_INSTANCES && ids.every(isGuid)) return ids;
  throw new RequestRefusal('invalid-query', `instances must have 1 to ${MOST_INSTANCES} GUIDs, separated by commas.`);
}

/**
 * GET /variables: paths of indexed variables, and of variables of the newest instances, with `key` of one process; with `path`, values that begin with `q`.
 * GET /variables/values: values of instances. GET /variables/names: names of their variables. GET /variables/matches: instances with a value in any variable. GET /variables/known: whether a variable exists.
 */
export function variableRoutes({ lists, indexedVariables, maxVariableReads }: UiPorts): Router {
  const searchesAll = maxVariableReads > 0;
  const seenBy = (limits: KeyLimits) => [
    ...new Set(indexedVariables.filter(({ key }) => key === '*' || isWithin(limits, key)).map(({ path }) => path)),
  ];
  const routes = Router().get(
    '/variables/values',
    view<VariableValuesView>(async (request) => {
      const parameters = parametersOf(request);
      const limits = limitsOfUser(request);
      const path = requiredText(parameters, 'path');
      const ids = instancesIn(request);
      if (!searchesAll && !seenBy(limits).includes(path)) return { values: {} };
      const read = searchesAll ? storedValuesOfInstances : valuesOfInstances;
      return { values: await lists.read(readerOf(request), (place) => read(place, path, ids, limits)) };
    }),
  );
  routes.get(
    '/variables/names',
    view<VariableNamesView>((request) => {
      const ids = instancesIn(request);
      return lists.read(readerOf(request), (place) => namesOfInstances(place, ids, limitsOfUser(request)));
    }),
  );
  const scopeOf = (request: Request) => ({
    key: optionalText(parametersOf(request), 'key'),
    limits: limitsOfUser(request),
    indexed: seenBy(limitsOfUser(request)),
    most: maxVariableReads,
  });
  routes.get(
    '/variables/matches',
    view<VariableMatchesView>((request) => {
      const value = textWithin(request, 'value');
      return lists.read(readerOf(request), (place) => findVariableValue(place, value, scopeOf(request)));
    }),
  );
  routes.get(
    '/variables/known',
    view<KnownVariableView>(async (request) => {
      const path = textWithin(request, 'path');
      const { isKnown, ...extent } = await lists.read(readerOf(request), (place) => knowsVariable(place, path, scopeOf(request)));
      return { ...extent, isKnown: isKnown ?? null };
    }),
  );
  return routes.get(
    '/variables',
    view<VariablesView>((request) => {
      const parameters = parametersOf(request);
      const newest = { key: optionalText(parameters, 'key'), limits: limitsOfUser(request) };
      const [indexed, path] = [seenBy(newest.limits), optionalText(parameters, 'path')];
      const beginning = optionalText(parameters, 'q') ?? '';
      return lists.read(readerOf(request), async (place) => {
        if (path === undefined) {
          const stored = searchesAll ? await listStoredPaths(place, newest) : [];
          return { paths: [...new Set([...indexed, ...stored])], values: [], searchesAll };
        }
        if (indexed.includes(path))
          return { paths: [path], values: await listVariableValues(place, path, beginning, newest.limits), searchesAll };
        if (!searchesAll) return { paths: [], values: [], searchesAll };
        return { paths: [path], values: await listStoredValues(place, path, beginning, newest), searchesAll };
      });
    }),
  );
}

export function sessionRoutes({ provider, whyReadOnly, rightsOf, requiresReason, apiUrl }: UiPorts): Router {
  return Router().get(
    '/session',
    view<SessionView>(async (request) => {
      const user = userOf(request);
      const rights = await rightsOf(request);
      const readOnly = (await whyReadOnly()) ?? null;
      return {
        // a token creates a session row; read-only pages do not need it
        csrfToken: readOnly === null ? antiforgeryToken(request) : '',
        hasAuthentication: provider !== undefined,
        readOnly,
        user: user === undefined ? null : { name: user.name, userId: user.userId, groups: user.groups },
        rights: rights === undefined ? null : (Object.fromEntries(RIGHTS.map((right) => [right, rights(right)])) as RightsView),
        requiresReason,
        version,
        apiUrl: apiUrlFor(await apiUrl(), request.hostname) ?? null,
      };
    }),
  );
}
