import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID, until } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice instances delete and erase, and sluice archive', function () {
  this.timeout(120_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-archive-'));
    service = await startService({ env: { Retention__Archive: folder } });
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('shop', '<callActivity id="call" calledElement="order"/>'));
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });
  const finished = async (BusinessId: string) => {
    const id = await start(service.url, 'order', { BusinessId });
    await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' });
    await until(
      () => stateOf(service.url, id),
      ({ isCompleted }) => isCompleted,
    );
    return id;
  };
  const file = () => join(folder, new Date().toISOString().slice(0, 10), 'order.jsonl.gz');

  it('deletes each instance separately when one of them is refused, and ends with 1', async () => {
    const id = await finished('A');
    const running = await start(service.url, 'order');
    await stateOf(service.url, running);
    const { code, stdout } = await sluice('instances', 'delete', id, running, UNKNOWN_ID);
    expect([code, stdout.trimEnd().split('\n')]).to.deep.equal([
      1,
      [
        `${id} deleted, 1 in all`,
        `${running} Workflow instance '${running}' is running. Cancel it first.`,
        `${UNKNOWN_ID} Instance ${UNKNOWN_ID} not found`,
      ],
    ]);
  });

  it('takes out what an instance had called too', async () => {
    const id = await start(service.url, 'shop', { BusinessId: 'person' });
    const child = await until(
      async () => (await stateOf(service.url, id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (found) => found !== '',
    );
    await until(
      () => post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: child, ActivityId: 'pack' }),
      ({ status }) => status === 200,
    );
    await until(
      () => stateOf(service.url, id),
      ({ isCompleted }) => isCompleted,
    );
    expect((await sluice('instances', 'delete', id)).stdout).to.equal(`${id} deleted, 2 in all\n`);
    const files = (await sluice('archive', 'find', folder, '--business-id', 'person')).stdout.trimEnd().split('\n');
    expect(files.map((path) => path.split('/').at(-1))).to.deep.equal(['order.jsonl.gz', 'shop.jsonl.gz']);
    const erased = await runVerb(['archive', 'erase', folder, '--business-id', 'person'], { DATABASE_URL: service.databaseUrl });
    expect([erased.stderr, erased.stdout.match(/1 taken out/g)?.length]).to.deep.equal(['', 2]);
    for (const path of files)
      expect((await sluice('archive', 'show', path)).stdout)
        .not.to.include(child)
        .and.not.to.include(id);
  });

  it('is refused when the folder is not an archive', async () => {
    const nowhere = await sluice('archive', 'find', join(folder, 'nowhere'), '--business-id', 'x');
    expect([nowhere.code, nowhere.stderr]).to.deep.equal([
      1,
      `${join(folder, 'nowhere')} is not an archive: it has no sluice-archive.json\n`,
    ]);
  });

  it('lists and shows what was archived when it is asked for, and takes a business id out again', async () => {
    const [id, other] = [await finished('B'), await finished('C')];
    expect((await sluice('instances', 'delete', id, other)).code).to.equal(0);
    const list = await sluice('archive', 'show', file());
    expect(list.stdout).to.match(/^INSTANCE +PROCESS +STATUS +BUSINESS ID +ENDED +STEPS\n/);
    expect(list.stdout).to.match(new RegExp(`\\n${id} +order 1 +completed +B +\\S+ +2\\n`));
    const shown = await sluice('archive', 'show', file(), id);
    expect(shown.stdout)
      .to.match(/InstanceStarted/)
      .and.match(/ElementCompleted pack/);
    const json = JSON.parse((await sluice('archive', 'show', file(), id, '--json')).stdout);
    expect([json.instanceId, json.journal.length, json.state.businessId]).to.deep.equal([id, 2, 'B']);
    expect((await sluice('archive', 'find', folder, '--business-id', 'B')).stdout).to.equal(`${file()}\n`);
    const refused = await sluice('archive', 'erase', folder, '--business-id', 'B');
    expect([refused.code, refused.stderr.split('\n')[0]]).to.deep.equal([
      2,
      'set DATABASE_URL to stop workers from writing to the files, or use --workers-stopped',
    ]);
    const erased = await runVerb(['archive', 'erase', folder, '--business-id', 'B'], { DATABASE_URL: service.databaseUrl });
    expect([erased.stderr, erased.stdout]).to.deep.equal(['', `${file()}: 1 taken out\n`]);
    const left = (await sluice('archive', 'show', file())).stdout;
    expect(left).to.include(other).and.not.to.include(id);
    expect((await sluice('archive', 'find', folder, '--business-id', 'B')).stdout).to.equal('No files.\n');
    // the worker continues in the new file
    const next = await finished('D');
    expect((await sluice('instances', 'delete', next)).code).to.equal(0);
    expect((await sluice('archive', 'show', file())).stdout)
      .to.include(other)
      .and.include(next);
  });

  it('erases until nothing is left when instances run', async () => {
    const id = await start(service.url, 'order', { BusinessId: 'E' });
    await stateOf(service.url, id);
    const refused = await sluice('instances', 'erase', '--business-id', 'E');
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      `Nothing was erased: 1 instances are still running (${id}). Cancel them, or set CancelRunning to true.\n`,
    ]);
    const { code, stdout } = await sluice('instances', 'erase', '--business-id', 'E', '--cancel-running');
    expect([code, stdout]).to.deep.equal([0, '1 erased, 1 of them cancelled before.\n']);
  });

  it('shows errors of files and arguments', async () => {
    const text = join(folder, 'text');
    writeFileSync(text, 'no gzip');
    expect(await sluice('archive', 'show', text)).to.include({ code: 1, stderr: `${text} is not an archive file\n` });
    expect((await sluice('archive', 'show', join(folder, 'none'))).code).to.equal(1);
    const id = await finished('F');
    await sluice('instances', 'delete', id);
    const whole = readFileSync(file());
    writeFileSync(text, whole.subarray(0, whole.length - 9));
    expect((await sluice('archive', 'show', text)).stdout).to.include('The file ends in the middle of a block');
    expect((await sluice('archive', 'show', file(), UNKNOWN_ID)).code).to.equal(1);
    for (const words of [
      [],
      ['show'],
      ['find', folder],
      ['show', 'a', 'b', 'c'],
      ['burn', 'a'],
      ['show', 'a', '--workers-stopped'],
    ]) {
      expect((await sluice('archive', ...words)).code, words.join(' ')).to.equal(2);
    }
    for (const words of [['delete'], ['erase'], ['erase', id, '--business-id', 'x'], ['delete', id, '--business-id', 'x']]) {
      expect((await sluice('instances', ...words)).code, words.join(' ')).to.equal(2);
    }
  });
});
