import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get, post } from '../../support/http/http-client.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice audit', function () {
  this.timeout(180_000);
  let service: TestService;
  let id: string;
  before(async () => {
    service = await startService({ env: { Audit__Enabled: 'true' } });
    await deploy(service.url, sequence('order', task('pack')));
    id = await start(service.url, 'order');
    await post(service.url, `/Instances/${id}/cancel`, {});
    for (const act of ['DeployDefinition', 'CancelInstance'])
      await eventually(`${act} is written`, async () => {
        const { items } = expectJson(await get(service.url, `/Audit?filters=Act==${act}`));
        return items.length === 1;
      });
  });
  after(() => service.stop());

  const sluice = (operands: readonly string[], env: Record<string, string> = { SLUICE_URL: service.url }) =>
    runVerb(['audit', ...operands], env);

  it('lists for people and for programs, by every filter', async () => {
    const table = (await sluice(['--table'])).stdout.split('\n');
    expect(table[0]).to.match(/^AT +ACT +RESULT +COUNT +ACTOR +ADDRESS +ON$/);
    expect(table[1]).to.match(new RegExp(`CancelInstance +accepted +1 +anonymous +127\\.0\\.0\\.1 +instance ${id}$`));
    const filters = [
      '--act',
      'CancelInstance',
      '--process',
      'order',
      '--target',
      id,
      '--address',
      '127.0.0.1',
      '--result',
      'accepted',
    ];
    const page = JSON.parse((await sluice(['list', ...filters, '--from', '2026-01-01'])).stdout);
    expect(page.items.map(({ targetId }: { targetId: string }) => targetId)).to.deep.equal([id]);
    for (const none of [
      ['--to', '2026-01-01'],
      ['--actor', 'nobody|, *'],
      ['--target', newId()],
    ]) {
      expect((await sluice([...none, '--table'])).stdout, none.join(' ')).to.equal('No entries.\n');
    }
  });

  it('exports all that match as CSV', async () => {
    const { code, stdout } = await sluice(['--csv', '--act', 'DeployDefinition']);
    const lines = stdout.trimEnd().split('\r\n');
    expect([code, lines.length]).to.deep.equal([0, 2]);
    expect(lines[0]).to.match(/^at,act,result/);
    expect(lines[1]).to.contain(',DeployDefinition,accepted,200,');
  });

  it('shows errors of arguments and addresses', async () => {
    const wrong = [['explode'], ['list', 'more'], ['--csv', '--json'], ['--csv', '--page', '2'], ['--page', '0'], ['--colour']];
    for (const operands of wrong) {
      const { code, stderr } = await sluice(operands);
      expect(code, operands.join(' ')).to.equal(2);
      expect(stderr).to.contain('Usage: sluice audit');
    }
    for (const operands of [[], ['--csv']]) {
      const { code, stderr } = await sluice(operands, { SLUICE_URL: 'http://127.0.0.1:9' });
      expect([code, stderr.includes('does not answer')]).to.deep.equal([1, true]);
    }
    const refused = await sluice(['--csv', '--from', 'yesterday']);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain('yesterday');
  });
});
