import type { CommandResults, DeployedDefinition } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { Answer } from '../../platform/answer.ts';
import { hasInstancesOfVersion, type KnownVersion, readVersions } from '../../queries/versions.ts';
import { patternsForAny } from '../../requests/grants.ts';
import { decisionFilesOf, readResources } from '../body/resources.ts';
import { resultOf, shown } from '../camunda-results.ts';
import { DEPLOY_BODY_LIMIT } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { eachOtherShard } from '../shards/read-shards.ts';
import { decisionOf } from './decisions.ts';
import type { CalledFile, Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { invalid } from './problems.ts';
import { notFound } from './results.ts';

const MODEL = /\.(?:bpmn|bpmn20\.xml|xml)$/i;
const DECISION = /\.dmn$/i;

/** Deployment, and deletion of a version. */
export const deploymentEndpoints: readonly Camunda8Endpoint[] = [
  {
    method: 'POST',
    pattern: '/v2/deployments',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['operator', 'DeployDefinition'],
    summary:
      'BPMN files with decisions and forms, or decisions alone; unchanged files keep their versions. Decisions and forms that are deployed with a process are not listed in the answer',
    takesFiles: true,
    bodyLimit: DEPLOY_BODY_LIMIT,
    async handle(call, services) {
      const { files } = call;
      if (files.length === 0) return invalid('No resources provided.', call.path);
      const first = files.findIndex(({ name }) => MODEL.test(name));
      if (first < 0 && files.every(({ name }) => DECISION.test(name))) return deployDecisions(call, services);
      const model = files[first];
      if (model === undefined) return invalid('A deployment needs a BPMN or DMN file.', call.path);
      return deployModels(call, services, model);
    },
  },
  {
    method: 'POST',
    pattern: '/v2/resources/{resourceKey}/deletion',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DeleteDefinition'],
    summary: 'a version of a process without instances, or of a decision that no process needs; a repeated deletion succeeds',
    handle: deleteResource,
  },
];

const DEFINITION_ID = /^(.+):(\d+):[^:]*$/s;

async function deleteResource(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const [resourceKey = ''] = call.params;
  const fields = new BodyFields(call);
  fields.ignore('operationReference');
  if (fields.flag('deleteHistory') === true) fields.fail("The field 'deleteHistory' is not supported by Sluice.");
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const id = await services.keys.idOf(resourceKey);
  const decision = decisionOf(id);
  const [, processKey, version] = (decision === undefined && DEFINITION_ID.exec(id ?? '')) || [];
  const key = decision?.key ?? processKey;
  if (key === undefined || !isWithin(call.limits, key)) return notFound('resource', resourceKey, call.path);
  if (decision === undefined && (await isUsedElsewhere(services, key, Number(version))))
    return rejectionAnswer('DeleteDefinition', { code: 'VERSION_IN_USE', key, version: Number(version) }, call);
  const deleted = await resultOf<'DeleteDecision' | 'DeleteDefinition'>(
    call,
    services,
    decision === undefined
      ? { kind: 'DeleteDefinition', key, version: Number(version) }
      : { kind: 'DeleteDecision', key, version: decision.version },
  );
  return deleted.ok ? shown({ resourceKey, batchOperation: null }) : deleted.answer;
}

/** The command looks into the first shard only. */
async function isUsedElsewhere(services: Camunda8Services, key: string, version: number): Promise<boolean> {
  return (await eachOtherShard(services, ({ db }) => hasInstancesOfVersion(db, key, version))).includes(true);
}

async function deployModels(call: Camunda8Call, services: Camunda8Services, model: CalledFile): Promise<Answer> {
  const others = call.files.filter((file) => file !== model);
  const read = readResources(others.map(({ name, content }) => ({ Name: modelName(name), Content: content })));
  if (!read.ok) return read.answer;
  const { resources, scripts } = read;
  let result: CommandResults['DeployDefinition'] | undefined;
  const answer = await services.run(
    call,
    {
      kind: 'DeployDefinition',
      bpmnXml: model.content,
      ...(resources.length > 0 && { resources }),
      ...(scripts.length > 0 && { scripts }),
      // as in Camunda 8: incident for a job without retries, and for an uncaught error
      onFailure: 'incident',
      keepsUnchanged: true,
      ...(call.limits !== undefined && { refersWithin: patternsForAny(call.principal?.grants ?? [], ['author', 'operate']) }),
    },
    (done) => {
      result = done;
      return shown({});
    },
  );
  if (result === undefined) return answer;
  const { definitions } = result;
  const versions = await readVersions(services.db, definitions);
  return deployed(services, { definitions, versions, fileName: model.name });
}

/** Some clients send models as `.xml`. */
function modelName(name: string): string {
  return /\.xml$/i.test(name) && !/\.bpmn20\.xml$/i.test(name) ? name.replace(/\.xml$/i, '.bpmn') : name;
}

/** Null for other kinds of resources. */
const NOTHING_DEPLOYED = {
  processDefinition: null,
  decisionDefinition: null,
  decisionRequirements: null,
  form: null,
  resource: null,
};

interface Deployed {
  readonly definitions: readonly DeployedDefinition[];
  readonly versions: readonly KnownVersion[];
  readonly fileName: string;
}

async function deployed({ keys }: Camunda8Services, { definitions, versions, fileName }: Deployed): Promise<Answer> {
  const keyOf = await keys.of(versions.map(({ definitionId: id }) => ({ id })));
  return shown({
    deploymentKey: await keys.next(),
    tenantId: DEFAULT_TENANT,
    deployments: versions.map(({ key, version, definitionId }) => ({
      ...NOTHING_DEPLOYED,
      processDefinition: {
        processDefinitionId: key,
        processDefinitionVersion: version,
        processDefinitionKey: keyOf(definitionId),
        resourceName: definitions.find((one) => one.key === key)?.resource ?? fileName,
        tenantId: DEFAULT_TENANT,
      },
    })),
  });
}

async function deployDecisions(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const { files } = call;
  const [first, ...others] = files;
  const Resources = others.map(({ name, content }) => ({ Name: name, Content: content }));
  const read = decisionFilesOf({ DmnXml: first?.content ?? '', Resources });
  if (!read.ok) return read.answer;
  let result: CommandResults['DeployDecisions'] | undefined;
  const answer = await services.run(call, { kind: 'DeployDecisions', files: read.files }, (done) => {
    result = done;
    return shown({});
  });
  if (result === undefined) return answer;
  const idOf = (key: string, version: number) => `decision:${key}:${version}`;
  const { decisions } = result;
  const keyOf = await services.keys.of(decisions.map(({ key, version }) => ({ id: idOf(key, version) })));
  return shown({
    deploymentKey: await services.keys.next(),
    tenantId: DEFAULT_TENANT,
    deployments: decisions.map(({ key, version }) => ({
      ...NOTHING_DEPLOYED,
      decisionDefinition: {
        decisionDefinitionId: key,
        name: key,
        version,
        decisionDefinitionKey: keyOf(idOf(key, version)),
        decisionRequirementsId: key,
        decisionRequirementsKey: keyOf(idOf(key, version)),
        tenantId: DEFAULT_TENANT,
      },
    })),
  });
}
