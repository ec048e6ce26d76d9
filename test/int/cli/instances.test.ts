import { expect } from 'chai';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, UNKNOWN_ID, until } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('sluice instances', function () {
  this.timeout(60_000);
  let service: TestService;
  let id: string;
  before(async () => {
    service = await startService({
      env: { Projection__IndexedVariables: 'order:total,order:name', Projection__MaxVariableReads: '0' },
    });
    await deploy(service.url, sequence('order', task('pack')));
    id = await start(service.url, 'order', { BusinessId: 'a,b|c \u202e', Variables: { total: 7, name: 'x,y' } });
    await start(service.url, 'order', { Variables: { total: 1 } });
    await until(
      () => get(service.url, '/Instances'),
      ({ json }) => json.totalCount === 2,
    );
  });
  after(() => service.stop());

  const sluice = (...operands: readonly string[]) => runVerb(['instances', ...operands], { SLUICE_URL: service.url });
  const idsOf = (stdout: string) => JSON.parse(stdout).items.map((item: { instanceId: string }) => item.instanceId);

  it('prints the answer of the API when its output is not a terminal, and a table when it is asked for', async () => {
    const { stdout, code } = await sluice('--process', 'order', '--sort', 'CreatedAt');
    expect([code, idsOf(stdout)[0]]).to.deep.equal([0, id]);
    const [head, first, last] = (await sluice('--table', '--page-size', '1', '--sort', 'CreatedAt')).stdout.split('\n');
    expect(head).to.match(/^INSTANCE +PROCESS +STATUS +BUSINESS ID +STARTED +ENDED +AT$/);
    expect(first).to.match(new RegExp(`^${id} +order 1 +Running +a,b\\|c \\\\u202e +\\S+ +- +pack$`));
    expect(last).to.equal('2 in all');
  });

  it('finds by every option, values with separators too', async () => {
    const options = [
      ['--process', 'order', '--version', '1', '--status', 'Running', '--status', 'Failed', '--activity', 'pack'],
      [
        '--from',
        '2020-01-01',
        '--to',
        '2100-01-01',
        '--where',
        'total>5',
        '--where',
        'name==x,y',
        '--business-id',
        'a,b|c \u202e',
      ],
    ];
    expect(idsOf((await sluice(...options.flat())).stdout)).to.deep.equal([id]);
    const none = ['--error', 'E7', '--parent', UNKNOWN_ID, '--ended-from', '2020-01-01', '--ended-to', '2100-01-01'];
    expect((await sluice(...none, '--table')).stdout).to.equal('No instances.\n');
  });

  it('shows errors of filters and arguments', async () => {
    const refused = await sluice('--where', 'colour==red');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(
      /^Variable 'colour' is not indexed\. Add '<process key>:colour' to Projection:IndexedVariables/,
    );
    for (const wrong of [['x'], ['--colour'], ['--json', '--table']]) expect((await sluice(...wrong)).code).to.equal(2);
  });
});
