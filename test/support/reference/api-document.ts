import { openApiDocument } from '../../../src/api/openapi/document.ts';

/** The parts of a schema that the pages show. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: boolean | ShownSchema;
  readonly description?: string;
}

export interface ShownParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ShownSchema;
}

type Content = Readonly<Record<string, { readonly schema?: ShownSchema }>>;

/** One endpoint of the document. */
export interface ShownOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-rate-limit-policy'?: string;
  readonly parameters?: readonly ShownParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The OpenAPI document as pages read it. */
export interface ShownDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ShownSchema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
}

export function shownDocument(): ShownDocument {
  return JSON.parse(JSON.stringify(openApiDocument())) as ShownDocument;
}

/** Type of a member in a few words. A schema with a name is a link to it. */
export function typeText(schema: ShownSchema | undefined): string {
  if (schema === undefined) return 'any JSON';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}${isNullable(schema) ? ' or null' : ''}`;
  if (schema.properties !== undefined)
    return `object: ${Object.entries(schema.properties)
      .map(([name, member]) => `\`${name}\` ${typeText(member)}`)
      .join(', ')}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeText(schema.additionalProperties)}`;
  return [schema.type ?? 'any JSON'].flat().join(' or ');
}

function isNullable({ type }: ShownSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}
