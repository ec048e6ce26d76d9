import type { Answer } from '../../platform/answer.ts';
import { isGuid, newId } from '../../platform/ids.ts';
import { version } from '../../platform/version.ts';
import { readDeployedText } from '../../queries/definitions.ts';
import {
  countProcessVersions,
  listProcessVersions,
  type ProcessVersion,
  type VersionFilter,
} from '../../queries/process-versions.ts';
import { untilCaughtUp } from '../../queries/projection-progress.ts';
import { readVersions } from '../../queries/versions.ts';
import { patternsForAny } from '../../requests/grants.ts';
import { businessIdFault, repeated } from '../../requests/request-texts.ts';
import { readResources } from '../body/resources.ts';
import { resultOf, shown } from '../camunda-results.ts';
import { DEPLOY_BODY_LIMIT } from '../endpoint.ts';
import type { ApiServices } from '../services.ts';
import { readingCopy, readingOf } from '../shards/each-shard.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, READ } from './endpoint.ts';
import { fault, invalid, notFound } from './errors.ts';
import { Fields } from './fields.ts';
import { instanceState, rootVariables } from './instance-state.ts';
import { listEndpoints } from './lists.ts';
import { INT_MOST, typedVariables } from './values.ts';

const ENGINE = 'default';
/** No permission is needed. */
const FACT = { ...READ, method: 'GET', permission: 'nothing' } as const;
const GET = { ...READ, method: 'GET' } as const;
const START = {
  method: 'POST',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: ['client', 'StartInstance'],
  summary: 'without `startInstructions`',
} as const;

/** Engine, deployments, process definitions and starts. */
export const definitionEndpoints: readonly Camunda7Endpoint[] = [
  { ...FACT, pattern: '/engine', summary: 'one engine, `default`', handle: () => shown([{ name: ENGINE }]) },
  { ...FACT, pattern: '/version', summary: 'version of Sluice', handle: () => shown({ version }) },
  {
    method: 'POST',
    pattern: '/deployment/create',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['operator', 'DeployDefinition'],
    summary: 'BPMN files with scripts, decisions and forms. Uncaught failures are incidents. The deployment itself is not stored',
    takesForm: true,
    bodyLimit: DEPLOY_BODY_LIMIT,
    handle: deploy,
  },
  ...listEndpoints({
    pattern: '/process-definition',
    summary: '',
    methods: ['GET'],
    sortBy: ['key', 'version', 'name'],
    readFilter,
    isCopied: true,
    rows: listProcessVersions,
    orderOf: () => [],
    count: countProcessVersions,
    json: definitionJson,
  }),
  ...(['/process-definition/key/{key}', '/process-definition/{definition}'] as const).flatMap(
    (pattern): readonly Camunda7Endpoint[] => [
      {
        ...GET,
        pattern,
        summary: '',
        handle: (call, services) => withVersion(call, services, (found) => shown(definitionJson(found))),
      },
      {
        ...GET,
        pattern: `${pattern}/xml`,
        summary: '',
        handle: (call, services) => withVersion(call, services, (found) => xml(found, services)),
      },
      ...['start', 'submit-form'].map(
        (word): Camunda7Endpoint => ({
          ...START,
          pattern: `${pattern}/${word}`,
          handle: (call, services) => withVersion(call, services, (found) => start(call, services, found)),
        }),
      ),
    ],
  ),
];

const MODEL = /\.(?:bpmn|bpmn20\.xml|xml)$/i;
/** No effect on the deployment; the answer repeats them. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['deployment-name', 'deployment-source']);
/** `true` keeps the versions of unchanged files. */
const UNCHANGED_FIELDS: ReadonlySet<string> = new Set(['enable-duplicate-filtering', 'deploy-changed-only']);

/** The other files are resources of the first BPMN file. Rejects an unknown form field that is not empty. */
async function deploy(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = call.parts.filter(({ fileName }) => fileName === undefined);
  const unknown = fields.find(({ name, content }) => content !== '' && !IGNORED_FIELDS.has(name) && !UNCHANGED_FIELDS.has(name));
  if (unknown !== undefined) return invalid(`${repeated(unknown.name)} is not supported by Sluice.`);
  const files = call.parts.flatMap(({ name, content, fileName }) =>
    fileName === undefined ? [] : [{ name: fileName || name, content }],
  );
  const model = files.find(({ name }) => MODEL.test(name));
  if (model === undefined) return invalid('No BPMN file is in the deployment.');
  const others = files.filter((file) => file !== model);
  const read = readResources(
    others.map(({ name, content }) => ({ Name: name.replace(/(?<!\.bpmn20)\.xml$/i, '.bpmn'), Content: content })),
  );
  if (!read.ok) return read.answer;
  const keepsUnchanged = fields.some(({ name, content }) => UNCHANGED_FIELDS.has(name) && content === 'true');
  const deployed = await resultOf(call, services, {
    kind: 'DeployDefinition',
    bpmnXml: model.content,
    ...(read.resources.length > 0 && { resources: read.resources }),
    ...(read.scripts.length > 0 && { scripts: read.scripts }),
    // Camunda 7 creates an incident for an external task without retries
    onFailure: 'incident',
    ...(keepsUnchanged && { keepsUnchanged: true as const }),
    ...(call.limits !== undefined && { refersWithin: patternsForAny(call.principal?.grants ?? [], ['author', 'operate']) }),
  });
  if (!deployed.ok) return deployed.answer;
  const known = await readVersions(services.db, deployed.result.definitions);
  const definitionIds = known.map(({ definitionId }) => definitionId);
  await untilCaughtUp(services.db);
  const versions = await listProcessVersions(services.db, { definitionIds, limits: undefined });
  const [first] = versions;
  const name = fields.find((field) => field.name === 'deployment-name')?.content ?? null;
  const source = fields.find((field) => field.name === 'deployment-source')?.content ?? null;
  return shown({
    links: [],
    id: first === undefined ? newId() : deploymentIdOf(first),
    name,
    source,
    deploymentTime: camundaTime(Date.now()),
    tenantId: null,
    deployedProcessDefinitions: Object.fromEntries(versions.map((each) => [each.definitionId, definitionJson(each)])),
    deployedCaseDefinitions: null,
    deployedDecisionDefinitions: null,
    deployedDecisionRequirementsDefinitions: null,
  });
}

