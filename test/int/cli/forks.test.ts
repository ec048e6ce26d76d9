import { expect } from 'chai';
import { expectEmpty } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('sluice fork and sluice revive', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('two', task('a'), task('b')));
  });
  after(() => service.stop());

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });

  it('say which instance goes on, and where, when it does', async () => {
    const instanceId = await start(service.url, 'two', { Variables: { x: 1 } });
    const forked = await sluice('fork', instanceId, '--step', '1', '--variables', '{"x":2}');
    expect(forked.code, forked.stderr).to.equal(0);
    const [, forkId = ''] = /^(\S+) goes on from step 1 of /.exec(forked.stdout) ?? [];
    expect((await stateOf(service.url, forkId)).variableStates[0]?.variables).to.deep.equal({ x: 2 });
    expectEmpty(await post(service.url, `/Instances/${forkId}/cancel`, {}));
    const revived = await sluice('revive', forkId, '--json');
    expect(JSON.parse(revived.stdout)).to.deep.equal({ WorkflowInstanceId: forkId, Step: 1, IsFork: false, SinceThen: [] });
  });

  it('end with 1 when the API refuses, and with 2 when the arguments are wrong', async () => {
    const unknown = await sluice('fork', UNKNOWN_ID);
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, `Workflow instance '${UNKNOWN_ID}' not found.\n`]);
    const wrong = [
      ['fork', UNKNOWN_ID, 'more'],
      ['fork', UNKNOWN_ID, '--step', 'x'],
      ['fork', UNKNOWN_ID, '--variables', '[]'],
      ['revive', UNKNOWN_ID, '--step', '1'],
      ['revive', '--nothing'],
    ];
    const codes: unknown[] = [];
    for (const operands of wrong) codes.push((await sluice(...operands)).code);
    expect(codes).to.deep.equal([2, 2, 2, 2, 2]);
  });
});
