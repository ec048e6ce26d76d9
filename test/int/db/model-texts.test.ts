import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { poolConnection } from '../../../src/db/connection.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { findDefinition, hashOfModelText } from '../../../src/store/definitions.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const FILES = readdirSync(MIGRATIONS)
  .filter((name) => /^\d{4}_/.test(name))
  .sort();
const SPLIT = FILES.indexOf('0015_model_texts.sql');
const FILE_ID = '7b7a51c8-9b1c-4d6f-8c33-5c8f5a1d2e90';
const AT = '2026-01-02T03:04:05.678Z';

/** Statements of release 0.2.0, as its replicas send them during an upgrade. */
const OLD = {
  insert: `insert into definition (definition_id, key, version, bpmn_xml, file_id, version_tag, deployed_at)
    select definition_id, key, version, bpmn_xml, file_id, version_tag, $7::timestamptz
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::uuid[], $6::text[])
      as t (definition_id, key, version, bpmn_xml, file_id, version_tag)`,
  find: 'select key, version, bpmn_xml, file_id, version_tag, deployed_at from definition where definition_id = $1',
  resolve: `select definition_id, version from definition where key = $1
    and file_id = (select file_id from definition where definition_id = $2) order by version desc limit 1`,
};

describe('the texts of deployed files', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeEach(async () => {
    database = await createTestDatabase({ isMigrated: false });
    pool = openPool(database.url, { max: 1, applicationName: 'model texts test' });
    for (const file of FILES.slice(0, SPLIT)) await apply(file);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const apply = async (file: string) => void (await pool.query(readFileSync(new URL(file, MIGRATIONS), 'utf8')));
  const rows = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Record<string, unknown>[];
  /** Prepared once in a session, as replicas do: the migration happens between two uses. */
  const asBefore = async (name: keyof typeof OLD, values: unknown[]) =>
    (await pool.query({ name, text: OLD[name], values })).rows as Record<string, unknown>[];
  const deployAsBefore = (keys: readonly string[], version: number, text: string) =>
    asBefore('insert', [
      keys.map((key) => `${key}:${version}:x`),
      keys,
      keys.map(() => version),
      keys.map(() => text),
      keys.map(() => FILE_ID),
      keys.map(() => null),
      AT,
    ]);

  it('are stored once, with every version kept, when a database of 0.2.0 is migrated', async () => {
    const keys = Array.from({ length: 100 }, (_, n) => `p${n}`);
    await deployAsBefore(keys, 1, '<é/>');
    await deployAsBefore(keys, 2, '<é/>');
    await deployAsBefore(['p0'], 3, '<other/>');
    const before = await rows('select * from definition order by definition_id');
    await apply('0015_model_texts.sql');
    expect(await rows('select bpmn_xml from model_text order by bpmn_xml')).to.have.deep.members([
      { bpmn_xml: '<é/>' },
      { bpmn_xml: '<other/>' },
    ]);
    expect(await rows('select * from definition order by definition_id')).to.have.deep.members(before);
    // this release reads with all its migrations
    for (const file of FILES.slice(SPLIT + 1)) await apply(file);
    const found = await findDefinition(poolConnection(pool), 'p0:3:x');
    expect(found).to.include({
      key: 'p0',
      version: 3,
      bpmnXml: '<other/>',
      textHash: hashOfModelText('<other/>'),
      fileId: FILE_ID,
    });
    expect(found?.deployedAt.toISOString()).to.equal(AT);
  });

  it('are read and stored by replicas of 0.2.0 when the schema is newer than they are', async () => {
    await deployAsBefore(['a', 'b'], 1, '<é/>');
    expect(await asBefore('find', ['a:1:x'])).to.have.length(1);
    expect(await asBefore('resolve', ['a', 'b:1:x'])).to.have.length(1);
    for (const file of FILES.slice(SPLIT)) await apply(file);
    await deployAsBefore(['a'], 2, '<é/>');
    expect(await rows('select hash from model_text')).to.deep.equal([{ hash: hashOfModelText('<é/>') }]);
    const [found] = await asBefore('find', ['b:1:x']);
    expect(found).to.include({ key: 'b', version: 1, bpmn_xml: '<é/>', file_id: FILE_ID });
    expect(await asBefore('resolve', ['a', 'b:1:x'])).to.deep.equal([{ definition_id: 'a:2:x', version: 2 }]);
    expect(await findDefinition(poolConnection(pool), 'a:2:x')).to.include({ bpmnXml: '<é/>' });
  });

  it('cannot be removed while a version has them', async () => {
    for (const file of FILES.slice(SPLIT)) await apply(file);
    await deployAsBefore(['a'], 1, '<a/>');
    const refused = await pool.query('delete from model_text').catch((error: Error) => error);
    expect(String(refused)).to.include('definition_version_text_hash_fkey');
  });
});
