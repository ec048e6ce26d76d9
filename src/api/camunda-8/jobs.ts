import type { CommandOf } from '../../messages/commands.ts';
import type { ChosenTasks } from '../../messages/custom-tasks.ts';
import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import { entityId, isGuid, nameBasedId } from '../../platform/ids.ts';
import { findOpenTask, type TaskAttempt, wantedText } from '../../queries/custom-tasks.ts';
import { listOpenIncidents } from '../../queries/open-incidents.ts';
import type { RequestVariables } from '../body/members.ts';
import { DONE, done, resultOf, shown } from '../camunda-results.ts';
import type { CommandBodyOf } from '../commands.ts';
import { refusalOfBundled } from '../endpoints/custom-tasks/fetch-and-lock.ts';
import { mapInShards } from '../shards/each-shard.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, waitMsOf } from './fields.ts';
import { jobsOf } from './job-json.ts';
import { problem } from './problems.ts';
import { notFound, ownerWithin } from './results.ts';

const WRITE = { permission: 'work', keepsKeys: true, rateLimit: 'TaskOperation' } as const;
/** Lock of a job. */
const MAX_TIMEOUT_MS = 30 * 86_400_000;
/** Limit of one answer. */
const MAX_JOBS = 100;
const MAX_MESSAGE = 2000;
const MAX_CODE = 256;
const MAX_RETRIES = 1_000_000;
/** Namespace of command ids of completions: a repeated completion of an attempt gets the stored reply. Stored format: never change it. */
const COMPLETION_NAMESPACE = '6f0a1c52-0d5e-4a7b-9c1e-3b8d7a5f2e14';

/** Activation, results, updates. */
export const jobEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/jobs/activation',
    audit: 'none',
    summary: 'waits up to `requestTimeout` (0: 10 s, negative: not at all); at most 100 jobs; `timeout` is rounded up to seconds',
    handle: activateJobs,
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/jobs/{jobKey}/completion',
    audit: ['worker', 'CompleteCustomTask'],
    summary: '`result` of ad-hoc sub-processes; of task listeners only without `denied` and `corrections`',
    handle: completeJob,
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/jobs/{jobKey}/failure',
    audit: ['worker', 'FailCustomTask'],
    summary:
      '`retries` is the number of attempts that are left; 0 or absent: an incident. `variables` are also variables of the next attempt',
    handle: failJob,
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/jobs/{jobKey}/error',
    audit: ['worker', 'FailCustomTask'],
    summary: 'an error that no event catches is an incident',
    handle: throwError,
  },
  {
    ...WRITE,
    method: 'PATCH',
    pattern: '/v2/jobs/{jobKey}',
    audit: 'none',
    summary:
      '`timeout` of an activated job, `retries` (from 1); of a job with an incident `retries` have no effect before its resolution',
    handle: updateJob,
  },
];

async function activateJobs(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const type = fields.requiredText('type');
  const timeoutMs = fields.whole('timeout', 1, MAX_TIMEOUT_MS);
  const most = fields.whole('maxJobsToActivate', 1);
  const workerId = cutText(fields.text('worker') ?? 'default', 256);
  const names = fields.texts('fetchVariable');
  const requestTimeout = fields.whole('requestTimeout', Number.MIN_SAFE_INTEGER);
  fields.tenant();
  fields.ignore('tenantFilter');
  if (timeoutMs === undefined) fields.fail('No timeout provided.');
  if (most === undefined) fields.fail('No maxJobsToActivate provided.');
  const { refusal } = fields;
  if (refusal !== undefined || timeoutMs === undefined || most === undefined) return refusal ?? DONE;
  const typeKey = type.trim().toLowerCase();
  const reserved = refusalOfBundled(type, services.fetchableBundledTypes);
  if (reserved !== undefined) return reserved;
  const waitMs = waitMsOf(requestTimeout);
  const command = {
    ...({ kind: 'LockCustomTasks', typeKey, workerId, maxTasks: Math.min(most, MAX_JOBS) } as const),
    lockSeconds: Math.ceil(timeoutMs / 1000),
    chosen: { taskType: type, byPriority: true },
  };
  return services.waits.hold(call, { waitMs }, () => lockFree(call, services, { command, names, waitMs }));
}

interface WaitingActivation {
  readonly command: CommandBodyOf<'LockCustomTasks'> & { readonly chosen: ChosenTasks };
  /** variables to return */
  readonly names: Parameters<typeof jobsOf>[2]['names'];
  readonly waitMs: number;
}

/** Locks jobs. Without a free job, waits up to `waitMs`; then the answer has no jobs. */
async function lockFree(
  call: Camunda8Call,
  services: Camunda8Services,
  { command, names, waitMs }: WaitingActivation,
): Promise<Answer> {
  const { taskWatch, health, metrics } = services;
  const { typeKey, workerId } = command;
  const deadline = Date.now() + waitMs;
  const isUseless = () => call.hasLeft() || health.isShuttingDown;
  for (;;) {
    metrics.calls.fetched(typeKey, workerId);
    const isFree = await taskWatch.free(wantedText(typeKey, call.limits, command.chosen), deadline, isUseless);
    if (!isFree) return shown({ jobs: [] });
    const locked = await resultOf(call, services, command);
    if (!locked.ok) return locked.answer;
    const { tasks } = locked.result;
    if (tasks.length > 0) {
      const jobs = await mapInShards(services, tasks, (own) => jobsOf(own, services, { workerId, names }));
      return shown({ jobs });
    }
    if (Date.now() >= deadline) return shown({ jobs: [] });
  }
}

