import { readFileSync } from 'node:fs';
import type { Catalog, CatalogColumn, CatalogTable, CatalogView } from './read-catalog.ts';

/** The committed description of the database. */
export const SCHEMA_FILE = new URL('../../../migrations/schema.sql', import.meta.url);

/** Made only where the server has the extension pg_trgm and lets the migrator create it. */
const OF_AN_EXTENSION = /gin_trgm_ops/;

/** The whole schema as SQL that a reader follows: functions, then each table with everything that is on it. */
export function schemaText({ tables, views, functions }: Catalog): string {
  const notes = readNotes();
  return [
    '-- The schema that all migrations together make. Written by `npm run schema:write`, compared by a test, applied by nobody:',
    '-- a database is made and changed by the numbered files beside this one.',
    '',
    ...tables.map((table) => tableText(table, notes)),
    ...views.map(viewText),
    ...functions.map((sql) => `${sql.trim()};\n`),
  ].join('\n');
}

function viewText({ name, query, triggers }: CatalogView): string {
  return [`create view ${name} as`, query, ...triggers.map((sql) => `${sql};`), ''].join('\n');
}

function tableText(table: CatalogTable, notes: ReadonlyMap<string, string>): string {
  const note = notes.get(table.name);
  if (note === undefined) throw new Error(`docs/contributing/architecture.md does not say what the table ${table.name} holds`);
  const width = Math.max(...table.columns.map(({ name }) => name.length));
  const lines = [...table.columns.map((column) => columnText(column, width)), ...table.constraints];
  const options = table.options.length === 0 ? '' : ` with (${table.options.join(', ')})`;
  const after = [...table.indexes, ...table.triggers].map((sql) => `${extensionNote(sql)}${sql};\n`);
  return `-- ${note}\ncreate table ${table.name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options};\n${after.join('')}`;
}

function columnText({ name, type, isNullable, default: value, identity }: CatalogColumn, width: number): string {
  const made = identity === null ? (value === null ? '' : ` default ${value}`) : ` generated ${identity} as identity`;
  return `${name.padEnd(width)} ${type}${isNullable ? '' : ' not null'}${made}`;
}

function extensionNote(sql: string): string {
  return OF_AN_EXTENSION.test(sql) ? '-- only where the server has pg_trgm\n' : '';
}

/** The text without what only some servers have. */
export function withoutExtensions(text: string): string {
  return text
    .split('\n')
    .filter((line) => !OF_AN_EXTENSION.test(line) && line !== '-- only where the server has pg_trgm')
    .join('\n');
}

/** Content and writer of each table, from the page about the data flow. The fact has one place. */
function readNotes(): Map<string, string> {
  const page = readFileSync(new URL('../../../docs/contributing/architecture.md', import.meta.url), 'utf8');
  const [section = ''] = (page.split('\n## Tables\n')[1] ?? '').split('\n## ');
  const notes = new Map<string, string>();
  for (const row of section.split('\n').filter((line) => line.startsWith('| `'))) {
    const [names = '', holds = '', writer = ''] = row
      .split('|')
      .slice(1, 4)
      .map((cell) => cell.trim());
    const text = `${holds}. Written by: ${writer}.`.replace(/ *\(\[[^)]*\)\)/g, '').replaceAll('`', '');
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) notes.set(name, text.charAt(0).toUpperCase() + text.slice(1));
  }
  return notes;
}
