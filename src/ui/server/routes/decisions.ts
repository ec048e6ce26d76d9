import { Router } from 'express';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { DecisionItem } from '../../../queries/decision-list.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import {
  DECISION_SORTS,
  listDecisionUsers,
  listDecisionVersions,
  listLatestDecisions,
  readNextDecisionVersion,
} from '../../../queries/operator/decision-groups.ts';
import { type DecisionUse, readDecisionUses } from '../../../queries/operator/decision-uses.ts';
import type {
  DecisionUsesView,
  DecisionUseView,
  DecisionVersionsView,
  DecisionVersionView,
  DecisionView,
} from '../../wire/decisions.ts';
import type { PageView } from '../../wire/page.ts';
import { RequestRefusal, view, wanted } from '../http/answer.ts';
import { optionalNumber, optionalText, optionalTime, optionalWord, parametersOf, requiredText } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser, requireKey } from '../rights.ts';

/**
 * See docs/contributing/spec/pages.md#decisions. Lists come from the replica, single decisions from the primary, because a page reads them right
 * after the deploy.
 */
export function decisionRoutes({ db, lists }: UiPorts): Router {
  const routes = Router();
  routes.get(
    '/decisions',
    view<PageView<DecisionView>>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const wish = {
        search: optionalText(parameters, 'search'),
        since: optionalTime(parameters, 'since'),
        sort: optionalWord(parameters, 'sort', DECISION_SORTS) ?? 'key',
        paging,
        limits: limitsOfUser(request),
      };
      const page = await lists.read(readerOf(request), (place) => listLatestDecisions(place, wish));
      return {
        ...page,
        items: page.items.map((row) => ({ ...versionView(row), versionCount: row.versionCount, processCount: row.processCount })),
      };
    }),
  );
  routes.get(
    '/decisions/versions',
    view<DecisionVersionsView>(async (request) => {
      const key = requiredText(parametersOf(request), 'key');
      requireKey(request, key);
      const [versions, nextVersion, users] = await Promise.all([
        listDecisionVersions(db, key),
        readNextDecisionVersion(db, key),
        listDecisionUsers(db, key, limitsOfUser(request)),
      ]);
      return { key, nextVersion, versions: versions.map(versionView), users };
    }),
  );
  routes.get(
    '/decisions/uses',
    view<DecisionUsesView>(async (request) => {
      const parameters = parametersOf(request);
      const key = requiredText(parameters, 'key');
      requireKey(request, key);
      const version = optionalNumber(parameters, 'version', 1);
      if (version === undefined) throw new RequestRefusal('missing-field', 'version is required.');
      const wish = { key, version, rule: optionalNumber(parameters, 'rule'), limits: limitsOfUser(request) };
      const { items, ...uses } = await lists.read(readerOf(request), (place) => readDecisionUses(place, wish));
      return { ...uses, items: items.map(useView) };
    }),
  );
  return routes;
}

function versionView({ key, version, name, versionTag, deployedAt }: DecisionItem): DecisionVersionView {
  return { key, version, name, versionTag, deployedAt: formatTimestamp(deployedAt) };
}

function useView({ at, decided, ...row }: DecisionUse): DecisionUseView {
  const { instanceId, entry, businessId, processKey, activityId, version, rules } = row;
  const place = { instanceId, entry, businessId, processKey, activityId };
  return { ...place, version, rules, at: formatTimestamp(at), ...(decided !== undefined && { decided }) };
}
