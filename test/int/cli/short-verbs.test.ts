import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { raisedIncident, STUCK } from '../../support/models/incident-models.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('sluice retry, resolve and cancel', function () {
  this.timeout(180_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, STUCK);
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());
  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });

  it('do what the same actions of incidents do', async () => {
    const id = await raisedIncident(service.url);
    const retried = await sluice('retry', id, newId());
    expect([retried.code, retried.stdout.split('\n')[0]?.startsWith(`${id}  retried, failed again: `)]).to.deep.equal([1, true]);
    const resolved = await sluice('resolve', id, '--set', 'done=true');
    expect([resolved.code, resolved.stdout]).to.deep.equal([0, `${id}  resolved\n`]);
    const wrong = await sluice('retry');
    expect([wrong.code, wrong.stderr.split('\n')[0]]).to.deep.equal([2, 'retry takes the ids of incidents']);
    expect((await sluice('resolve', id, '--set', 'x=text')).stderr).to.contain('is not JSON');
  });

  it('end each instance by itself when one of them is unknown', async () => {
    const [first, second, gone] = [await start(service.url, 'order'), await start(service.url, 'order'), newId()];
    const { code, stdout } = await sluice('cancel', first, gone, second, '--reason', 'twice');
    expect([code, stdout]).to.deep.equal([1, `${first}  cancelled\n${gone}  Instance ${gone} not found\n${second}  cancelled\n`]);
    for (const id of [first, second]) {
      const state = await eventually('it is cancelled', async () => {
        const found = await stateOf(service.url, id);
        return found.isCancelled ? found : undefined;
      });
      expect(state.isCompleted).to.equal(true);
    }
    const json = await sluice('cancel', first, '--json');
    expect([json.code, JSON.parse(json.stdout)]).to.deep.equal([0, [{ instanceId: first, refusal: null }]]);
    const away = await runVerb(['cancel', first, second], { SLUICE_URL: 'http://127.0.0.1:1' });
    expect([away.code, away.stdout]).to.deep.equal([1, '']);
  });
});
