import { nameOf } from '../../../src/api/endpoint.ts';
import { DOCUMENTED_ENDPOINTS } from '../../../src/api/endpoints.ts';
import { ERROR_CODES } from '../../../src/platform/error-codes.ts';
import {
  type ShownDocument,
  type ShownOperation,
  type ShownParameter,
  type ShownSchema,
  shownDocument,
  typeText,
} from './api-document.ts';
import { headText, tableText } from './table-text.ts';

/** An endpoint as the document describes it. */
interface ShownEndpoint {
  readonly name: string;
  readonly shown: ShownOperation;
}

/** docs/reference/endpoints.md */
export function endpointsPage(): string {
  const document = shownDocument();
  const endpoints = endpointsOf(document);
  const isCommon = commonParameters(endpoints);
  const tags = [...new Set(endpoints.map(({ shown }) => shown.tags[0]))];
  const sections = tags.map((tag) => {
    const own = endpoints.filter(({ shown }) => shown.tags[0] === tag);
    return `## ${tag}\n\n${own.map((endpoint) => endpointText(endpoint, isCommon)).join('\n\n')}`;
  });
  return `${headText('Endpoints', 'the OpenAPI document')}${INTRODUCTION}
${overview(endpoints)}

${ERRORS}
## Common parameters

${commonText(endpoints)}

## Headers

${headersText(document, endpoints)}

${sections.join('\n\n')}

## Bodies

A response can omit a field that is not required. Field names in requests are not case-sensitive. \`null\` counts as absent.

${Object.entries(document.components.schemas)
  .map(([name, schema]) => schemaText(name, schema))
  .join('\n\n')}

**Next:** [client libraries](../how-to/client-libraries.md) · [secure the API](../how-to/secure-the-api.md)
`;
}

const INTRODUCTION = `Every endpoint of the HTTP API: parameters, bodies, permissions and rate limits. For client developers. A running service has the same reference: \`/docs\` to read and try in a browser, \`/openapi.json\` (OpenAPI 3.1) for tools.

- *Permission* is required if [access roles](../how-to/secure-the-api.md#5-give-roles) are on.
- *Rate limit* is the [policy](../how-to/secure-the-api.md#2-limit-requests) that counts the request.
- E and P are the two [shapes of errors](#errors). Each endpoint can also return the errors of the table there.
- Lists take \`page\`, \`pageSize\`, \`sorts\` and \`filters\`, for example \`?filters=IsFailed==true&sorts=-CreatedAt\`.
- If you send an \`Idempotency-Key\` with a POST, you can repeat the request safely for 24 hours.
`;

const ERRORS = `## Errors

An error has one of two bodies:

| Shape | Body |
|---|---|
| E | \`{"error": "<text>"}\` |
| P | a problem document ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`, \`code\` |

| Status | Meaning | What to do |
|---|---|---|
| 400 | the request is malformed, or the model cannot be deployed | correct the request |
| 401 | the token is missing or not valid | see [401](../how-to/secure-the-api.md#when-calls-are-answered-401) |
| 403 | the caller does not have the permission | ask for a [role](../how-to/secure-the-api.md#5-give-roles) |
| 404 | the path, process, instance or task does not exist, or the caller may not see it | check the id |
| 405 | the path exists, but not with this method | use another method |
| 409 | the current state does not allow the request | read the state, then decide |
| 413, 415 | the body is too large, or is not JSON | correct the request |
| 421 | the host name is not in \`ALLOWED_HOSTS\` | [allow the name](../how-to/secure-the-api.md#4-name-the-hosts) |
| 422 | the \`Idempotency-Key\` was used with a different request | use a new key |
| 429 | too many requests | wait for \`Retry-After\` seconds |
| 500 | an internal error; the command is kept as a [dead letter](../how-to/handle-dead-letters.md) | report it |
| 503 | a component is not reachable. If the outcome is unknown, Sluice may have processed the request | repeat it with the same \`Idempotency-Key\` after \`Retry-After\` seconds |

A 4xx response means that nothing has changed.

## Error codes

Every error has a code in the header \`Service-Error-Code\`. Problem documents have it also as \`code\`. Match the code in your programs, because texts may change. A code keeps its name and its meaning. Later releases may add codes.

${tableText(
  ['Code', 'Status', 'Meaning'],
  Object.entries(ERROR_CODES).map(([code, [status, meaning]]) => [`\`${code}\``, String(status), meaning]),
)}
`;

function endpointsOf({ paths }: ShownDocument): readonly ShownEndpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]) => ({ name: `${method.toUpperCase()} ${path}`, shown })),
  );
}

/** Fewest endpoints that have a common parameter. */
const COMMON = 4;

function parametersOf({ parameters = [] }: ShownOperation): readonly ShownParameter[] {
  return parameters.filter((one) => one.in !== 'header');
}

/** Whether several endpoints have the parameter, with the same description. */
function commonParameters(endpoints: readonly ShownEndpoint[]): (one: ShownParameter) => boolean {
  const all = endpoints.flatMap(({ shown }) => parametersOf(shown));
  return (one) => all.filter(({ name, description }) => name === one.name && description === one.description).length >= COMMON;
}

function commonText(endpoints: readonly ShownEndpoint[]): string {
  const common = endpoints.flatMap(({ shown }) => parametersOf(shown)).filter(commonParameters(endpoints));
  const rows = new Map(
    common.map((one) => [`${one.name} ${one.description}`, [`\`${one.name}\``, one.in, one.description ?? '']]),
  );
  return tableText(['Parameter', 'In', 'Meaning'], [...rows.values()]);
}

