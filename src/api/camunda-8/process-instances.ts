import { isWithin } from '../../platform/access-roles.ts';
import type { Answer } from '../../platform/answer.ts';
import { newId } from '../../platform/ids.ts';
import { findDefinitionOfInstance, findLatestVersion, findVersionById, type KnownVersion } from '../../queries/versions.ts';
import { businessIdFault } from '../../requests/request-texts.ts';
import { awaitEnd } from '../awaited-end.ts';
import type { RequestVariables } from '../body/members.ts';
import { resultOf, shown } from '../camunda-results.ts';
import { readingCopy, readingOf } from '../shards/each-shard.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT, waitMsOf } from './fields.ts';
import { problem } from './problems.ts';
import { doneByKey } from './results.ts';

const WRITE = { method: 'POST', permission: 'operate', keepsKeys: true, rateLimit: 'WorkflowMutation' } as const;

export const processInstanceEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...WRITE,
    pattern: '/v2/process-instances',
    audit: ['client', 'StartInstance'],
    summary:
      'by `processDefinitionId` or `processDefinitionKey`; `awaitCompletion` with `fetchVariables` and `requestTimeout` (at most 10 minutes)',
    handle: createInstance,
  },
  {
    ...WRITE,
    pattern: '/v2/process-instances/{processInstanceKey}/cancellation',
    audit: ['operator', 'CancelInstance'],
    summary: 'also of a called instance; an ended instance stays unchanged (204)',
    handle: (call, services) =>
      doneByKey(call, services, 'process instance', (instanceId) => ({
        kind: 'CancelInstance',
        instanceId,
        reason: 'Cancelled by a client',
      })),
  },
];

async function createInstance(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const id = fields.text('processDefinitionId');
  const definitionKey = fields.key('processDefinitionKey');
  const wantedVersion = fields.whole('processDefinitionVersion', -1, 2_147_483_647) ?? -1;
  const variables = fields.variables();
  const isAwaited = fields.flag('awaitCompletion') === true;
  const names = fields.texts('fetchVariables');
  const requestTimeout = fields.whole('requestTimeout', Number.MIN_SAFE_INTEGER);
  const businessId = fields.text('businessId') ?? null;
  fields.tenant();
  fields.ignore('operationReference');
  const faultOfId = businessId === null ? undefined : businessIdFault(businessId);
  if (faultOfId !== undefined) fields.fail(faultOfId);
  if ((id === undefined) === (definitionKey === undefined)) {
    fields.fail('Exactly one of processDefinitionId and processDefinitionKey is required.');
  }
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const waitMs = isAwaited ? waitMsOf(requestTimeout) : undefined;
  const wanted = { id, definitionKey, wantedVersion };
  return services.waits.hold(call, { waitMs: waitMs ?? 0 }, () =>
    start(call, services, { wanted, variables, businessId, waitMs, names }),
  );
}

interface WantedInstance {
  readonly wanted: WantedDefinition;
  readonly variables: RequestVariables;
  readonly businessId: string | null;
  /** undefined: no wait for the end */
  readonly waitMs: number | undefined;
  /** variables to return */
  readonly names: readonly string[];
}

/** `waitMs`: 504 if the instance has not ended by then, 409 if it failed or was cancelled. */
async function start(
  call: Camunda8Call,
  services: Camunda8Services,
  { wanted, variables, businessId, waitMs, names }: WantedInstance,
): Promise<Answer> {
  const found = await versionOf(call, services, wanted);
  if (found === undefined) {
    return problem(
      404,
      `Expected to find a process definition '${wanted.id ?? wanted.definitionKey}', but none is deployed.`,
      call.path,
    );
  }
  const { key, version } = found;
  const body = { kind: 'StartInstance', instanceId: newId(), key, variables, businessId, version } as const;
  // before the start: a fault must not hide that it was done
  if (found.definitionId !== undefined) await services.keys.of([{ id: found.definitionId }]);
  const started = await resultOf(call, services, body);
  if (!started.ok) return started.answer;
  const { instanceId } = started.result;
  const definitionOf = () => readingOf(services, instanceId, ({ db }) => findDefinitionOfInstance(db, instanceId));
  const definitionId = found.definitionId ?? (await definitionOf()) ?? '';
  const keyOf = await services.keys.of([{ id: definitionId }, { id: instanceId, instanceId }]);
  const instance = {
    processDefinitionId: key,
    processDefinitionVersion: version,
    processDefinitionKey: keyOf(definitionId),
    processInstanceKey: keyOf(instanceId),
    tenantId: DEFAULT_TENANT,
    tags: [],
    businessId,
  };
  if (waitMs === undefined) return shown({ ...instance, variables: {} });
  const deadline = Date.now() + waitMs;
  const end = await readingOf(services, instanceId, (own) => awaitEnd(call, own, { instanceId, deadline, names }));
  if (end.status === 'completed') return shown({ ...instance, variables: end.variables });
  if (end.status === 'running')
    return problem(504, 'The process instance has not completed within the request timeout.', call.path);
  const how = end.status === 'failed' ? 'failed' : 'was cancelled';
  return problem(409, `The process instance ${how} before it completed.`, call.path);
}

interface WantedDefinition {
  readonly id: string | undefined;
  readonly definitionKey: string | undefined;
  /** -1: the latest */
  readonly wantedVersion: number;
}

type SearchedDefinition = Pick<KnownVersion, 'key' | 'version'> & Partial<KnownVersion>;

/**
 * Returns undefined for 404. Not looked up, because the command checks them: a version number, and a process that the caller may not start, so that the answer
 * does not reveal whether it exists.
 */
async function versionOf(
  { limits }: Camunda8Call,
  services: Camunda8Services,
  wanted: WantedDefinition,
): Promise<SearchedDefinition | undefined> {
  const { id, definitionKey, wantedVersion } = wanted;
  if (id !== undefined) {
    const isNamed = wantedVersion > 0 || !isWithin(limits, id);
    return isNamed ? { key: id, version: wantedVersion } : readingCopy(services, ({ db }) => findLatestVersion(db, id));
  }
  const definitionId = await services.keys.idOf(definitionKey ?? '');
  const found =
    definitionId === undefined ? undefined : await readingCopy(services, ({ db }) => findVersionById(db, definitionId));
  return found !== undefined && isWithin(limits, found.key) ? found : undefined;
}
