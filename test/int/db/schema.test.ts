import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Catalog, readCatalog } from '../../support/database-schema/read-catalog.ts';
import { differences } from '../../support/database-schema/row-types.ts';
import { SCHEMA_FILE, schemaText, withoutExtensions } from '../../support/database-schema/schema-text.ts';

describe('the description of the database', () => {
  let database: TestDatabase;
  let catalog: Catalog;
  before(async () => {
    database = await createTestDatabase();
    catalog = await readCatalog(database.url);
  });
  after(() => database.drop());

  it('is what all migrations make when one is added', () => {
    const [made, committed] = [schemaText(catalog), readFileSync(SCHEMA_FILE, 'utf8')];
    const isPlain = withoutExtensions(made) === made; // a server without the extension
    expect(made, 'npm run schema:write').to.equal(isPlain ? withoutExtensions(committed) : committed);
  });

  it('is what the row types specify, column by column', () => {
    expect(differences(catalog), 'change src/db/tables.ts').to.deep.equal([]);
  });
});
