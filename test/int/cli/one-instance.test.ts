import { expect } from 'chai';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('sluice for one instance', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });

  describe('variables', () => {
    it('sets JSON and texts, and removes names', async () => {
      const id = await start(service.url, 'order', { Variables: { draft: true } });
      const set = ['--set', 'amount=12.5', '--set', 'name=Ada = L.', '--set', 'lines=[{"sku":"A1"}]'];
      const edited = await sluice('variables', id, ...set, '--delete', 'draft');
      expect(edited).to.deep.include({ code: 0, stdout: 'Edited.\n' });
      const [{ variables, variablesId = '' } = {}] = (await stateOf(service.url, id)).variableStates;
      expect(variables).to.deep.equal({ amount: 12.5, name: 'Ada = L.', lines: [{ sku: 'A1' }] });
      expect((await sluice('variables', id, '--delete', 'lines', '--scope', variablesId)).code).to.equal(0);
    });

    it('ends with 1 and the reason when it is refused, and with 2 and the usage on wrong arguments', async () => {
      const refused = await sluice('variables', UNKNOWN_ID, '--set', 'a=1');
      expect([refused.code, refused.stderr]).to.deep.equal([1, `Instance ${UNKNOWN_ID} not found\n`]);
      for (const [operands, reason] of [
        [[UNKNOWN_ID], 'nothing to --set or --delete'],
        [[UNKNOWN_ID, '--set', 'a'], "'a' is not name=value"],
        [['--set', 'a=1'], 'variables takes the id of one instance'],
      ] as const) {
        const wrong = await sluice('variables', ...operands);
        expect(wrong.code).to.equal(2);
        expect(wrong.stderr).to.match(new RegExp(`^${reason}\n\nUsage: sluice variables`));
      }
    });
  });

  describe('suspend and resume', () => {
    it('let an instance stand still, and go on', async () => {
      const id = await start(service.url, 'order');
      expect((await sluice('suspend', id, '--reason', 'wrong prices')).stdout).to.equal('Suspended by operator.\n');
      const refused = await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' });
      expect(refused.status).to.equal(409);
      expect((await sluice('suspend', id, '--alone', '--json')).stdout).to.match(/"isSuspended": true/);
      expect((await sluice('resume', id)).stdout).to.equal('Goes on.\n');
    });

    it('end with 1 and the reason when it is refused, and with 2 and the usage on wrong arguments', async () => {
      expect((await sluice('suspend', UNKNOWN_ID)).code).to.equal(1);
      const wrong = await sluice('resume', UNKNOWN_ID, '--alone');
      expect([wrong.code, wrong.stderr.split('\n')[0]]).to.deep.equal([2, "Unknown option '--alone'"]);
      expect((await sluice('suspend')).code).to.equal(2);
    });
  });
});
