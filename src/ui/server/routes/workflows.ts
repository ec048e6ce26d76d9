import { type Request, Router } from 'express';
import { FIRST_READING } from '../../../bpmn/reading.ts';
import { callText } from '../../../engine/decisions/bound-decision.ts';
import { boundOf } from '../../../engine/model/model-shape.ts';
import type { DecisionVersion, ProcessModel } from '../../../engine/model.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { readCalledDecision, readDecisionFiles } from '../../../queries/decision-list.ts';
import { readDeployedText } from '../../../queries/definitions.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import {
  countElements,
  MOST_MS,
  readElementStatistics,
  type StatisticsPeriod,
} from '../../../queries/operator/element-statistics.ts';
import type { TrendSpan } from '../../../queries/operator/instance-trend.ts';
import {
  listVersions,
  listWorkflows,
  readDefinitionId,
  readModelText,
  readNextVersion,
  readStartForm,
  type WorkflowVersionRow,
} from '../../../queries/operator/workflows.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { QueryParameters } from '../../../requests/request-texts.ts';
import { expectedAtStart, plainStartOf } from '../../../simulation/expected-variables.ts';
import type { PageView } from '../../wire/page.ts';
import {
  ALL_VERSIONS,
  type DefinitionView,
  type ElementCounts,
  type ElementNamesView,
  type NextVersionView,
  PERIODS,
  type Period,
  type ReadVariablesView,
  type StartFormView,
  type StatisticsView,
  type VersionsView,
  type WorkflowView,
} from '../../wire/workflows.ts';
import { elementNames } from '../element-names.ts';
import { found, RequestRefusal, view, wanted } from '../http/answer.ts';
import { optionalNumber, optionalText, optionalTime, optionalWord, parametersOf, requiredText } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser, requireKey } from '../rights.ts';

/** See docs/contributing/spec/pages.md#workflows. */
export function workflowRoutes({ db, lists, reader }: UiPorts): Router {
  const routes = Router();
  routes.get(
    '/workflows',
    view<PageView<WorkflowView>>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const sort =
        optionalWord(parameters, 'sort', ['key', '-key', 'deployedAt', '-deployedAt', 'failures', '-failures']) ?? 'key';
      const wish = { search: optionalText(parameters, 'search'), sort, paging, limits: limitsOfUser(request) };
      const page = await lists.read(readerOf(request), (place) => listWorkflows(place, wish));
      const items = page.items.map((row) => {
        const { name, isActive, versionCount, incidents } = row;
        return { ...definitionView(row), name, isActive, versionCount, incidents };
      });
      return { ...page, items };
    }),
  );
  routes.get(
    '/workflows/versions',
    view<VersionsView>(async (request) => {
      const key = requiredText(parametersOf(request), 'key');
      requireKey(request, key);
      const { isActive, name, versions } = found(await listVersions(db, key), 'unknown-process', `Workflow '${key}' not found.`);
      return { key, name, isActive, versions: versions.map((row) => ({ ...definitionView(row), deployedBy: row.deployedBy })) };
    }),
  );
  routes.get(
    '/workflows/next-version',
    view<NextVersionView>(async (request) => {
      const key = requiredText(parametersOf(request), 'key');
      requireKey(request, key);
      return { key, version: await readNextVersion(db, key) };
    }),
  );
  routes.get('/workflows/xml', async (request, response) => {
    const { key, version } = versionOf(request);
    const text = found(
      await readModelText(db, key, version),
      'unknown-process-version',
      `Workflow '${key}' v${version} not found.`,
    );
    const fileName = `${key.replace(/[^\w.-]/g, '_')}-v${version}.bpmn`;
    response.set({ 'Content-Disposition': `attachment; filename="${fileName}"`, 'Cache-Control': 'no-store' });
    response.type('application/xml').send(text);
  });
  routes.get(
    '/workflows/start-form',
    view<StartFormView>(async (request) => {
      const { key, version } = versionOf(request);
      const form = await readStartForm(db, key, version);
      return { fields: form === undefined ? [] : ((JSON.parse(form) as Partial<StartFormView>).fields ?? []) };
    }),
  );
  routes.get(
    '/workflows/read-variables',
    view<ReadVariablesView>(async (request) => {
      const { key, version } = versionOf(request);
      return { variables: await readVariablesOf({ db, reader }, key, version) };
    }),
  );
  const readNames = elementNames({ db, reader });
  routes.get(
    '/workflows/names',
    view<ElementNamesView>(async (request) => {
      const { key, version } = keyOf(request);
      return { names: await readNames(key, version) };
    }),
  );
  routes.get(
    '/workflows/elements',
    view<readonly ElementCounts[]>((request) => {
      const { key, version } = keyOf(request);
      return lists.read(readerOf(request), (place) => countElements(place, key, version, limitsOfUser(request)));
    }),
  );
  routes.get(
    '/workflows/statistics',
    view<StatisticsView>(async (request) => {
      const parameters = parametersOf(request);
      const isOfAll = optionalText(parameters, 'version') === ALL_VERSIONS;
      const { key, version } = isOfAll ? { key: allowedKey(request), version: undefined } : versionOf(request);
      const period = periodOf(parameters);
      const counted = { key, version, limits: limitsOfUser(request) };
      const read = (place: ReadDatabase) => readElementStatistics(place, counted, period);
      const statistics = await lists.read(readerOf(request), read);
      if (statistics !== undefined)
        return { ...statistics, trend: statistics.trend.map((step) => ({ ...step, at: formatTimestamp(step.at) })) };
      throw new RequestRefusal(
        'query-too-slow',
        `The figures take longer than ${MOST_MS / 1000} seconds. Choose a shorter period.`,
      );
    }),
  );
  return routes;
}