/** The headers of requests and responses. */
function headersText({ components }: ShownDocument, endpoints: readonly ShownEndpoint[]): string {
  const sent = new Map<string, readonly string[]>();
  for (const { shown } of endpoints)
    for (const one of shown.parameters ?? [])
      if (one.in === 'header') sent.set(one.name, [`\`${one.name}\``, 'request', one.description ?? '']);
  const answered = Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, 'response', description]);
  return tableText(['Header', 'In', 'Meaning'], [...sent.values(), ...answered]);
}

function overview(endpoints: readonly ShownEndpoint[]): string {
  const rows = endpoints.map(({ name, shown }) => [
    `[\`${name}\`](#${anchorOf(name)})`,
    shown.summary,
    permissionText(name),
    shown['x-rate-limit-policy'] ?? '',
  ]);
  return tableText(['Endpoint', 'Description', 'Permission', 'Rate limit'], rows);
}

function anchorOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

const BY_NAME = new Map(DOCUMENTED_ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint]));

function permissionText(name: string): string {
  const permission = BY_NAME.get(name)?.permission ?? 'nothing';
  return permission === 'nothing' ? '' : `\`${permission}\``;
}

function endpointText({ name, shown }: ShownEndpoint, isCommon: (one: ShownParameter) => boolean): string {
  const body = Object.values(shown.requestBody?.content ?? {})[0]?.schema;
  const bodyText =
    body === undefined ? [] : [`Body${shown.requestBody?.required === true ? '' : ' (optional)'}: ${typeText(body)}.`];
  const named = parametersOf(shown).filter((one) => !isCommon(one));
  const parameters = named.map((one) => [`\`${one.name}\``, one.in, one.required === true ? 'yes' : 'no', one.description ?? '']);
  const common = parametersOf(shown).filter((one) => isCommon(one));
  const commonNames = common.map((one) => `\`${one.name}\``).join(', ');
  return [
    `### ${name}`,
    `${shown.summary}.${shown.description === undefined ? '' : ` ${shown.description}`}`,
    ...bodyText,
    ...(common.length > 0 ? [`[Common parameters](#common-parameters): ${commonNames}.`] : []),
    ...(parameters.length > 0 ? [tableText(['Parameter', 'In', 'Required', 'Meaning'], parameters)] : []),
    answersText(name, shown),
  ].join('\n\n');
}

function answersText(name: string, { responses }: ShownOperation): string {
  const own = BY_NAME.get(name)?.refusals ?? [];
  const content = Object.entries(responses['200']?.content ?? {})[0];
  const answer =
    content === undefined
      ? 'no body'
      : content[0].startsWith('application/json')
        ? typeText(content[1].schema)
        : `\`${content[0]}\``;
  const rows = own.map(({ status, shape, text }) => [`${status} ${shape}`, `\`${text}\``]);
  return tableText(['Response', 'Meaning'], [['200', answer], ...rows]);
}

function schemaText(name: string, schema: ShownSchema): string {
  const described = schema.description === undefined ? '' : `${schema.description}\n\n`;
  if (schema.properties === undefined) return `### ${name}\n\n${described}${typeText(schema)}.`;
  const members = Object.entries(schema.properties);
  if (members.length === 0) return `### ${name}\n\n${described}No fields.`;
  const rows = members.map(([member, of]) => [
    `\`${member}\``,
    typeText(of),
    schema.required?.includes(member) === true ? 'yes' : 'no',
    of.description ?? '',
  ]);
  return `### ${name}\n\n${described}${tableText(['Field', 'Type', 'Required', 'Meaning'], rows)}`;
}
