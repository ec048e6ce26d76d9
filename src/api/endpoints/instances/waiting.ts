import { z } from 'zod';
import type { ModelReader } from '../../../bpmn/reader/model-reader.ts';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { readDeployedText } from '../../../queries/definitions.ts';
import { readWaitingInstance, type WaitingInstance } from '../../../queries/instances/instance-waits.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { offsetOf, type PageSizes, type Paging, parsePaging } from '../../../queries/lists/paging.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { WaitedChild } from '../../../waits/wait.ts';
import { waitsOf } from '../../../waits/waits-of.ts';
import { commonAnswers } from '../../common-answers.ts';
import type { DocumentedRefusal, ReadEndpoint } from '../../endpoint.ts';
import { instanceNotFound } from '../../http-errors.ts';
import { waitJson } from '../../instance-json.ts';
import { refusalUntilReached } from '../../min-position.ts';
import { pagesQuery } from '../../openapi/parameters.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { waitingResponse } from '../../schemas/waits.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

/** See docs/contributing/spec/http/instances.md#pages-of-waiting. */
const PAGE_SIZES: PageSizes = { defaultSize: 100, maxSize: 1000 };

const STATE_TOO_LARGE: DocumentedRefusal = {
  status: 413,
  shape: 'P',
  text:
    'The state of this instance is larger than <most> characters, the limit of this endpoint. ' +
    'Request its activity instances in pages: GET /Instances/{instanceId}/state?page=1&pageSize=1000.',
};

/** See docs/contributing/spec/http/instances.md#why-an-instance-waits. Transactional tables: always up to date. */
export const readWaiting: ReadEndpoint = {
  method: 'GET',
  pattern: '/Instances/{instanceId}/waiting',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'readWaiting',
  tag: 'Instances',
  summary: 'Explain why an instance waits',
  description: 'One sentence with data for each active activity instance.',
  readsProjection: true,
  query: z.object({
    page: pagesQuery.shape.page,
    pageSize: z
      .string()
      .optional()
      .meta({ description: 'Items per page, 1 to 1000. Other values count as the nearest limit. Default: 100.' }),
  }),
  examples: { 'the first ten': { page: '1', pageSize: '10' } },
  answer: waitingResponse,
  refusals: [INSTANCE_NOT_FOUND, STATE_TOO_LARGE],
  async handle(request, { db, reader }) {
    const { path, queryText } = request;
    const asked = parsePaging(readQueryParameters(queryText), PAGE_SIZES);
    if (!asked.ok) return problemAnswer('invalid-query', asked.detail, path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    const [instanceId = ''] = request.params;
    if (!(await isInstanceWithin(db, instanceId, request.limits)))
      return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    const found = await readWaitingInstance(db, instanceId, request.limits);
    if (found.kind === 'unknown') return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    if (found.kind === 'too-large') return problemAnswer('state-too-large', tooLargeText(found.most), path);
    const model = await modelOf(db, reader, found);
    if (model === 'busy') return commonAnswers.overloaded(path);
    const children = await withNames(db, reader, found.facts.children);
    return jsonAnswer(bodyOf({ ...found, facts: { ...found.facts, children } }, model, asked.value));
  },
};

type Model = NonNullable<Awaited<ReturnType<ModelReader['readModel']>>>['model'];

/** Undefined for an ended instance, and if the model cannot be read; `busy`: too many models are being parsed. */
async function modelOf(
  db: ReadDatabase,
  reader: ModelReader,
  { state, status }: WaitingInstance,
): Promise<Model | 'busy' | undefined> {
  return status === 'running' ? readModelOf(db, reader, state.definitionId) : undefined;
}

async function readModelOf(db: ReadDatabase, reader: ModelReader, definitionId: string): Promise<Model | 'busy' | undefined> {
  const file = await readDeployedText(db, definitionId);
  if (file === undefined) return undefined;
  if (!reader.hasPlaceFor(file.bpmnXml.length)) return 'busy';
  return (await reader.readModel(file.bpmnXml, file.key, file.scripts))?.model;
}

/** Models of called instances that one request reads for the names of their elements. */
const MOST_NAMED_MODELS = 5;

/** Adds the names of the elements with an incident in called instances. */
async function withNames(
  db: ReadDatabase,
  reader: ModelReader,
  children: ReadonlyMap<string, WaitedChild>,
): Promise<ReadonlyMap<string, WaitedChild>> {
  const ids = new Set([...children.values()].flatMap(({ incident }) => incident?.definitionId ?? []));
  const models = new Map<string, Model>();
  for (const id of [...ids].slice(0, MOST_NAMED_MODELS)) {
    const model = await readModelOf(db, reader, id);
    if (model !== undefined && model !== 'busy') models.set(id, model);
  }
  if (models.size === 0) return children;
  return new Map(
    [...children].map(([id, { incident, ...child }]) => {
      if (incident === undefined) return [id, child];
      const activityName = models.get(incident.definitionId)?.elements.get(incident.activityId)?.name ?? null;
      return [id, { ...child, incident: { ...incident, activityName } }];
    }),
  );
}

function bodyOf(found: WaitingInstance, model: Model | undefined, paging: Paging): ResponseBody<typeof waitingResponse> {
  const { state, status, facts, end } = found;
  const waits = waitsOf(state, model, facts);
  const skipped = offsetOf(paging);
  return {
    instanceId: state.instanceId,
    processDefinitionId: state.definitionId,
    processDefinitionKey: state.key,
    processName: model?.name ?? null,
    version: state.version,
    businessId: state.businessId,
    status: STATUSES[status],
    startedAt: formatTimestamp(state.startedAt),
    endedAt: end === null ? null : formatTimestamp(end.at),
    failure: end === null || end.failure === null ? null : failureJson(end.failure),
    cancellationReason: end === null ? null : end.cancellationReason,
    items: waits.slice(skipped, skipped + paging.pageSize).map((wait) => waitJson(state.instanceId, wait)),
    totalCount: waits.length,
    page: paging.page,
    pageSize: paging.pageSize,
  };
}

const STATUSES = { running: 'Running', completed: 'Completed', cancelled: 'Cancelled', failed: 'Failed' } as const;

function failureJson({
  element,
  code,
  message,
}: {
  readonly element: string | null;
  readonly code: string;
  readonly message: string;
}) {
  return { activityId: element, code, message };
}

function tooLargeText(most: number): string {
  return (
    `The state of this instance is larger than ${most} characters, the limit of this endpoint. ` +
    'Request its activity instances in pages: GET /Instances/{instanceId}/state?page=1&pageSize=1000.'
  );
}
