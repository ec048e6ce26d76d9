import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_CODE_HEADER, ERROR_CODES } from '../../platform/error-codes.ts';
import { version } from '../../platform/version.ts';
import type { Endpoint } from '../endpoint.ts';
import { DOCUMENTED_ENDPOINTS } from '../endpoints.ts';
import { parametersOf } from '../paths.ts';
import { answersOf, RESPONSE_HEADERS } from './answers.ts';
import { PATH_PARAMETERS, readHeaders, writeHeaders } from './parameters.ts';

const DESCRIPTION = `Deploy BPMN 2.0 models, start instances, and complete tasks.

- A write returns 200 after its effect is committed. You can safely repeat it with the same \`Idempotency-Key\`.
- Field names are not case-sensitive. \`null\` counts as absent, and so does a blank optional text. Sluice ignores unknown fields.
- Errors have one of two shapes: \`{"error": "…"}\` (\`application/json\`) or problem details (\`application/problem+json\`). A 401 has no body.
- Every error has a stable code in the header \`Service-Error-Code\`, problem details also as \`code\`. Compare the code, never the text.
- Each \`GET\` endpoint supports \`HEAD\`. Other methods return 405 with the header \`Allow\`, unknown paths return 404. Both have problem details.
- If the Model Context Protocol is enabled, AI assistants connect to \`/mcp\`. This document does not describe it.`;

/** OpenAPI 3.1 (docs/contributing/spec/http.md#api-description). */
export function openApiDocument(endpoints: readonly Endpoint[] = DOCUMENTED_ENDPOINTS): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Required if an issuer is configured.',
  });
  for (const [name, description] of Object.entries(RESPONSE_HEADERS)) {
    // not an enumeration: a new code would break generated clients
    const examples = name === ERROR_CODE_HEADER && { examples: Object.keys(ERROR_CODES) };
    registry.registerComponent('headers', name, { description, schema: { type: 'string', ...examples } });
  }
  for (const endpoint of endpoints) registry.registerPath(pathOf(endpoint));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Sluice', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
  });
  for (const endpoint of endpoints) addQueryExamples(document.paths?.[endpoint.pattern]?.get?.parameters ?? [], endpoint);
  return document;
}

/** The generator does not support them: an example of a query becomes an example of each of its parameters, with the same name. */
function addQueryExamples(parameters: readonly object[], endpoint: Endpoint): void {
  if (endpoint.method !== 'GET') return;
  for (const parameter of parameters as { name: string; in: string; examples?: object }[]) {
    const named = Object.entries(endpoint.examples ?? {}).flatMap(([name, query]) => {
      const value = query[parameter.name];
      return value === undefined ? [] : [[name, { value }] as const];
    });
    if (parameter.in === 'query' && named.length > 0) parameter.examples = Object.fromEntries(named);
  }
}

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

function pathOf(endpoint: Endpoint): RouteConfig {
  const { pattern, id, tag, summary, description, rateLimit } = endpoint;
  return {
    method: METHODS[endpoint.method],
    path: pattern,
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(rateLimit !== undefined && { security: [{}, { bearer: [] }], 'x-rate-limit-policy': rateLimit }),
    request: requestOf(endpoint),
    responses: answersOf(endpoint),
  };
}

function requestOf(endpoint: Endpoint): NonNullable<RouteConfig['request']> {
  const names = parametersOf(endpoint.pattern);
  const params = z.object(Object.fromEntries(names.map((name) => [name, PATH_PARAMETERS[name] ?? z.string()])));
  const path = names.length > 0 ? { params } : {};
  if (endpoint.method === 'GET') {
    return {
      ...path,
      ...(endpoint.query !== undefined && { query: endpoint.query }),
      ...(endpoint.readsProjection === true && { headers: readHeaders }),
    };
  }
  if (endpoint.body === null) return { ...path, headers: writeHeaders };
  const examples = Object.fromEntries(Object.entries(endpoint.examples).map(([name, value]) => [name, { value }]));
  const content = { 'application/json': { schema: endpoint.body, examples } };
  return {
    ...path,
    headers: writeHeaders,
    body: { required: endpoint.body.shape !== undefined && isNeeded(endpoint.body), content },
  };
}

/** The body is required: at least one member is. */
function isNeeded(schema: z.ZodObject): boolean {
  return Object.values(schema.shape).some((member) => !(member instanceof z.ZodOptional));
}
