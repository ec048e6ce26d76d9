import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { model, sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice definitions', function () {
  this.timeout(60_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sluice-definitions-'));
    for (const id of ['a', 'b', 'c']) await deploy(service.url, sequence('order', task(id)));
    await deploy(service.url, sequence('other|key', task('a')).replaceAll('other|key', 'other.key'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url }, folder);
  const rowsOf = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s+/).slice(0, 2).join(' '));

  it('lists versions, those of one key when it is named', async () => {
    const all = await until(
      () => sluice('definitions', '--table'),
      ({ stdout }) => rowsOf(stdout).length === 4,
    );
    expect(rowsOf(all.stdout)).to.deep.equal(['order 3', 'order 2', 'order 1', 'other.key 1']);
    expect(rowsOf((await sluice('definitions', 'list', '--process', 'other.key', '--table')).stdout)).to.deep.equal([
      'other.key 1',
    ]);
    const json = JSON.parse((await sluice('definitions', 'list', '--process', 'order')).stdout);
    expect([json.totalCount, json.items[0].version]).to.deep.equal([3, 3]);
    expect((await sluice('definitions', '--process', 'nobody', '--table')).stdout).to.equal('Nothing is deployed.\n');
  });

  it('deletes versions, and ends with 1 at the first that has instances', async () => {
    const { code, stdout } = await sluice('definitions', 'delete', 'order', '2', '3');
    expect([code, stdout]).to.deep.equal([
      0,
      'order: version 2 is deleted, its latest version is 3\norder: version 3 is deleted, its latest version is 1\n',
    ]);
    await stateOf(service.url, await start(service.url, 'order'));
    const refused = await sluice('definitions', 'delete', 'order', '1');
    expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
    expect(refused.stderr).to.equal(
      "Version 1 of process 'order' has instances, running or finished. Only a version without instances can be deleted.\n",
    );
    const json = await sluice('definitions', 'delete', 'other.key', '1', '7', '--json');
    expect([json.code, JSON.parse(json.stdout)]).to.deep.equal([
      1,
      [{ ProcessDefinitionKey: 'other.key', Version: 1, LatestVersion: null }],
    ]);
    expect(json.stderr).to.equal("Version 7 of workflow 'other.key' is not registered.\n");
  });

  it('suspends and resumes a key when it is asked to, and ends with 1 when there is no such key', async () => {
    await deploy(service.url, sequence('held', task('a')));
    const id = await start(service.url, 'held');
    await stateOf(service.url, id);
    const suspended = await sluice('definitions', 'suspend', 'held', '--reason', 'wrong prices');
    expect(suspended.stdout).to.equal('held is suspended: 1 instance\n');
    expect(await stateOf(service.url, id)).to.deep.include({ isSuspended: true });
    await until(
      () => sluice('definitions', 'list', '--process', 'held', '--table'),
      ({ stdout }) => stdout.includes('yes, suspended'),
    );
    const resumed = await sluice('definitions', 'resume', 'held', '--json');
    expect(JSON.parse(resumed.stdout)).to.deep.equal({ processDefinitionKey: 'held', isSuspended: false, instances: 1 });
    expect((await sluice('definitions', 'suspend', 'nobody')).code).to.equal(1);
    for (const wrong of [['suspend'], ['suspend', 'a', 'b'], ['resume', 'a', '--process', 'b'], ['list', '--reason', 'x']])
      expect((await sluice('definitions', ...wrong)).code).to.equal(2);
  });

  it('ends with 2 when the arguments are wrong', async () => {
    for (const operands of [
      ['drop'],
      ['list', 'order'],
      ['delete'],
      ['delete', 'order'],
      ['delete', 'order', 'x'],
      ['delete', 'order', '1', '--process', 'order'],
      ['--nothing'],
    ]) {
      const { code, stderr } = await sluice('definitions', ...operands);
      expect(code, operands.join(' ')).to.equal(2);
      expect(stderr).to.contain('Usage: sluice definitions');
    }
  });

  it('belongs together with a deploy that is strict, and one that keeps what is unchanged', async () => {
    await writeFile(
      join(folder, 'odd.bpmn'),
      model('odd', '<startEvent id="s" camunda:strange="1"/><endEvent id="e" camunda:more="1"/>'),
    );
    const strict = await sluice('deploy', '--strict', 'odd.bpmn');
    expect(strict.code).to.equal(1);
    expect(strict.stderr.split('\n').slice(0, 2)).to.deep.equal([
      "Strict refuses what would be warned about: startEvent 's': attribute strange is ignored",
      "endEvent 'e': attribute more is ignored",
    ]);
    await writeFile(join(folder, 'same.bpmn'), sequence('same', task('a')));
    const kept = async () => (await sluice('deploy', '--keep-unchanged', '--strict', 'same.bpmn')).stdout;
    expect([await kept(), await kept()]).to.deep.equal(['same.bpmn: same version 1\n', 'same.bpmn: same version 1, unchanged\n']);
  });
});
