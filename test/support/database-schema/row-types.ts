import { type SourceType, SourceTypes, type TypeNode } from '../history/source-types.ts';
import type { Catalog, CatalogColumn } from './read-catalog.ts';

/** A column in a row type. `type`: as Kysely reads it. */
interface TypedColumn {
  readonly type: string;
  readonly isNullable: boolean;
  readonly isGenerated: boolean;
  readonly isGeneratedAlways: boolean;
}

/** SQL types of columns, and the types that the driver returns. */
const READ_AS: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  'character(1)': 'string',
  bigint: 'string',
  date: 'string',
  json: 'JsonText',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'double precision': 'number',
  'double precision[]': 'number[]',
};

/** Returns differences between the row types of src/db/tables.ts and the database; empty if they agree. */
export function differences({ tables }: Catalog): string[] {
  const typed = readTables();
  const found: string[] = [];
  for (const name of typed.keys())
    if (!tables.some((table) => table.name === name)) found.push(`${name}: there is no such table`);
  for (const { name, columns } of tables) {
    const row = typed.get(name);
    if (row === undefined) {
      found.push(`${name} has no row type`);
      continue;
    }
    for (const column of row.keys())
      if (!columns.some((each) => each.name === column)) found.push(`${name}.${column}: there is no such column`);
    for (const column of columns) {
      const said = row.get(column.name);
      if (said === undefined) found.push(`${name}.${column.name} is missing in the row type`);
      else found.push(...differencesOf(`${name}.${column.name}`, said, column));
    }
  }
  return found;
}

function differencesOf(where: string, said: TypedColumn, column: CatalogColumn): string[] {
  const type = READ_AS[column.type];
  const isFilled = column.default !== null || column.identity !== null;
  const isAlways = column.identity === 'always';
  return [
    ...(type === said.type ? [] : [`${where} is ${said.type}, the database has ${column.type} (${type ?? 'unknown here'})`]),
    ...(said.isNullable === column.isNullable
      ? []
      : [`${where} ${column.isNullable ? 'can' : 'cannot'} be null in the database`]),
    ...(said.isGenerated === isFilled ? [] : [`${where} has ${isFilled ? 'a' : 'no'} default in the database`]),
    ...(said.isGeneratedAlways === isAlways ? [] : [`${where} is ${isAlways ? '' : 'not '}generated always in the database`]),
  ];
}

/** The row types, by table and column. */
function readTables(): Map<string, Map<string, TypedColumn>> {
  const types = new SourceTypes();
  const file = new URL('../../../src/db/tables.ts', import.meta.url);
  const columnsOf = (table: SourceType) =>
    new Map(membersOf(table).map(({ name, node }) => [name, columnOf({ ...table, node })] as const));
  return new Map(
    membersOf(types.named('Database', file)).map(
      ({ name, node }) => [name, columnsOf(types.named(node['typeName'].name, file))] as const,
    ),
  );
}

function membersOf({ node }: SourceType): { readonly name: string; readonly node: TypeNode }[] {
  return (node['body'].body as TypeNode[]).map((member) => ({
    name: member['key'].name,
    node: member['typeAnnotation'].typeAnnotation,
  }));
}

function columnOf(source: SourceType): TypedColumn {
  const { node } = source;
  const name = node['typeName']?.name as string | undefined;
  const [inner] = (node['typeArguments']?.params ?? []) as TypeNode[];
  if (name === 'Generated' || name === 'GeneratedAlways')
    return {
      ...columnOf({ ...source, node: inner as TypeNode }),
      isGenerated: true,
      isGeneratedAlways: name === 'GeneratedAlways',
    };
  if (name === 'ColumnType') return columnOf({ ...source, node: inner as TypeNode });
  const parts = node.type === 'TSUnionType' ? (node['types'] as TypeNode[]) : [node];
  const values = parts.filter(({ type }) => type !== 'TSNullKeyword');
  const [type = 'unknown'] = [...new Set(values.map(textOf))];
  return { type, isNullable: values.length < parts.length, isGenerated: false, isGeneratedAlways: false };
}

const WORDS: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSLiteralType: 'string',
};
/** Names of row-values.ts. */
const NAMES: Readonly<Record<string, string>> = {
  StoredTime: 'Date',
  Date: 'Date',
  StoredJson: 'JsonText',
  StartTriggerKind: 'string',
};

function textOf(node: TypeNode): string {
  if (node.type === 'TSArrayType') return `${textOf(node['elementType'])}[]`;
  return WORDS[node.type] ?? NAMES[node['typeName']?.name] ?? node.type;
}
