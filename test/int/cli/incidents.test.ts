// tier all: starts a process for each command; the contract tests of incidents show the rules
import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { raisedIncident, STUCK } from '../../support/models/incident-models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

describe('sluice incidents', function () {
  this.timeout(180_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, STUCK);
  });
  after(() => service.stop());

  const sluice = (operands: readonly string[], env: Record<string, string> = { SLUICE_URL: service.url }) =>
    runVerb(['incidents', ...operands], env);

  itFull('lists and shows for people and for programs, by every filter', async () => {
    expect((await sluice(['--process', 'nobody|, *', '--table'])).stdout).to.equal('No incidents.\n');
    const id = await raisedIncident(service.url);
    const table = (await sluice(['--table'])).stdout.split('\n');
    expect(table[0]).to.match(/^ID +PROCESS +ACTIVITY +COUNT +LAST FAILED AT +CODE +ERROR$/);
    expect(table[1]).to.match(new RegExp(`^${id}  stuck +work +1 `));
    const filters = ['--process', 'stuck', '--activity', 'work', '--code', '500'];
    const page = JSON.parse((await sluice(['list', ...filters])).stdout);
    expect(page.items[0].incidentId).to.equal(id);
    const shown = (await sluice(['show', id, '--table'])).stdout;
    expect(shown).to.match(/^incidentId +/);
    expect(shown).to.contain('errorMessage\n  ').and.contain('retryDoes');
    expect((await sluice(['show', newId()])).code).to.equal(1);
  });

  itFull('retries, and ends with 1 when one fails again or is unknown', async () => {
    const [id, gone] = [await raisedIncident(service.url), newId()];
    const answer = await sluice(['retry', id, gone]);
    expect(answer.code).to.equal(1);
    const [first = '', second = ''] = answer.stdout.split('\n');
    expect(first).to.match(new RegExp(`^${id}  retried, failed again: `));
    expect(second).to.equal(`${gone}  Incident '${gone}' not found. It may be resolved, or the id is wrong.`);
    expect((await sluice(['retry', '--process', 'nobody'])).stdout).to.equal('No incident fits.\n');
    const all = JSON.parse((await sluice(['retry', '--all', '--json'])).stdout);
    expect(all.map(({ incidentId }: { incidentId: string }) => incidentId)).to.include(id);
  });

  // slow: three processes of the command line
  it('resolves one with variables', async () => {
    const instanceId = await start(service.url, 'stuck');
    const [{ incidentId }] = JSON.parse((await sluice(['--instance', instanceId, '--json'])).stdout).items;
    const resolved = await sluice(['resolve', incidentId, '--set', 'done="by hand"', '--set', 'n=1']);
    expect([resolved.code, resolved.stdout]).to.deep.equal([0, `${incidentId}  resolved\n`]);
    const state = await stateOf(service.url, instanceId);
    expect(state.isCompleted).to.equal(true);
    expect(state.variableStates[0]?.variables).to.deep.equal({ done: 'by hand', n: 1 });
    expect((await sluice(['resolve', incidentId])).code).to.equal(1);
  });

  it('shows errors of arguments and addresses', async () => {
    const wrong = [
      ...[['explode'], ['show'], ['retry'], ['resolve'], ['list', newId()], ['retry', newId(), '--all'], ['list', '--colour']],
      ...[
        ['resolve', newId(), '--set', 'x=text'],
        ['resolve', newId(), '--set', '=1'],
        ['list', '--page', '0'],
      ],
    ];
    for (const operands of wrong) expect((await sluice(operands)).code, operands.join(' ')).to.equal(2);
    const text = (await sluice(['resolve', newId(), '--set', 'x=text'])).stderr;
    expect(text).to.contain(`--set x: 'text' is not JSON; a text has quotes: x='"text"'`);
    const away = await sluice([], { SLUICE_URL: 'http://127.0.0.1:1' });
    expect([away.code, away.stdout]).to.deep.equal([1, '']);
    expect(away.stderr).to.contain('does not answer');
  });
});
