import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** File name → SHA-256 of every migration, in the order of their numbers. */
const SEALED = JSON.parse(readFileSync(new URL('sealed-migrations.json', import.meta.url), 'utf8')) as Record<string, string>;
const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const FILES = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql') && name !== 'schema.sql') // written from the others: npm run schema:write
  .sort();
const NEXT_STEP =
  'Databases out there have run it: undo the change and add a new file. (Only a file that no release has: put its new hash into test/arch/sealed-migrations.json.)';

describe('migrations', () => {
  it('never change once they are released', () => {
    for (const [name, hash] of Object.entries(SEALED)) {
      expect(FILES, `migrations/${name} is gone. ${NEXT_STEP}`).to.include(name);
      expect(hashOf(name), `migrations/${name} has changed. ${NEXT_STEP}`).to.equal(hash);
    }
  });

  it('are sealed when they are added', () => {
    for (const name of FILES)
      expect(Object.keys(SEALED), `add "${name}": "${hashOf(name)}" to test/arch/sealed-migrations.json`).to.include(name);
    expect(Object.keys(SEALED), 'keep test/arch/sealed-migrations.json in the order of the numbers').to.deep.equal(FILES);
  });

  it('are numbered without a gap when one is added', () => {
    FILES.forEach((name, index) => {
      const number = String(index + 1).padStart(4, '0');
      expect(name, `expected ${number}_<what_it_does>.sql: numbers follow each other, words are snake_case`).to.match(
        new RegExp(`^${number}_[a-z0-9_]+\\.sql$`),
      );
    });
  });
});

function hashOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(name, MIGRATIONS)))
    .digest('hex');
}
