import { hash } from 'node:crypto';
import { cutText } from '../../platform/cut-text.ts';
import { entityId } from '../../platform/ids.ts';
import { readInstanceState } from '../../queries/instances/instance-state.ts';
import { memorySource } from '../../queries/search.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';
import { type Listed, listedAnswer, oneListedAnswer } from './listed.ts';

interface Variable {
  readonly variableId: string;
  readonly name: string;
  /** JSON text */
  readonly value: string;
  readonly scopeId: string;
  readonly instanceId: string;
}

/** Longer values are truncated, as in Camunda 8. */
const PREVIEW = 8192;
/** Limit of a variable name in an id, which is a text in an index of the database; of a longer name, the id contains the digest. */
const MAX_NAME = 256;

function variables(isWhole: boolean): Listed<Variable> {
  return {
    what: 'variables',
    rowsOf,
    source: memorySource({ variableId: 'text', name: 'text', value: 'text', scopeId: 'id', instanceId: 'id' }),
    names: {
      variableKey: 'variableId',
      name: 'name',
      value: 'value',
      scopeKey: 'scopeId',
      processInstanceKey: 'instanceId',
    },
    ids: ({ variableId, scopeId, instanceId }) => [
      { id: variableId, instanceId },
      { id: scopeId, instanceId },
      { id: instanceId, instanceId },
    ],
    json: ({ variableId, name, value, scopeId, instanceId }, keyOf) => {
      const isTruncated = !isWhole && value.length > PREVIEW;
      return {
        variableKey: keyOf(variableId),
        name,
        value: isTruncated ? cutText(value, PREVIEW) : value,
        isTruncated,
        scopeKey: keyOf(scopeId),
        processInstanceKey: keyOf(instanceId),
        rootProcessInstanceKey: null,
        tenantId: DEFAULT_TENANT,
      };
    },
  };
}

/** Variables of all open scopes. The scope of the process instance has its id, as in Camunda 8. */
async function rowsOf({ db }: Camunda8Services, instanceId: string): Promise<readonly Variable[]> {
  const read = await readInstanceState(db, instanceId);
  if (read.kind !== 'found' && read.kind !== 'large') return [];
  const { variableScopes, entries } = read.state.live;
  return variableScopes.flatMap(({ variableScope, values, parent }) => {
    const owner = entries.find((entry) => entry.variableScope === variableScope);
    const scopeId = parent === null ? instanceId : entityId(instanceId, owner?.entry ?? variableScope);
    return Object.entries(values).map(([name, value]) => ({
      variableId: `variable:${entityId(instanceId, variableScope)}:${name.length > MAX_NAME ? hash('sha256', name, 'hex') : name}`,
      name,
      value: JSON.stringify(value),
      scopeId,
      instanceId,
    }));
  });
}

const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Polling', audit: 'none' } as const;

/** Long values are truncated, unless `truncateValues` is false. */
export function variablesIn({ queryText }: Camunda8Call): Listed<Variable> {
  return variables(new URLSearchParams(queryText).get('truncateValues') === 'false');
}

export const variableEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...READ,
    method: 'POST',
    pattern: '/v2/variables/search',
    summary: 'with `processInstanceKey`; of an ended instance only its own variables',
    handle: (call, services) => listedAnswer(call, services, variablesIn(call)),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/variables/{variableKey}',
    summary: 'the whole value',
    handle: (call, services) =>
      oneListedAnswer(call, services, variables(true), { one: 'variable', idOf: ({ variableId }) => variableId }),
  },
];
