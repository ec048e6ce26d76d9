import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get } from '../../support/http/http-client.ts';
import { start, stateOf } from '../../support/http/steps.ts';
import { decision, decisionFile, literal } from '../../support/models/decisions.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

const DECIDE =
  '<businessRuleTask id="decide" camunda:decisionRef="rate" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="rate"/>';

describe('sluice deploy', function () {
  this.timeout(60_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sluice-deploy-'));
    await mkdir(join(folder, 'sub'));
    await mkdir(join(folder, '.hidden'));
    await writeFile(join(folder, 'a.bpmn'), sequence('first', DECIDE, task('wait')));
    await writeFile(join(folder, 'sub', 'b.bpmn20.xml'), sequence('second', task('a')));
    await writeFile(join(folder, 'sub', 'rate.dmn'), decisionFile(decision('rate', literal('3 + 4'))));
    await writeFile(join(folder, 'unused.form'), '{}');
    await writeFile(join(folder, 'notes.txt'), 'nothing to deploy');
    await writeFile(join(folder, '.hidden', 'c.bpmn'), 'never read');
    await mkdir(join(folder, 'broken'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const sluice = (...operands: readonly string[]) => runVerb(['deploy', ...operands], { SLUICE_URL: service.url }, folder);
  const versionsOf = async (key: string): Promise<number> =>
    expectJson(await get(service.url, `/Definitions?filters=ProcessDefinitionKey==${key}`)).totalCount;

  it('sends a folder as one deploy when it is named, and shows what became of it', async () => {
    const { code, stdout, stderr } = await sluice('.');
    expect(stderr).to.equal('');
    expect(stdout.split('\n')).to.deep.equal([
      'a.bpmn: first version 1',
      'sub/b.bpmn20.xml: second version 1',
      'warning: unused.form: no file refers to this form',
      '',
    ]);
    expect(code).to.equal(0);
    const state = await stateOf(service.url, await start(service.url, 'first'));
    expect(JSON.stringify(state.variableStates)).to.contain('"rate":7');
  });

  it('takes single files, and prints the answer for programs', async () => {
    const { code, stdout } = await sluice('--json', 'a.bpmn', 'sub/rate.dmn');
    expect(JSON.parse(stdout)).to.deep.equal({ ProcessDefinitionKey: 'first', Version: 2 });
    expect(code).to.equal(0);
  });

  it('ends with 1 and deploys nothing when one file is refused', async () => {
    await writeFile(join(folder, 'broken', 'd.bpmn'), sequence('third', task('a')));
    await writeFile(join(folder, 'broken', 'rate.dmn'), decisionFile(decision('rate', literal('3 +'))));
    const { code, stderr } = await sluice('broken');
    expect(stderr).to.match(/^Invalid BPMN: rate\.dmn: decision 'rate': expression: cannot parse '3 \+'/);
    expect(code).to.equal(1);
    await start(service.url, 'first');
    expect(await versionsOf('third')).to.equal(0);
  });

  it('ends with 2 when there is nothing to deploy, a file is missing or the arguments are wrong', async () => {
    expect(await sluice('sub/rate.dmn')).to.deep.include({
      code: 2,
      stderr: 'no BPMN file (.bpmn, .bpmn20.xml) found\n',
    });
    const missing = await sluice('gone');
    expect(missing.code).to.equal(2);
    expect(missing.stderr).to.contain('gone: ENOENT');
    expect((await sluice('--strange', '.')).code).to.equal(2);
  });
});
