import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '../database.ts';
import { readCatalog } from './read-catalog.ts';
import { SCHEMA_FILE, schemaText } from './schema-text.ts';

/** `npm run schema:write`: migrates an empty database and writes down what it has. */
const database = await createTestDatabase();
writeFileSync(SCHEMA_FILE, schemaText(await readCatalog(database.url)));
await database.drop();
process.stdout.write('migrations/schema.sql is written\n');
process.exit(0); // the database server of the tests ends with this process
