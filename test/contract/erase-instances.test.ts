import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { documentOf, flow, sequence, task, userTask } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';

const CALL = documentOf(
  '<process id="caller" isExecutable="true"><startEvent id="start"/><callActivity id="call" calledElement="called"/>' +
    `<endEvent id="end"/>${flow('f1', 'start', 'call')}${flow('f3', 'call', 'end')}</process>` +
    `<process id="called" isExecutable="true"><startEvent id="start2"/>${task('inside')}<endEvent id="end2"/>` +
    `${flow('g1', 'start2', 'inside')}${flow('g2', 'inside', 'end2')}</process>`,
);
const TYPE = 'weigh';

describe('POST /Instances/erase (docs/contributing/spec/retention.md#erase)', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-erase-'));
    service = await startService({ env: { Retention__Archive: folder, Projection__IndexedVariables: '*:name' } });
    await deploy(service.url, CALL);
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('review', userTask('check')));
    await deploy(service.url, oneTask('job', TYPE));
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const erase = (BusinessId: string, more: object = {}, headers: Record<string, string> = {}) =>
    post(service.url, '/Instances/erase', { BusinessId, ...more }, headers);
  const complete = async (id: string, ActivityId: string) =>
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId }));
  const begun = (key: string, BusinessId: string, name = 'Secret Ada') =>
    start(service.url, key, { BusinessId, Variables: { name } });
  const query = (text: string, values: unknown[] = [], url = service.databaseUrl) => queryOnce(url, text, values);
  /** The tables that contain a text. */
  const tablesWith = async (text: string): Promise<readonly string[]> => {
    const { rows } = await query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found = new Set<string>();
    for (const url of service.databaseUrls) {
      for (const { name } of rows) {
        const { rows: hits } = await query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text], url);
        if (hits.length > 0) found.add(name);
      }
    }
    return [...found];
  };
  const isNowhere = (text: string) =>
    until(
      () => tablesWith(text),
      (tables) => tables.length === 0,
    );
  const incomplete = ({ IsComplete }: { IsComplete: boolean }) => !IsComplete;
  /** Sends the request until there is nothing left to do. */
  const eraseAll = async (businessId: string) => {
    const answers = [expectJson(await erase(businessId, { CancelRunning: true }))];
    await until(
      async () => {
        if (incomplete(answers.at(-1))) answers.push(expectJson(await erase(businessId, { CancelRunning: true })));
        return answers.at(-1);
      },
      (answer) => !incomplete(answer),
    );
    return answers;
  };

  it('leaves the name of a person in no table, when instances have finished, replies and dead letters included', async () => {
    const key = { 'Idempotency-Key': 'start-of-ada' };
    const body = { WorkflowId: 'order', BusinessId: 'ADA-1', Variables: { name: 'Secret Ada' } };
    const { WorkflowInstanceId: id } = expectJson(await post(service.url, '/Execution/start', body, key));
    await complete(id, 'pack');
    const letter = JSON.stringify({ kind: 'CompleteActivity', instanceId: id, variables: { name: 'Secret Ada' } });
    const refused = JSON.stringify({ kind: 'StartInstance', businessId: 'ADA-1', variables: { name: 'Secret Ada' } });
    for (const command of [letter, refused]) {
      await query(`insert into dead_letter (command_id, command, error, at) values (gen_random_uuid(), $1, 'e', now())`, [
        command,
      ]);
    }
    const answer = expectJson(await erase('ADA-1'));
    expect(answer).to.deep.equal({ Erased: 1, Cancelled: [], IsComplete: true, Archives: [] });
    await isNowhere('Secret Ada');
    // of the erasure itself only its reply is kept, which does not name it
    await isNowhere('ADA-1');
    const repeat = await post(service.url, '/Execution/start', body, key);
    expect([repeat.status, repeat.json?.detail]).to.deep.equal([
      409,
      'This request was already processed, and its data was erased later.',
    ]);
  });

  // slow: 45,000 replies are written and searched
  it('finds replies of hours ago when far more are on record than one statement looks through', async () => {
    const id = await begun('order', 'OLD-1');
    await complete(id, 'pack');
    const told = JSON.stringify({ ok: false, rejection: { code: 'INSTANCE_NOT_RUNNING', instanceId: id, said: 'Secret Eve' } });
    await query(
      `insert into inbox (command_id, reply, at) select gen_random_uuid(), case n when 44000 then $1 else '{"ok":true}' end::json,
         now() - interval '5 hours' + n / 10 * interval '1 millisecond' from generate_series(1, 45000) n`,
      [told],
      service.databaseUrls[shardOf(id)],
    );
    expect(await tablesWith('Secret Eve')).to.deep.equal(['inbox']);
    expect(expectJson(await erase('OLD-1')).Erased).to.equal(1);
    await isNowhere('Secret Eve');
    const url = service.databaseUrls[shardOf(id)];
    const { rows } = await query(`select count(*)::int as n from inbox where reply::text = '{"ok":true}'`, [], url);
    expect(rows).to.deep.equal([{ n: 44_999 }]);
    await query(`delete from inbox where at < now() - interval '1 hour'`, [], url);
  });

  it('refuses by their ids when some run, and erases nothing', async () => {
    const id = await begun('order', 'RUN-1');
    const refusal = await erase('RUN-1');
    const text = `Nothing was erased: 1 instances are still running (${id}). Cancel them, or set CancelRunning to true.`;
    expectProblem(refusal, 409, text, '/Instances/erase');
    expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['pack']);
  });

  it('cancels and erases those that run when it is asked to, with a user task or a custom task that a worker is at', async () => {
    const ids = [await begun('review', 'RUN-2', 'Secret Bob'), await begun('job', 'RUN-2', 'Secret Bob')];
    const fetch = await post(service.url, `/custom-tasks/${TYPE}/fetch-and-lock`, {
      workerId: 'w',
      maxTasks: 5,
      lockDurationMs: 60_000,
    });
    expect(expectJson(fetch).tasks).to.have.length(1);
    const answers = await eraseAll('RUN-2');
    expect(answers.flatMap(({ Cancelled }) => Cancelled).sort()).to.deep.equal([...ids].sort());
    expect(answers.reduce((sum, { Erased }) => sum + Erased, 0)).to.equal(2);
    await isNowhere('Secret Bob');
  });

  it('erases called instances with the one at the top, also when both run', async () => {
    const id = await begun('caller', 'CALL-1');
    const childId = await until(
      async () => (await stateOf(service.url, id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    const answers = await eraseAll('CALL-1');
    expect(answers.reduce((sum, { Erased }) => sum + Erased, 0)).to.equal(2);
    expectError(await get(childId), 404, `Instance ${childId} not found`);
  });

  it('names the files of the archive that still hold something, and writes nothing new to them', async () => {
    const archived = await begun('order', 'ARCHIVE-1');
    await complete(archived, 'pack');
    expectJson(await http(service.url, { method: 'DELETE', path: `/Instances/${archived}` }));
    await complete(await begun('order', 'ARCHIVE-1'), 'pack');
    const { Erased, Archives } = expectJson(await erase('ARCHIVE-1'));
    const folderOfShard = shardOf(archived) === 0 ? '' : `s${shardOf(archived)}`;
    expect([Erased, Archives]).to.deep.equal([1, [join(folderOfShard, new Date().toISOString().slice(0, 10), 'order.jsonl.gz')]]);
    expect(expectJson(await erase('ARCHIVE-2')).Archives).to.deep.equal([]);
  });

  it('erases what was started a moment before, also while no projector runs', async () => {
    await service.stopRole('projector');
    const id = await begun('order', 'LATE-1');
    await complete(id, 'pack');
    expect(expectJson(await erase('LATE-1')).Erased).to.equal(1);
    const { rows } = await query('select 1 from journal where subject_id = $1', [id]);
    expect(rows).to.deep.equal([]);
  });

  it('answers with nothing erased when no instance has the business id, and distinguishes "%" and "_" from other letters', async () => {
    await complete(await begun('order', 'LIKE-1'), 'pack');
    for (const other of ['LIKE_1', 'LIKE%', '%', 'like-1', '\\', '"']) {
      expect(expectJson(await erase(other)).Erased, other).to.equal(0);
    }
    expect(expectJson(await erase('LIKE-1')).Erased).to.equal(1);
  });

  const get = (id: string): Promise<HttpAnswer> => http(service.url, { method: 'GET', path: `/Instances/${id}/state` });

  itKeepsCommonRefusals(() => service.url, { path: '/Instances/erase' });
});
