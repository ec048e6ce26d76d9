import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { raisedIncident, STUCK } from '../../support/models/incident-models.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice batch', function () {
  this.timeout(180_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-batch-'));
    service = await startService();
    await deploy(service.url, STUCK);
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...operands: string[]) => runVerb(['batch', ...operands], { SLUICE_URL: service.url });
  const fileOf = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('makes one by a filter, waits for its end and shows it, in JSON if the output is not a terminal', async () => {
    await raisedIncident(service.url);
    const dry = await sluice('create', '--operation', 'retry', '--filter', 'ProcessKey==stuck', '--dry-run');
    expect([dry.code, JSON.parse(dry.stdout).totalCount]).to.deep.equal([0, 1]);
    const made = await sluice(
      'create',
      '--operation',
      'resolve',
      '--filter',
      'ProcessKey==stuck',
      '--set',
      'done=true',
      '--watch',
    );
    const batch = JSON.parse(made.stdout);
    expect([made.code, batch.status, batch.succeededCount]).to.deep.equal([0, 'Completed', 1]);
    expect(JSON.parse((await sluice('list', '--filter', 'Operation==resolve')).stdout).items[0].batchId).to.equal(batch.batchId);
    expect(JSON.parse((await sluice('show', batch.batchId, '--items')).stdout).items[0].status).to.equal('Succeeded');
  });

  it('makes one of the ids and instructions in files, and ends with 1 when an item has failed', async () => {
    const id = await start(service.url, 'order');
    await stateOf(service.url, id);
    const ids = fileOf('ids.txt', `${id}\n${UNKNOWN_ID}\n`);
    const instructions = fileOf('instructions.json', '[{"cancel":{"element":"pack"}}]');
    const done = await sluice('create', '--operation', 'modify', '--ids-file', ids, '--instructions', instructions, '--watch');
    const batch = JSON.parse(done.stdout);
    expect([done.code, batch.succeededCount, batch.failedCount]).to.deep.equal([1, 1, 1]);
    const failed = JSON.parse((await sluice('show', batch.batchId, '--items', '--filter', 'Status==Failed')).stdout).items;
    expect(failed.map(({ code }: { code: string }) => code)).to.deep.equal(['INSTANCE_NOT_FOUND']);
    const late = await sluice('stop', batch.batchId);
    expect([late.code, late.stderr]).to.deep.equal([1, `Batch '${batch.batchId}' is already completed.\n`]);
  });

  it('pauses, resumes and stops', async () => {
    const ids = fileOf('many.txt', (await Promise.all(Array.from({ length: 60 }, () => start(service.url, 'order')))).join('\n'));
    const { batchId } = JSON.parse((await sluice('create', '--operation', 'cancel', '--ids-file', ids, '--rate', '1')).stdout);
    for (const [act, status] of [
      ['pause', 'Paused'],
      ['resume', 'Running'],
      ['stop', 'Stopping'],
    ] as const) {
      expect(JSON.parse((await sluice(act, batchId)).stdout)).to.deep.equal({ batchId, status });
    }
    const ended = await sluice('show', batchId, '--watch');
    expect([ended.code, JSON.parse(ended.stdout).status]).to.deep.equal([0, 'Stopped']);
  });

  it('ends with 2 when a file cannot be read, with 1 when the API refuses', async () => {
    const gone = await sluice('create', '--operation', 'cancel', '--ids-file', join(folder, 'gone.txt'));
    expect(gone.code).to.equal(2);
    const broken = await sluice(
      'create',
      '--operation',
      'modify',
      '--filter',
      'Status==Running',
      '--instructions',
      fileOf('bad.json', '{'),
    );
    expect([broken.code, broken.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 2 && text.includes('is not JSON'),
    );
    const refused = await sluice('create', '--operation', 'explode', '--filter', 'Status==Running');
    expect([refused.code, refused.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && text.includes("'explode' is unknown"),
    );
  });
});
