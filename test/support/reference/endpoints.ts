import { ENDPOINT_NEEDS } from '../../../src/api/auth/endpoint-needs.ts';
import { OPERATIONS } from '../../../src/api/openapi/document.ts';
import { type ShownDocument, type ShownOperation, type ShownSchema, shownDocument, typeText } from './api-document.ts';
import { headText, tableText } from './table-text.ts';

/** Where the rules of a group of endpoints are. */
const RULES: Readonly<Record<string, string>> = {
  Definitions: '../spec/http/definitions.md',
  Execution: '../spec/http/execution.md',
  Instances: '../spec/http/instances.md',
  'User tasks': '../spec/http/user-tasks.md',
  'Custom tasks': '../spec/http/custom-tasks.md',
  Incidents: '../spec/incidents.md',
  'Dead letters': '../spec/http/dead-letters.md',
  Audit: '../spec/audit.md',
  Batches: '../spec/batches.md',
  Webhooks: '../spec/webhooks.md',
  Decisions: '../spec/http/decisions.md',
  Events: '../spec/event-feed.md',
  Service: '../spec/observability.md',
};

interface Endpoint {
  readonly name: string;
  readonly shown: ShownOperation;
}

/** docs/reference/endpoints.md */
export function endpointsPage(): string {
  const document = shownDocument();
  const endpoints = endpointsOf(document);
  const tags = [...new Set(endpoints.map(({ shown }) => shown.tags[0]))];
  const sections = tags.map((tag) => {
    const own = endpoints.filter(({ shown }) => shown.tags[0] === tag);
    const rules = RULES[tag];
    const where = rules === undefined ? '' : `The rules: [${rules.replace('../', '')}](${rules}).\n\n`;
    return `## ${tag}\n\n${where}${own.map(endpointText).join('\n\n')}`;
  });
  return `${headText('Endpoints', 'the OpenAPI document')}${INTRODUCTION}
${overview(endpoints)}

## Headers

${headersText(document, endpoints)}

${sections.join('\n\n')}

## Bodies

In an answer, what is not required may be missing. Names are matched without regard to case in requests; \`null\` is the same as leaving a member out.

${Object.entries(document.components.schemas)
  .map(([name, schema]) => schemaText(name, schema))
  .join('\n\n')}
`;
}

const INTRODUCTION = `Every endpoint of the API: what it takes, what it needs, what it answers. A running service says the same of itself: \`/docs\` for people, \`/openapi.json\` for programs. The rules that all of them share, headers, limits and repeats, are in [the HTTP contract](../spec/http.md), what every refusal means in [errors](../spec/http/errors.md).

*Needs* is the [right](../spec/roles.md#rights) that the caller has to have once access roles are on. *Limit* names the [rate limit](../spec/http/access.md) that counts it. E and P are the two [shapes of errors](../spec/http/errors.md#shapes).
`;

function endpointsOf({ paths }: ShownDocument): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]) => ({ name: `${method.toUpperCase()} ${path}`, shown })),
  );
}

/** What requests and answers may carry besides their bodies, described once. */
function headersText({ components }: ShownDocument, endpoints: readonly Endpoint[]): string {
  const sent = new Map<string, readonly string[]>();
  for (const { shown } of endpoints)
    for (const one of shown.parameters ?? [])
      if (one.in === 'header') sent.set(one.name, [`\`${one.name}\``, 'request', one.description ?? '']);
  const answered = Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, 'answer', description]);
  return tableText(['Header', 'Of', 'Means'], [...sent.values(), ...answered]);
}

function overview(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(({ name, shown }) => [
    `[\`${name}\`](#${anchorOf(name)})`,
    shown.summary,
    needOf(name),
    shown['x-rate-limit-policy'] ?? '',
  ]);
  return tableText(['Endpoint', 'Does', 'Needs', 'Limit'], rows);
}

function anchorOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function needOf(name: string): string {
  const need = ENDPOINT_NEEDS[name];
  if (need === undefined) throw new Error(`${name} has no row in endpoint-needs.ts`);
  return need === 'nothing' ? '' : `\`${need}\``;
}

function endpointText({ name, shown }: Endpoint): string {
  const body = Object.values(shown.requestBody?.content ?? {})[0]?.schema;
  const bodyText =
    body === undefined
      ? []
      : [`Body${shown.requestBody?.required === true ? '' : ', which may be left out'}: ${typeText(body)}.`];
  const named = (shown.parameters ?? []).filter((one) => one.in !== 'header');
  const parameters = named.map((one) => [`\`${one.name}\``, one.in, one.required === true ? 'yes' : 'no', one.description ?? '']);
  return [
    `### ${name}`,
    `${shown.summary}.${shown.description === undefined ? '' : ` ${shown.description}`}`,
    ...bodyText,
    ...(parameters.length > 0 ? [tableText(['Parameter', 'In', 'Required', 'Means'], parameters)] : []),
    answersText(name, shown),
  ].join('\n\n');
}

function answersText(name: string, { responses }: ShownOperation): string {
  const operation = OPERATIONS.find(({ method, pattern }) => `${method} ${pattern}` === name);
  const own = operation?.refusals ?? [];
  const content = Object.entries(responses['200']?.content ?? {})[0];
  const answer =
    content === undefined
      ? 'no body'
      : content[0].startsWith('application/json')
        ? typeText(content[1].schema)
        : `\`${content[0]}\``;
  const rows = own.map(({ status, shape, text }) => [`${status} ${shape}`, `\`${text}\``]);
  const named = new Set(own.map(({ status }) => String(status)));
  const others = Object.keys(responses).filter((status) => status !== '200' && !named.has(status));
  const common =
    others.length > 0 ? [['others', `${others.join(', ')}: [what all endpoints share](../spec/http/errors.md)`]] : [];
  return tableText(['Answer', 'Means'], [['200', answer], ...rows, ...common]);
}

function schemaText(name: string, schema: ShownSchema): string {
  const described = schema.description === undefined ? '' : `${schema.description}\n\n`;
  if (schema.properties === undefined) return `### ${name}\n\n${described}${typeText(schema)}.`;
  const members = Object.entries(schema.properties);
  if (members.length === 0) return `### ${name}\n\n${described}No members.`;
  const rows = members.map(([member, of]) => [
    `\`${member}\``,
    typeText(of),
    schema.required?.includes(member) === true ? 'yes' : 'no',
    of.description ?? '',
  ]);
  return `### ${name}\n\n${described}${tableText(['Member', 'Holds', 'Required', 'Means'], rows)}`;
}
