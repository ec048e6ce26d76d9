import { expect } from 'chai';
import { type RawBuilder, sql } from 'kysely';
import { auditNames } from '../../../src/queries/audit.ts';
import { definitionNames, startFormNames } from '../../../src/queries/definitions.ts';
import { findNames } from '../../../src/queries/find-instances.ts';
import { instanceNames } from '../../../src/queries/instances/process-instances.ts';
import type { ListNames } from '../../../src/queries/lists/list-query.ts';
import { userTaskNames } from '../../../src/queries/user-tasks/user-tasks.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

/** Lists whose rows are in their own tables. The history is cut from one journal, by its primary key (ADR 0012). */
const LISTS: readonly [title: string, names: ListNames][] = [
  ['definitions', definitionNames],
  ['start forms', startFormNames],
  ['instances', instanceNames],
  ['instances of all keys', findNames],
  ['user tasks', userTaskNames],
  ['entries of the audit', auditNames],
];

describe('the lists and the indexes of the database', () => {
  let database: OpenDatabase;
  let indexes: readonly string[];
  before(async () => {
    database = await openDatabase();
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where schemaname = 'public' and (tablename like 'q\\_%' or tablename = 'audit_entry')`.execute(
      database.db,
    );
    indexes = rows.map(({ indexdef }) => normal(indexdef));
  });
  after(() => database.close());

  /** The column or expression as SQL, without what a text of pg_indexes writes in its own way. */
  const textOf = (expression: RawBuilder<unknown>) => normal(sql`${expression}`.compile(database.db).sql);

  for (const [title, names] of LISTS) {
    for (const { name, expression } of names.filters) {
      it(`have an index for ${name} when ${title} are filtered by it`, () => {
        const column = textOf(expression);
        const found = indexes.filter((definition) => withoutBrackets(definition).includes(withoutBrackets(column)));
        expect(found, `add an index on ${column} in a new migration`).not.to.deep.equal([]);
      });
    }
    for (const { name, expression } of names.sorts) {
      it(`have an index for ${name} when ${title} are sorted by it`, () => {
        const column = textOf(expression);
        const found = indexes.filter((definition) => new RegExp(`[(,]${escaped(column)}(?:desc|,|\\))`).test(definition));
        expect(found, `add an index on ${column} in a new migration`).not.to.deep.equal([]);
      });
    }
  }

  it('have an index for the exact filters of user tasks that are their own parameters', () => {
    for (const column of ['assignee', 'candidate_groups'])
      expect(indexes.some((definition) => definition.includes(`(${column}`))).to.equal(true);
  });

  it('have an index for comparing business ids without regard to case', () => {
    const lower = withoutBrackets(normal('lower(business_id collate "und-x-icu") collate "C"'));
    expect(indexes.some((definition) => withoutBrackets(definition).includes(lower))).to.equal(true);
  });
});

/** SQL without what a text of pg_indexes writes in its own way: quotes, casts, white space; asking for a value is asking for none. */
function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/"?\bq_\w+"?\./g, '')
    .replaceAll(/::text|public\.|"|\s/g, '')
    .replaceAll('isnotnull', 'isnull');
}

function withoutBrackets(text: string): string {
  return text.replaceAll(/[()]/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
