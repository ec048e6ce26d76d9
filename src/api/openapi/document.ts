import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_CODE_HEADER, ERROR_CODES } from '../../platform/error-codes.ts';
import { version } from '../../platform/version.ts';
import { answersOf, RESPONSE_HEADERS } from './answers.ts';
import { auditOperations } from './audit-operations.ts';
import { batchOperations } from './batch-operations.ts';
import { customTaskOperations } from './custom-task-operations.ts';
import { deadLetterOperations } from './dead-letter-operations.ts';
import { decisionOperations } from './decision-operations.ts';
import { definitionOperations } from './definition-operations.ts';
import { eventOperations } from './event-operations.ts';
import { executionOperations } from './execution-operations.ts';
import { incidentOperations } from './incident-operations.ts';
import { instanceOperations } from './instance-operations.ts';
import type { Operation } from './operation.ts';
import { PATH_PARAMETERS, readHeaders, writeHeaders } from './parameters.ts';
import { serviceOperations } from './service-operations.ts';
import { userTaskOperations } from './user-task-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Every documented endpoint; a test compares them with those that are served. */
export const OPERATIONS: readonly Operation[] = [
  ...definitionOperations,
  ...executionOperations,
  ...instanceOperations,
  ...userTaskOperations,
  ...customTaskOperations,
  ...incidentOperations,
  ...deadLetterOperations,
  ...auditOperations,
  ...batchOperations,
  ...eventOperations,
  ...webhookOperations,
  ...decisionOperations,
  ...serviceOperations,
];

const DESCRIPTION = `Deploy BPMN 2.0 models, start instances, and complete tasks.

- A write returns 200 after its effect is committed. You can safely repeat it with the same \`Idempotency-Key\`.
- Field names are not case-sensitive. \`null\` counts as absent, and so does a blank optional text. Sluice ignores unknown fields.
- Errors have one of two shapes: \`{"error": "…"}\` (\`application/json\`) or problem details (\`application/problem+json\`). A 401 has no body.
- Every error has a stable code in the header \`Service-Error-Code\`, problem details also as \`code\`. Compare the code, never the text.
- Each \`GET\` endpoint supports \`HEAD\`. Other methods return 405 with the header \`Allow\`, unknown paths return 404. Both have problem details.
- If the Model Context Protocol is enabled, AI assistants connect to \`/mcp\`. This document does not describe it.`;

/** The OpenAPI 3.1 document of these operations (docs/contributing/spec/http.md#api-description). */
export function openApiDocument(operations: readonly Operation[] = OPERATIONS): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Required if an issuer is configured.',
  });
  for (const [name, description] of Object.entries(RESPONSE_HEADERS)) {
    // a closed list would break generated clients with every new code
    const examples = name === ERROR_CODE_HEADER && { examples: Object.keys(ERROR_CODES) };
    registry.registerComponent('headers', name, { description, schema: { type: 'string', ...examples } });
  }
  for (const operation of operations) registry.registerPath(pathOf(operation));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Sluice', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
  });
  for (const operation of operations) addQueryExamples(document.paths?.[operation.pattern]?.get?.parameters ?? [], operation);
  return document;
}

/** The generator has no place for them: an example of a query is one example of each of its parameters, all under one name. */
function addQueryExamples(parameters: readonly object[], operation: Operation): void {
  if (operation.method !== 'GET') return;
  for (const parameter of parameters as { name: string; in: string; examples?: object }[]) {
    const named = Object.entries(operation.examples ?? {}).flatMap(([name, query]) => {
      const value = query[parameter.name];
      return value === undefined ? [] : [[name, { value }] as const];
    });
    if (parameter.in === 'query' && named.length > 0) parameter.examples = Object.fromEntries(named);
  }
}

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

function pathOf(operation: Operation): RouteConfig {
  const { pattern, id, tag, summary, description, policy } = operation;
  return {
    method: METHODS[operation.method],
    path: pattern,
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(policy !== undefined && { security: [{}, { bearer: [] }], 'x-rate-limit-policy': policy }),
    request: requestOf(operation),
    responses: answersOf(operation),
  };
}

function requestOf(operation: Operation): NonNullable<RouteConfig['request']> {
  const names = [...operation.pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, PATH_PARAMETERS[name] ?? z.string()])));
  const path = names.length > 0 ? { params } : {};
  if (operation.method === 'GET') {
    return {
      ...path,
      ...(operation.query !== undefined && { query: operation.query }),
      ...(operation.readsProjection === true && { headers: readHeaders }),
    };
  }
  if (operation.body === null) return { ...path, headers: writeHeaders };
  const examples = Object.fromEntries(Object.entries(operation.examples).map(([name, value]) => [name, { value }]));
  const content = { 'application/json': { schema: operation.body, examples } };
  return {
    ...path,
    headers: writeHeaders,
    body: { required: operation.body.shape !== undefined && isNeeded(operation.body), content },
  };
}

/** A body may be left out when every member may. */
function isNeeded(schema: z.ZodObject): boolean {
  return Object.values(schema.shape).some((member) => !(member instanceof z.ZodOptional));
}
