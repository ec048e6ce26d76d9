import { type ApiShape, type ClientOperation, refName, type Schema } from './api-shape.ts';

const HEAD = '// Made from the OpenAPI document by `npm run clients:write`. Do not edit.\n\n';

/** The files of src/client/generated, by name. */
export function typescriptFiles(shape: ApiShape): Readonly<Record<string, string>> {
  return { 'schemas.ts': schemasText(shape), 'operations.ts': operationsText(shape) };
}

function schemasText({ schemas }: ApiShape): string {
  const members = Object.entries(schemas).map(
    ([name, schema]) => `${commentOf(schema, '  ')}  ${name}: ${typeOf(schema, '  ')};\n`,
  );
  return `${HEAD}/** Schemas of requests and answers, by their names in the OpenAPI document. */\nexport interface Schemas {\n${members.join('')}}\n`;
}

function operationsText({ operations }: ApiShape): string {
  const lists = operations.filter(({ row }) => row !== undefined);
  return [
    HEAD,
    `import type { ApiOperation, CallOptions } from '../operation.ts';\nimport type { Schemas } from './schemas.ts';\n\n`,
    `/** The operations of the API, one method each: parts of the path, then the body or the query, then options. */\nexport interface ApiMethods {\n`,
    ...operations.map((one) => `${methodComment(one)}  ${one.name}(${argumentsOf(one)}): Promise<${answerOf(one)}>;\n`),
    `}\n\n/** The lists, row by row over all their pages. */\nexport interface ApiLists {\n`,
    ...lists.map(
      (one) =>
        `${methodComment(one)}  ${one.name}(${argumentsOf(one)}): AsyncIterableIterator<${typeOf(one.row ?? {}, '  ')}>;\n`,
    ),
    `}\n\n/** How each operation is sent. */\nexport const OPERATIONS: Readonly<Record<keyof ApiMethods, ApiOperation>> = {\n`,
    ...operations.map(
      (one) =>
        `  ${one.name}: { method: '${one.method}', path: '${one.path}', takes: '${one.takes}', gives: '${one.gives}', isKeyed: ${one.isKeyed}, readsProjection: ${one.readsProjection}, isList: ${one.row !== undefined}, isService: ${one.isService} },\n`,
    ),
    '};\n',
  ].join('');
}

function methodComment({ summary, method, path }: ClientOperation): string {
  return `  /** ${summary}. \`${method} ${path}\` */\n`;
}

function argumentsOf({ parts, body, isBodyNeeded, query, takes }: ClientOperation): string {
  const given = parts.map((part) => `${part}: ${part === 'version' ? 'number | string' : 'string'}`);
  if (takes === 'body') given.push(`body${isBodyNeeded ? '' : '?'}: ${typeOf(body ?? {}, '  ')}`);
  if (takes === 'query') {
    const members = query.map(({ name }) => `${name}?: ${/^page(?:Size)?$/.test(name) ? 'number' : 'string'} | undefined`);
    given.push(`query?: { ${members.join('; ')} }`);
  }
  return [...given, 'options?: CallOptions'].join(', ');
}

function answerOf({ gives, answer }: ClientOperation): string {
  if (gives === 'empty') return 'void';
  if (gives === 'stream') return 'ReadableStream<Uint8Array>';
  return gives === 'text' ? 'string' : typeOf(answer ?? {}, '  ');
}

/** Returns the type of a schema. Optional members may also be undefined, and `null` if the document allows it. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return `Schemas['${refName(schema.$ref)}']`;
  if (schema.enum !== undefined) return withNull(schema, schema.enum.map((value) => quoted(value)).join(' | '));
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  const kinds = [schema.type ?? []].flat();
  return kinds.length === 0 ? 'unknown' : kinds.map((kind) => typeOfKind(kind, schema, indent)).join(' | ');
}

function withNull({ type }: Schema, text: string): string {
  return [type].flat().includes('null') ? `${text} | null` : text;
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function typeOfKind(kind: string, schema: Schema, indent: string): string {
  switch (kind) {
    case 'integer':
      return 'number';
    case 'array':
      return `ReadonlyArray<${typeOf(schema.items ?? {}, indent)}>`;
    case 'object':
      return schema.properties === undefined
        ? `Readonly<Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent) : 'unknown'}>>`
        : membersOf(schema, schema.properties, indent);
    default:
      return kind;
  }
}

function membersOf({ required = [] }: Schema, properties: Readonly<Record<string, Schema>>, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const type = typeOf(member, inner);
    const shown = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type}${type === 'unknown' ? '' : ' | undefined'}`;
    return `${commentOf(member, inner)}${inner}${shown};\n`;
  });
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('')}${indent}}`;
}

function commentOf({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
