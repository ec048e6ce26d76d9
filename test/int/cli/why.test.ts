import { expect } from 'chai';
import { expectEmpty } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, UNKNOWN_ID } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('sluice why', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const sluice = (...operands: readonly string[]) => runVerb(['why', ...operands], { SLUICE_URL: service.url });

  it('prints the answer of the API when its output is no terminal, and sentences when they are asked for', async () => {
    const id = await start(service.url, 'order', { BusinessId: 'PO \u202e 1' });
    const { stdout, code } = await sluice(id);
    expect([code, JSON.parse(stdout).items[0].kind]).to.deep.equal([0, 'Completion']);
    const [head, line] = (await sluice(id, '--table')).stdout.split('\n');
    expect(head).to.match(new RegExp(`^${id}: order version 1, business id 'PO \\\\u202e 1', started `));
    expect(line).to.match(/^ {2}Task 'pack' waits for a client to complete it \(POST .*\)\. \(since .*\)$/);
  });

  it('says how an instance ended when it has', async () => {
    const id = await start(service.url, 'order');
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, { reason: 'sold out' }));
    expect((await sluice(id, '--table')).stdout.split('\n')[1]).to.match(/^Cancelled at .*: sold out$/);
  });

  it('says what is wrong with ids and arguments', async () => {
    const unknown = await sluice(UNKNOWN_ID);
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, `Instance ${UNKNOWN_ID} not found\n`]);
    expect((await sluice('../Definitions')).code).to.equal(1);
    for (const wrong of [['a', 'b'], ['--colour'], ['a', '--json', '--table']]) expect((await sluice(...wrong)).code).to.equal(2);
  });
});