/** Deployments are not stored, so it is the id of the deployed file, or the definition id. */
function deploymentIdOf({ fileId, definitionId }: ProcessVersion): string {
  return fileId ?? definitionId;
}

function readFilter(fields: Fields, { limits }: Camunda7Call): VersionFilter {
  const isSuspended = fields.flag('suspended');
  const isActive = fields.flag('active');
  fields.ignore('withoutTenantId');
  return {
    definitionIds: fields.oneOrMany('processDefinitionId'),
    keys: fields.oneOrMany('key', 'keysIn'),
    keyLike: fields.text('keyLike'),
    name: fields.text('name'),
    nameLike: fields.text('nameLike'),
    version: fields.whole('version', 0, INT_MOST),
    versionTag: fields.text('versionTag'),
    isLatest: fields.flag('latestVersion'),
    isSuspended: isSuspended === true ? true : isActive === true ? false : undefined,
    limits,
  };
}

/** The latest version of a key, or that of a definition id. 404 if the caller may see none. */
async function withVersion(
  call: Camunda7Call,
  services: ApiServices,
  use: (found: ProcessVersion) => Answer | Promise<Answer>,
): Promise<Answer> {
  const [name = ''] = call.params;
  const isKey = /\/key\/\{key\}/.test(call.endpoint);
  const wanted = isKey ? { keys: [name], isLatest: true } : { definitionIds: [name] };
  const filter = { ...wanted, limits: call.limits };
  const [found] = await readingCopy(services, ({ db }) => listProcessVersions(db, filter, { skipped: 0, most: 1 }));
  if (found !== undefined) return use(found);
  return isKey
    ? fault(404, `No matching process definition with key: ${repeated(name)} and no tenant-id`)
    : notFound('Process definition', name);
}

function definitionJson(found: ProcessVersion): object {
  return {
    id: found.definitionId,
    key: found.key,
    category: null,
    description: null,
    name: found.name,
    version: found.version,
    resource: `${found.key}.bpmn`,
    deploymentId: deploymentIdOf(found),
    diagram: null,
    suspended: found.isSuspended,
    tenantId: null,
    versionTag: found.versionTag,
    historyTimeToLive: null,
    startableInTasklist: true,
  };
}

async function xml({ definitionId: id }: ProcessVersion, services: ApiServices): Promise<Answer> {
  const text = await readingCopy(services, ({ db }) => readDeployedText(db, id));
  return text === undefined ? notFound('Process definition', id) : shown({ id, bpmn20Xml: text.bpmnXml });
}

async function start(call: Camunda7Call, services: ApiServices, found: ProcessVersion): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const variables = fields.variables();
  const businessId = fields.text('businessKey') ?? null;
  const withVariables = fields.flag('withVariablesInReturn') === true;
  const problem = businessId === null ? undefined : businessIdFault(businessId);
  if (problem !== undefined) fields.fail(problem);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const { key, version: number } = found;
  const started = await resultOf(call, services, {
    kind: 'StartInstance',
    instanceId: newId(),
    key,
    variables,
    businessId,
    version: number,
  });
  if (!started.ok) return started.answer;
  const { instanceId } = started.result;
  const instance = { instanceId, definitionId: found.definitionId, definitionKey: key, businessId, withVariables };
  return readingOf(services, instanceId, (own) => startedAnswer(own, instance));
}

interface StartedInstance {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly definitionKey: string;
  readonly businessId: string | null;
  readonly withVariables: boolean;
}

async function startedAnswer(services: ApiServices, instance: StartedInstance): Promise<Answer> {
  const { instanceId: id, definitionId, definitionKey, businessId, withVariables } = instance;
  const row = await services.db.selectFrom('instance').select('is_terminal').where('id', '=', id).executeTakeFirst();
  const state = withVariables && isGuid(id) ? await instanceState(services, id) : undefined;
  return shown({
    links: [],
    id,
    definitionId,
    definitionKey,
    businessKey: businessId,
    caseInstanceId: null,
    ended: row?.is_terminal ?? true,
    suspended: false,
    tenantId: null,
    ...(state !== undefined && { variables: typedVariables(rootVariables(state)) }),
  });
}
