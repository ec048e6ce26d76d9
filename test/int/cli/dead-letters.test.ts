import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { parkedStart, parkLetter } from '../../support/dead-letters.ts';
import { deploy, stateOf } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice dead-letters', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const park = (command: Parameters<typeof parkLetter>[1]) => parkLetter(service.databaseUrl, command);
  const sluice = (operands: readonly string[], env: Record<string, string> = { SLUICE_URL: service.url }) =>
    runVerb(['dead-letters', ...operands], env);

  it('lists and shows for people and for programs', async () => {
    const id = await park(parkedStart('listed \u202e'));
    const table = await sluice(['--process', 'listed \u202e', '--table']);
    expect(table.code).to.equal(0);
    expect(table.stdout.split('\n')[0]).to.match(/^ID +STATUS +KIND +BELONGS TO +PARKED AT +ATTEMPTS +ERROR$/);
    expect(table.stdout.split('\n')[1]).to.match(new RegExp(`^${id}  Parked  StartInstance  listed \\\\u202e `));
    expect(JSON.parse((await sluice(['list', '--kind', 'StartInstance'])).stdout).items[0].deadLetterId).to.equal(id);
    expect((await sluice(['list', '--status', 'Dropped', '--table'])).stdout).to.equal('No dead letters.\n');
    expect((await sluice(['show', id, '--table'])).stdout)
      .to.contain('"amount": 12.5')
      .and.contain('  Error: example')
      .and.contain('ifDropped');
  });

  it('retries, and ends with 1 when one is refused or unknown', async () => {
    const command = parkedStart('order');
    const id = await park(command);
    expect(await sluice(['retry', id])).to.deep.include({ code: 0, stdout: `${id}  done\n` });
    expect((await stateOf(service.url, command['instanceId'] as string)).activeActivityIds).to.deep.equal(['pack']);
    const [refused, gone] = [await park(parkedStart('nowhere')), newId()];
    const answer = await sluice(['retry', refused, gone]);
    expect([answer.code, answer.stdout]).to.deep.equal([
      1,
      `${refused}  refused: PROCESS_NOT_REGISTERED\n${gone}  Dead letter '${gone}' not found.\n`,
    ]);
  });

  it('retries and drops many by what they are', async () => {
    const ids = [await park(parkedStart('many')), await park(parkedStart('many'))];
    await deploy(service.url, sequence('many', task('pack')));
    const retried = JSON.parse((await sluice(['retry', '--process', 'many', '--json'])).stdout);
    expect(retried).to.deep.equal(ids.map((deadLetterId) => ({ deadLetterId, outcome: 'done', isDone: true })));
    const timer = await park({ kind: 'FireTimer', instanceId: newId(), subscription: 1 });
    const dropped = await sluice(['drop', '--kind', 'FireTimer', '--reason', 'nobody waits']);
    expect(dropped.stdout).to.match(new RegExp(`^${timer}  discarded\\. The timer never fires`));
    expect((await sluice(['retry', '--kind', 'FireTimer'])).stdout).to.equal('No dead letters match.\n');
  });

  it('shows errors of arguments, addresses and tokens', async () => {
    const wrong = [['explode'], ['show'], ['retry'], ['drop', newId()], ['drop', '--all', '--reason', 'x'], ['list', '--colour']];
    for (const operands of wrong) expect((await sluice(operands)).code, operands.join(' ')).to.equal(2);
    const away = await sluice([], { SLUICE_URL: 'http://127.0.0.1:1' });
    expect([away.code, away.stderr]).to.deep.equal([1, away.stderr]);
    expect(away.stderr).to.contain('does not answer');
  });

  it('does what the runbook specifies', async () => {
    const text = readFileSync(join(packageRoot, 'docs/how-to/handle-dead-letters.md'), 'utf8');
    const section = /## Handle a dead letter\n([\s\S]*)/.exec(text)?.[1] ?? '';
    const lines = [...section.matchAll(/^ *sluice dead-letters(.*)$/gm)].map(([, rest = '']) => rest.trim());
    expect(lines).to.have.length(5);
    const example = '5a336444-0ca9-4b52-9f44-7e153ff3028e';
    await park({ ...parkedStart('order'), id: example });
    for (const line of lines) {
      const operands = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      const id = operands[0] === 'drop' ? await park(parkedStart('order')) : example;
      const answer = await sluice(operands.map((operand) => (operand === example ? id : operand)));
      expect([answer.code, answer.stderr], line).to.deep.equal([0, '']);
    }
  });
});
