import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import { isGuid } from '../../platform/ids.ts';
import {
  type ChosenInstance,
  countChosenInstances,
  type InstanceFilter,
  listChosenInstances,
} from '../../queries/instances/chosen-instances.ts';
import { readLockedInputs } from '../../queries/open-custom-tasks.ts';
import { untilCaughtUp } from '../../queries/projection-progress.ts';
import { DONE, done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { fault, notFound } from './errors.ts';
import { Fields } from './fields.ts';
import { rootVariables, variableNamed, visibleState } from './instance-state.ts';
import { listEndpoints } from './lists.ts';
import { storedFile, typedValue, typedVariables } from './values.ts';

const GET = { ...READ, method: 'GET' } as const;
const WRITE = { permission: 'operate', keepsKeys: true, rateLimit: 'Admin' } as const;
const VARIABLES = '/process-instance/{instance}/variables';

/** Process instances with their variables. */
export const instanceEndpoints: readonly Camunda7Endpoint[] = [
  ...listEndpoints({
    pattern: '/process-instance',
    summary: 'running instances, oldest first; `variables` compares [indexed variables](find-instances.md#search-by-variable)',
    methods: ['GET', 'POST'],
    sortBy: ['instanceId'],
    readFilter: readRunningFilter,
    rows: listChosenInstances,
    orderOf: orderOfInstance,
    idsIn: ({ instanceIds }) => instanceIds,
    count: countChosenInstances,
    json: instanceJson,
  }),
  {
    ...GET,
    pattern: '/process-instance/{instance}',
    summary: 'running instances only',
    async handle(call, services) {
      const [found] = await find(call, services, { hasEnded: false });
      return found === undefined ? unknown(call) : shown(instanceJson(found));
    },
  },
  {
    ...WRITE,
    method: 'DELETE',
    pattern: '/process-instance/{instance}',
    audit: ['operator', 'CancelInstance'],
    summary: 'cancels the instance; its history stays',
    async handle(call, services) {
      const fields = Fields.ofQuery(call);
      const isNeeded = fields.flag('failIfNotExists') !== false;
      fields.ignore('skipCustomListeners', 'skipIoMappings', 'skipSubprocesses');
      const { refusal } = fields;
      if (refusal !== undefined) return refusal;
      const [found] = await find(call, services, { hasEnded: false });
      if (found === undefined) return isNeeded ? unknown(call) : DONE;
      const { instanceId } = found;
      return done(call, services, { kind: 'CancelInstance', instanceId, reason: 'Deleted by a client' });
    },
  },
  {
    ...WRITE,
    method: 'PUT',
    pattern: '/process-instance/{instance}/suspended',
    audit: ['operator', 'SuspendInstance'],
    summary: 'of one instance',
    handle(call, services) {
      const fields = Fields.ofBody(call);
      const isSuspended = fields.flag('suspended');
      if (isSuspended === undefined) fields.fail('suspended is required.');
      const { refusal } = fields;
      if (refusal !== undefined) return refusal;
      return ofInstance(call, services, (instanceId) =>
        isSuspended === true
          ? done(call, services, { kind: 'SuspendInstance', instanceId, by: 'operator', calledInstances: false })
          : done(call, services, { kind: 'ResumeInstance', instanceId, by: 'operator' }),
      );
    },
  },
  { ...GET, pattern: VARIABLES, summary: 'variables of the instance itself', handle: readAll },
  { ...GET, pattern: `${VARIABLES}/{name}`, summary: '', handle: readOne },
  { ...GET, pattern: `${VARIABLES}/{name}/data`, summary: 'bytes of a file variable', handle: readFile },
  {
    ...GET,
    // for workers, which read files of their tasks
    permission: 'work',
    pattern: '/execution/{instance}/localVariables/{name}/data',
    summary:
      'bytes of a file variable; an execution is an instance. Without the permission `see` only files in the variables of locked tasks',
    handle: readFileOfTask,
  },
  ...variableWrites(
    VARIABLES,
    { ...WRITE, audit: ['operator', 'EditVariables'], summary: 'variables of the instance itself' },
    ofInstance,
  ),
];

/** Modifications and deletions, and PUT and DELETE of one variable. `withInstance`: finds the instance of the path. */
export function variableWrites(
  pattern: string,
  shared: Omit<Camunda7Endpoint, 'method' | 'pattern' | 'handle'>,
  withInstance: typeof ofInstance,
): readonly Camunda7Endpoint[] {
  const edit = (
    call: Camunda7Call,
    services: ApiServices,
    variables: ReturnType<Fields['variables']>,
    removed: readonly string[],
  ) =>
    withInstance(call, services, (instanceId) =>
      done(call, services, { kind: 'EditVariables', instanceId, scope: null, variables, removed }),
    );
  return [
    {
      ...shared,
      method: 'POST',
      pattern,
      handle(call, services) {
        const fields = Fields.ofBody(call);
        const variables = fields.variables('modifications');
        const removed = fields.texts('deletions') ?? [];
        // the Java client names the worker
        fields.ignore('workerId');
        return fields.refusal ?? edit(call, services, variables, removed);
      },
    },
    {
      ...shared,
      method: 'PUT',
      pattern: `${pattern}/{name}`,
      handle(call, services) {
        const [, name = ''] = call.params;
        const fields = Fields.ofBody({ ...call, body: { ...call.body, members: { variables: { [name]: call.body.members } } } });
        const variables = fields.variables();
        return fields.refusal ?? edit(call, services, variables, []);
      },
    },
    {
      ...shared,
      method: 'DELETE',
      pattern: `${pattern}/{name}`,
      handle: (call, services) => edit(call, services, {}, [call.params[1] ?? '']),
    },
  ];
}

function unknown({ params: [id = ''] }: Camunda7Call): Answer {
  return notFound('Process instance', id);
}

/** Returns the id in lower case. Undefined: not a GUID. */
function idOf({ params: [id = ''] }: Camunda7Call): string | undefined {
  return isGuid(id) ? id.toLowerCase() : undefined;
}

/** 404 only if the id is not a GUID: the command checks whether the instance exists. */
function ofInstance(
  call: Camunda7Call,
  _services: ApiServices,
  use: (instanceId: string) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const id = idOf(call);
  return id === undefined ? unknown(call) : use(id);
}

/** Finds the instance after all events are projected. [] if it does not match, or the caller may not see it. */
async function find(
  call: Camunda7Call,
  { db }: ApiServices,
  filter: Omit<InstanceFilter, 'limits' | 'instanceIds'>,
): Promise<readonly ChosenInstance[]> {
  const id = idOf(call);
  if (id === undefined) return [];
  await untilCaughtUp(db);
  return listChosenInstances(db, { ...filter, instanceIds: [id], limits: call.limits }, { skipped: 0, most: 1 });
}

/** Reads the filters of running instances and their history. */
export function readInstanceFilter(fields: Fields, { limits }: Camunda7Call, services: ApiServices): InstanceFilter {
  const instanceIds = fields.texts('processInstanceIds') ?? fields.oneOrMany('processInstanceId');
  const superId = fields.text('superProcessInstance') ?? fields.text('superProcessInstanceId');
  const isRoot = fields.flag('rootProcessInstances');
  const keys = fields.oneOrMany('processDefinitionKey');
  fields.ignore('withoutTenantId');
  return {
    instanceIds: instanceIds?.filter(isGuid),
    businessId: fields.text('businessKey') ?? fields.text('processInstanceBusinessKey'),
    businessIdLike: fields.text('businessKeyLike') ?? fields.text('processInstanceBusinessKeyLike'),
    keys,
    definitionIds: fields.oneOrMany('processDefinitionId'),
    activityIds: fields.texts('activityIdIn'),
    parentId: superId === undefined || isGuid(superId) ? superId : '00000000-0000-0000-0000-000000000000',
    isRoot: isRoot === true ? true : undefined,
    variables: fields.comparisons('variables', { indexed: services.indexedVariables, keys }),
    limits,
  };
}

function readRunningFilter(fields: Fields, call: Camunda7Call, services: ApiServices): InstanceFilter {
  const isSuspended = fields.flag('suspended');
  const isActive = fields.flag('active');
  const suspended = isSuspended === true ? true : isActive === true ? false : undefined;
  return { ...readInstanceFilter(fields, call, services), hasEnded: false, isSuspended: suspended };
}

export function orderOfInstance({ createdAt, instanceId }: ChosenInstance): readonly unknown[] {
  return [createdAt, instanceId];
}

export function hasEnded({ isCompleted, isCancelled, isFailed }: ChosenInstance): boolean {
  return isCompleted || isCancelled || isFailed;
}

export function instanceJson(found: ChosenInstance): object {
  return {
    links: [],
    id: found.instanceId,
    definitionId: found.definitionId,
    definitionKey: found.key,
    businessKey: found.businessId,
    caseInstanceId: null,
    ended: hasEnded(found),
    suspended: found.isSuspended,
    tenantId: null,
  };
}

async function readAll(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  fields.ignore('deserializeValues', 'deserializeValue');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const id = idOf(call);
  const state = id === undefined ? undefined : await visibleState(call, services, id);
  return state === undefined ? unknown(call) : shown(typedVariables(rootVariables(state)));
}

async function variableOf(call: Camunda7Call, services: ApiServices): Promise<{ readonly value: unknown } | undefined> {
  const [, name = ''] = call.params;
  const id = idOf(call);
  const state = id === undefined ? undefined : await visibleState(call, services, id);
  return state === undefined ? undefined : variableNamed(state, name);
}

function unknownVariable({ params: [id = '', name = ''] }: Camunda7Call): Answer {
  return fault(
    404,
    `Variable with name ${cutText(name, 100)} does not exist in process instance ${cutText(id, 100)}`,
    'InvalidRequestException',
  );
}

async function readOne(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const found = await variableOf(call, services);
  return found === undefined ? unknownVariable(call) : shown(typedValue(found.value));
}

async function readFile(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const found = await variableOf(call, services);
  return found === undefined ? unknownVariable(call) : fileAnswer(found);
}

/**
 * A file in the input of a locked task, which every worker may see (docs/contributing/spec/roles.md#rights). Otherwise the variable of the instance,
 * which needs the permission `see`.
 */
async function readFileOfTask(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const [, name = ''] = call.params;
  const id = idOf(call);
  const inputs = id === undefined ? [] : await readLockedInputs(services.db, id, call.limits);
  const input = inputs.find((one) => Object.hasOwn(one, name));
  return input === undefined ? readFile(call, services) : fileAnswer({ value: input[name] });
}

function fileAnswer(found: { readonly value: unknown }): Answer {
  const file = storedFile(found.value);
  if (file === undefined) return fault(400, 'The value of the variable is not a file.');
  const bytes = Buffer.from(file.base64, 'base64');
  const named = `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`;
  // never the type of the variable: a foreign page must not run here
  return { status: 200, contentType: 'application/octet-stream', body: '', bytes, headers: ['Content-Disposition', named] };
}