async function readVariablesOf({ db, reader }: Pick<UiPorts, 'db' | 'reader'>, key: string, version: number) {
  const definitionId = await readDefinitionId(db, key, version);
  const file = definitionId === undefined ? undefined : await readDeployedText(db, definitionId);
  if (file === undefined || !reader.hasPlaceFor(file.bpmnXml.length)) return {};
  // above a limit there are no examples, and the start works
  const found = await reader.readModel(file.bpmnXml, file.key, file.scripts).catch(() => undefined);
  const start = found && plainStartOf(found.model);
  if (found === undefined || start === undefined) return {};
  const decisions = await decisionsOf({ db, reader }, found.model);
  return expectedAtStart(found.model, start, (call) => decisions.get(callText(call)));
}

/** Separately deployed decisions that are read for the fields of a start. */
const MOST_DECISIONS = 20;

/** By the text of the call. Omits those that are not deployed, or cannot be read. */
async function decisionsOf({ db, reader }: Pick<UiPorts, 'db' | 'reader'>, { elements }: ProcessModel) {
  const calls = new Map(
    [...elements.values()].flatMap((element) => boundOf(element) ?? []).map(({ call }) => [callText(call), call]),
  );
  const found = new Map<string, DecisionVersion['decisions']>();
  for (const [text, call] of [...calls].slice(0, MOST_DECISIONS)) {
    const version = await readCalledDecision(db, call);
    if (version === undefined) continue;
    const files = await readDecisionFiles(db, version.fileId);
    const size = Object.values(files).reduce((sum, file) => sum + file.length, 0);
    const read = reader.hasPlaceFor(size)
      ? await reader.readDecision(files, version.key, version.reading ?? FIRST_READING).catch(() => undefined)
      : undefined;
    if (read !== undefined) found.set(text, read.decisions);
  }
  return found;
}

const HOUR_MS = 3_600_000;
const PERIOD_MS: Readonly<Record<Period, number | undefined>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
  all: undefined,
};

const SPANS: Readonly<Record<Period, TrendSpan>> = {
  hour: { stepMs: HOUR_MS / 12, steps: 12 },
  day: { stepMs: HOUR_MS, steps: 24 },
  week: { stepMs: 6 * HOUR_MS, steps: 28 },
  month: { stepMs: 24 * HOUR_MS, steps: 30 },
  all: { stepMs: 7 * 24 * HOUR_MS, steps: 52 },
};

/** Steps of a period with its own begin and end. */
const STEPS = 24;

function periodOf(parameters: QueryParameters): StatisticsPeriod {
  const period = optionalWord(parameters, 'period', PERIODS) ?? 'day';
  const [since, until] = [optionalTime(parameters, 'from'), optionalTime(parameters, 'to')];
  if (since === undefined && until === undefined) {
    const ms = PERIOD_MS[period];
    return { since: ms === undefined ? undefined : new Date(Date.now() - ms), span: SPANS[period] };
  }
  const end = until ?? new Date();
  if (since === undefined) return { until, span: { ...SPANS.all, until: end } };
  if (since >= end) throw new RequestRefusal('invalid-query', 'from must be before to, and not in the future.');
  return { since, until, span: { stepMs: (end.getTime() - since.getTime()) / STEPS, steps: STEPS, until: end } };
}

function allowedKey(request: Request): string {
  const key = requiredText(parametersOf(request), 'key');
  requireKey(request, key);
  return key;
}

function keyOf(request: Request): { readonly key: string; readonly version: number | undefined } {
  return { key: allowedKey(request), version: optionalNumber(parametersOf(request), 'version', 1) };
}

function versionOf(request: Request): { readonly key: string; readonly version: number } {
  const { key, version } = keyOf(request);
  if (version === undefined) throw new RequestRefusal('missing-field', 'version is required.');
  return { key, version };
}

function definitionView({ deployedAt, ...row }: WorkflowVersionRow): DefinitionView {
  const { definitionId, key, version, activitiesCount, sequenceFlowsCount, counts } = row;
  return { definitionId, key, version, deployedAt: formatTimestamp(deployedAt), activitiesCount, sequenceFlowsCount, counts };
}
