import { expect } from 'chai';
import pg from 'pg';
import { LeanClient } from '../../../src/db/lean-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

type Answered = (error: Error | null, result: pg.QueryResult) => void;

describe('a connection that lets go of its statements', () => {
  let database: TestDatabase;
  let client: pg.Client;

  before(async () => {
    database = await createTestDatabase();
    client = new LeanClient({ connectionString: database.url, query_timeout: 60_000 });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  const STATEMENT = { name: 'twice', text: 'select $1::int * 2 as n' };
  const ROWS = [{ n: 42 }];
  const byCallback = (...given: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const answered: Answered = (error, result) => (error ? reject(error) : resolve(result.rows));
      Reflect.apply(client.query, client, [...given, answered]);
    });

  it('answers each form of a statement', async () => {
    expect((await client.query(STATEMENT.text, [21])).rows).to.deep.equal(ROWS);
    expect((await client.query({ ...STATEMENT, values: [21] })).rows).to.deep.equal(ROWS);
    expect((await client.query(STATEMENT, [21])).rows).to.deep.equal(ROWS);
    expect((await client.query('select 42 as n')).rows).to.deep.equal(ROWS);
    expect(await byCallback(STATEMENT.text, [21])).to.deep.equal(ROWS);
    expect(await byCallback({ ...STATEMENT, values: [21] })).to.deep.equal(ROWS);
    expect(await byCallback('select 42 as n')).to.deep.equal(ROWS);
    expect((await client.query({ text: 'select 42', rowMode: 'array' })).rows).to.deep.equal([[42]]);
    const callback = await new Promise((resolve) => {
      const given = { ...STATEMENT, values: [21], callback: (_error: Error | null, { rows }: pg.QueryResult) => resolve(rows) };
      Reflect.apply(client.query, client, [given]);
    });
    expect(callback).to.deep.equal(ROWS);
    expect((await client.query('select 1 as a; select 2 as b')) as unknown).to.have.length(2);
  });

  it('leaves other than plain statements to the driver', async () => {
    const silent = { text: 'select pg_sleep(5)', query_timeout: 50 };
    const other = new LeanClient({ connectionString: database.url }) as pg.Client;
    await other.connect();
    const error = await other.query(silent).catch((thrown: Error) => thrown);
    expect(error).to.have.property('message', 'Query read timeout');
    await other.end();
    expect(() => Reflect.apply(client.query, client, [null])).to.throw('null or undefined query');
    const wrong = await Reflect.apply(client.query, client, ['select $1', 'no list']).catch((thrown: Error) => thrown);
    expect(wrong).to.have.property('message', 'Query values must be an array');
    const called = await new Promise((resolve) => {
      Reflect.apply(client.query, client, ['select 42 as n', (_: unknown, { rows }: pg.QueryResult) => resolve(rows), undefined]);
    });
    expect(called).to.deep.equal(ROWS);
  });

  it('prepares a statement that has a name', async () => {
    await client.query({ ...STATEMENT, values: [1] });
    const { rows } = await client.query('select statement from pg_prepared_statements where name = $1', [STATEMENT.name]);
    expect(rows).to.deep.equal([{ statement: STATEMENT.text }]);
  });

  it('fails with the error of the server, from where it was asked, and continues', async () => {
    async function asksForNonsense() {
      await client.query('select nonsense');
    }
    const error = await asksForNonsense().catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(Error).and.to.have.property('code', '42703');
    expect((error as Error).stack).to.contain('asksForNonsense');
    const refused = await byCallback('select nonsense').catch((thrown: Error) => thrown);
    expect(refused).to.have.property('code', '42703');
    expect((await client.query('select 42 as n')).rows).to.deep.equal(ROWS);
  });

  it('keeps neither values nor rows in its query when that is answered', async () => {
    const sent: Record<string, unknown>[] = [];
    const { submit } = pg.Query.prototype;
    pg.Query.prototype.submit = function (this: pg.Query, ...given: unknown[]) {
      sent.push(this as unknown as Record<string, unknown>);
      return Reflect.apply(submit, this, given);
    } as typeof submit;
    try {
      await client.query({ ...STATEMENT, values: [21] });
    } finally {
      pg.Query.prototype.submit = submit;
    }
    expect(sent).to.have.length(1);
    for (const member of ['values', '_result', '_results']) expect(sent[0]).to.have.property(member, undefined);
  });
});
