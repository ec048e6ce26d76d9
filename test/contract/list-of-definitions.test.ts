import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get } from '../support/http/http-client.ts';
import { deploy, GUID, start, stateOf, TIMESTAMP, until } from '../support/http/steps.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const ALLOWED = 'Allowed names: ProcessDefinitionKey, Version, IsActive.';

describe('GET /Definitions (docs/contributing/spec/http/definitions.md#list-of-definitions)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    const inner =
      '<subProcess id="sub"><startEvent id="in"/><endEvent id="out"/><sequenceFlow id="f9" sourceRef="in" targetRef="out"/></subProcess>';
    await deploy(service.url, model('beta', `<startEvent id="s"/>${inner}${flow('f', 's', 'sub')}`));
    await deploy(service.url, sequence('alpha', task('pack')));
    await deploy(service.url, sequence('alpha', task('pack'), userTask('review')));
    await until(
      () => get(service.url, '/Definitions'),
      (answer) => answer.json.totalCount === 3,
    );
  });
  after(() => service.stop());

  const list = async (query: string): Promise<string[]> => {
    const { items } = expectJson(await get(service.url, `/Definitions?${query}`));
    return items.map((item: { processDefinitionKey: string; version: number }) => `${item.processDefinitionKey} ${item.version}`);
  };

  it('shows one row per version with its counts at the root level when keys have several', async () => {
    const { items, ...commandBatch } = expectJson(await get(service.url, '/Definitions'));
    expect(commandBatch).to.deep.equal({ totalCount: 3, page: 1, pageSize: 20 });
    for (const item of items) {
      expect(Object.keys(item)).to.have.members([
        'processDefinitionId',
        'processDefinitionKey',
        'version',
        'deployedAt',
        'activitiesCount',
        'sequenceFlowsCount',
        'isActive',
      ]);
      expect(item.deployedAt).to.match(TIMESTAMP);
      expect(item.isActive).to.equal(true);
      expect(item.processDefinitionId.startsWith(`${item.processDefinitionKey}:${item.version}:`)).to.equal(true);
    }
    const counts = items.map((item: Record<string, number>) => [item['activitiesCount'], item['sequenceFlowsCount']]);
    expect(counts).to.deep.equal([
      [4, 3],
      [3, 2],
      [2, 1],
    ]);
  });

  it('is ordered by key, newest version first, when no order is asked for', async () => {
    expect(await list('')).to.deep.equal(['alpha 2', 'alpha 1', 'beta 1']);
  });

  it('sorts, filters and pages when asked to', async () => {
    expect(await list('sorts=DeployedAt')).to.deep.equal(['beta 1', 'alpha 1', 'alpha 2']);
    expect(await list('sorts=-processdefinitionkey,version')).to.deep.equal(['beta 1', 'alpha 1', 'alpha 2']);
    expect(await list('filters=ProcessDefinitionKey==alpha,Version>1')).to.deep.equal(['alpha 2']);
    expect(await list('filters=IsActive==false')).to.deep.equal([]);
    expect(await list('page=2&pageSize=2')).to.deep.equal(['beta 1']);
  });

  it('refuses names when they belong to other lists', async () => {
    const answer = await get(service.url, '/Definitions?filters=DeployedAt>2020-01-01');
    expectProblem(answer, 400, `Unknown filter name 'DeployedAt'. ${ALLOWED}`, '/Definitions');
    expect((await get(service.url, '/Definitions?sorts=IsActive')).json.detail).to.equal(
      "Unknown sort name 'IsActive'. Allowed names: ProcessDefinitionKey, Version, DeployedAt.",
    );
  });

  describe('2.4 and 2.5 lists of instances', () => {
    let ids: string[];
    before(async () => {
      ids = [];
      for (const BusinessId of ['PO-1', 'PO-2', undefined]) ids.push(await start(service.url, 'alpha', { BusinessId }));
      for (const id of ids) await stateOf(service.url, id);
    });

    it('show the instances of every version, newest first, when no version is in the path', async () => {
      const { items, ...commandBatch } = expectJson(await get(service.url, '/Definitions/alpha/instances'));
      expect(commandBatch).to.deep.equal({ totalCount: 3, page: 1, pageSize: 20 });
      const [newest] = items;
      expect(newest).to.deep.include({
        isStarted: true,
        isCompleted: false,
        isCancelled: false,
        isFailed: false,
        businessId: null,
        completedAt: null,
      });
      expect(newest.instanceId).to.match(GUID).and.to.equal(ids[2]);
      expect(newest.processDefinitionId).to.match(/^alpha:2:/);
      expect([newest.createdAt, newest.executionStartedAt].every((time) => TIMESTAMP.test(time))).to.equal(true);
      expect(Object.keys(newest)).to.have.length(10);
      expect(items.map((item: { businessId: string | null }) => item.businessId)).to.deep.equal([null, 'PO-2', 'PO-1']);
    });

    it('keep to one version when it is in the path', async () => {
      expect(expectJson(await get(service.url, '/Definitions/alpha/2/instances')).totalCount).to.equal(3);
      expect(expectJson(await get(service.url, '/Definitions/alpha/1/instances')).totalCount).to.equal(0);
      expect(expectJson(await get(service.url, '/Definitions/alpha/2147483647/instances')).totalCount).to.equal(0);
    });

    it('are empty when the key is unknown', async () => {
      const empty = { items: [], totalCount: 0, page: 1, pageSize: 20 };
      expect(expectJson(await get(service.url, '/Definitions/nobody/instances'))).to.deep.equal(empty);
      expect(expectJson(await get(service.url, '/Definitions/nobody/1/instances'))).to.deep.equal(empty);
    });

    it('answer 404 as no endpoint does when the version is not one', async () => {
      for (const version of ['2147483648', '-1', '1.0', 'one', '%20']) {
        const path = `/Definitions/alpha/${version}/instances`;
        expectProblem(await get(service.url, path), 404, 'No endpoint matches this path.', path);
      }
    });

    it('keep to a business id when it is given as a parameter (docs/contributing/spec/http/lists.md#business-id-parameter)', async () => {
      const byId = async (value: string) =>
        expectJson(await get(service.url, `/Definitions/alpha/instances?businessId=${value}`)).items.map(
          (item: { instanceId: string }) => item.instanceId,
        );
      expect(await byId('PO-2')).to.deep.equal([ids[1]]);
      expect(await byId('po-2')).to.deep.equal([]);
      expect(await byId('')).to.have.length(3);
      const path = '/Definitions/alpha/instances';
      const answer = await get(service.url, `${path}?businessId=%20`);
      expectProblem(answer, 400, 'BusinessId must not be empty or white space.', path);
    });
  });
});