/** The current lock: clients send only the key. Undefined: no such open job that the caller may see. */
async function jobOf(call: Camunda8Call, services: Camunda8Services): Promise<TaskAttempt | undefined> {
  const owner = await ownerWithin(call, services);
  return owner === undefined || !isGuid(owner.id) ? undefined : findOpenTask(services.db, owner.id);
}

function noJob(call: Camunda8Call): Answer {
  return notFound('job', call.params[0] ?? '', call.path);
}

async function completeJob(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const variables = fields.variables();
  const result = readResult(fields);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const job = await jobOf(call, services);
  if (job === undefined) return noJob(call);
  const ownId = nameBasedId(COMPLETION_NAMESPACE, [job.taskId, job.attempt, ...(call.limits ?? [])].join('.'));
  return done(call, services, { kind: 'CompleteCustomTask', ...job, result: { ...variables, ...result } }, ownId);
}

/** Result of a job of an ad-hoc sub-process, as the variable of Sluice workers (docs/how-to/remote-workers.md#agents). {} for other results. */
function readResult(fields: BodyFields): RequestVariables {
  const result = fields.object('result');
  if (result === undefined) return {};
  const type = result.text('type');
  result.ignore('deniedReason');
  if (type !== 'adHocSubProcess') return {};
  const activateElements = result.objects('activateElements').map((element) => ({
    elementId: element.requiredText('elementId'),
    variables: element.variables(),
  }));
  const isCompletionConditionFulfilled = result.flag('isCompletionConditionFulfilled') === true;
  const isCancelRemainingInstances = result.flag('isCancelRemainingInstances') === true;
  return { adHocSubProcess: { activateElements, isCompletionConditionFulfilled, isCancelRemainingInstances } };
}

async function failJob(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const retries = fields.whole('retries', 0, MAX_RETRIES) ?? 0;
  const message = cutText(fields.text('errorMessage') ?? 'The job failed.', MAX_MESSAGE);
  const retryAfterMs = fields.whole('retryBackOff', 0) ?? 0;
  const variables = fields.variables();
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const job = await jobOf(call, services);
  if (job === undefined) return noJob(call);
  const failure = { code: '500', message, isRetryable: retries > 0, retryAfterMs, retriesLeft: retries, variables };
  return fail(call, services, { ...job, ...failure });
}

async function throwError(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const code = cutText(fields.requiredText('errorCode'), MAX_CODE);
  const message = cutText(fields.text('errorMessage') ?? '', MAX_MESSAGE);
  const variables = fields.variables();
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const job = await jobOf(call, services);
  if (job === undefined) return noJob(call);
  return fail(call, services, { ...job, code, message, isRetryable: false, retryAfterMs: null, variables });
}

type Failure = Omit<CommandOf<'FailCustomTask'>, 'kind' | 'id'>;

function fail(call: Camunda8Call, services: Camunda8Services, { variables = {}, ...failure }: Failure): Promise<Answer> {
  const given = Object.keys(variables).length > 0 && { variables };
  return done(call, services, { kind: 'FailCustomTask', ...failure, ...given });
}

async function updateJob(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const changes = fields.object('changeset');
  const timeoutMs = changes?.whole('timeout', 0, MAX_TIMEOUT_MS);
  const retries = changes?.whole('retries', 1, 2_147_483_647);
  fields.ignore('operationReference');
  if (changes === undefined || changes.names.length === 0) fields.fail('No changeset provided.');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const job = await jobOf(call, services);
  if (job === undefined) return (await hasIncident(call, services)) && timeoutMs === undefined ? DONE : noJob(call);
  const { instanceId, taskId } = job;
  if (timeoutMs !== undefined) {
    const lockSeconds = Math.ceil(timeoutMs / 1000);
    const extended = await resultOf(call, services, { kind: 'ExtendCustomTaskLock', ...job, lockSeconds });
    if (!extended.ok && extended.answer.status !== 409) return extended.answer;
    if (!extended.ok) return problem(409, `The job '${call.params[0]}' is not activated.`, call.path);
  }
  return retries === undefined ? DONE : done(call, services, { kind: 'SetCustomTaskRetries', instanceId, taskId, retries });
}

/** The resolution of the incident gives the job the attempts of the model, so `retries` have no effect. */
async function hasIncident(call: Camunda8Call, { keys, db }: Camunda8Services): Promise<boolean> {
  const owner = await keys.ownerOf(call.params[0] ?? '');
  if (owner?.instanceId === undefined || owner.id === owner.instanceId) return false;
  const { id, instanceId } = owner;
  const open = await listOpenIncidents(db, { instanceIds: [instanceId], limits: call.limits }, { skipped: 0, most: 1000 });
  return open.some(({ entry }) => entry !== null && entityId(instanceId, entry) === id);
}
