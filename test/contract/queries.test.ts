import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, stateOf } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Definitions/order/instances';
const FILTERS = 'Allowed names: IsStarted, IsCompleted, IsCancelled, IsFailed, BusinessId, CreatedAt.';
const SORTS = 'Allowed names: CreatedAt, ExecutionStartedAt, CompletedAt, BusinessId.';

describe('paging, sorting and filtering (docs/contributing/spec/http/lists.md)', () => {
  let service: TestService;
  const names = new Map<string, string>();
  const createdAt = new Map<string, string>();
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review')));
    const instances: readonly [name: string, BusinessId: string | undefined][] = [
      ['running', 'PO-1'],
      ['failed', 'po-2'],
      ['cancelled', 'A,1|2'],
      ['none', undefined],
      ['word', 'null'],
    ];
    for (const [name, BusinessId] of instances) {
      const { instanceId, taskId } = await startAtTask(service.url, 'order', 'review', { BusinessId });
      if (name === 'failed') expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'm' }));
      if (name === 'cancelled') expectEmpty(await post(service.url, `/UserTasks/${taskId}/cancel`));
      names.set(instanceId, name);
      await stateOf(service.url, instanceId);
    }
    const { items } = expectJson(await get(service.url, PATH));
    for (const item of items) createdAt.set(names.get(item.instanceId) ?? '', item.createdAt);
  });
  after(() => service.stop());

  const query = (parameters: Record<string, string>): string => `${PATH}?${new URLSearchParams(parameters)}`;
  const list = async (parameters: Record<string, string>): Promise<(string | undefined)[]> => {
    const { items } = expectJson(await get(service.url, query(parameters)));
    return items.map((item: { instanceId: string }) => names.get(item.instanceId));
  };

  describe('3.1 paging', () => {
    const cases: readonly [parameters: Record<string, string>, page: number, pageSize: number][] = [
      [{}, 1, 20],
      [{ page: '', pageSize: '' }, 1, 20],
      [{ page: '0', pageSize: '0' }, 1, 1],
      [{ page: '-5', pageSize: '-5' }, 1, 1],
      [{ page: '2', pageSize: '101' }, 2, 100],
      [{ page: '2147483647', pageSize: '2' }, 2147483647, 2],
    ];
    for (const [parameters, page, pageSize] of cases) {
      it(`sends ${page} and ${pageSize} back when asked for ${JSON.stringify(parameters)}, with the true total`, async () => {
        const { items, ...commandBatch } = expectJson(await get(service.url, query(parameters)));
        expect(commandBatch).to.deep.equal({ page, pageSize, totalCount: 5 });
        expect(items).to.have.length(Math.max(0, Math.min(pageSize, 5 - (page - 1) * pageSize)));
      });
    }
    for (const name of ['page', 'pageSize']) {
      it(`refuses ${name} when it is not an integer of 32 bits`, async () => {
        for (const value of ['x', '1.5', '1e1', '2147483648', '-2147483649', ' ']) {
          expectProblem(await get(service.url, query({ [name]: value })), 400, `${name} must be an integer.`, PATH);
        }
      });
    }
    it('neither repeats nor loses a row when the list is paged through', async () => {
      const seen: (string | undefined)[] = [];
      for (const page of ['1', '2', '3']) seen.push(...(await list({ page, pageSize: '2', sorts: 'CompletedAt' })));
      expect([...seen].sort()).to.deep.equal([...names.values()].sort());
    });
  });

  describe('3.3 sorts', () => {
    const cases: readonly [sorts: string, expected: readonly string[]][] = [
      ['', ['word', 'none', 'cancelled', 'failed', 'running']],
      [' , ', ['word', 'none', 'cancelled', 'failed', 'running']],
      ['createdAt', ['running', 'failed', 'cancelled', 'none', 'word']],
      ['BusinessId', ['cancelled', 'running', 'word', 'failed', 'none']],
      [' -businessid , CreatedAt', ['failed', 'word', 'running', 'cancelled', 'none']],
      ['CreatedAt,-CreatedAt', ['running', 'failed', 'cancelled', 'none', 'word']],
    ];
    for (const [sorts, expected] of cases) {
      it(`orders the rows when sorts is "${sorts}"`, async () => {
        expect(await list({ sorts })).to.deep.equal(expected);
      });
    }
    it('puts rows without a value last when either direction is asked for', async () => {
      expect((await list({ sorts: 'CompletedAt' })).slice(0, 2)).to.deep.equal(['failed', 'cancelled']);
      expect((await list({ sorts: '-CompletedAt' })).slice(0, 2)).to.deep.equal(['cancelled', 'failed']);
    });
  });

  describe('3.4 filters', () => {
    const cases: readonly [filters: string, expected: readonly string[]][] = [
      ['IsCompleted==true,IsFailed==true', ['failed']],
      ['(IsCancelled|IsFailed)==true', ['failed', 'cancelled']],
      ['isstarted==TRUE', ['running', 'failed', 'cancelled', 'none', 'word']],
      ['BusinessId@=*po-', ['running', 'failed']],
      ['BusinessId@=po-', ['failed']],
      ['BusinessId!@=*po-', ['cancelled', 'word']],
      ['BusinessId_=*P', ['running', 'failed']],
      ['BusinessId!_=P', ['failed', 'cancelled', 'word']],
      ['BusinessId_-=2', ['failed', 'cancelled']],
      ['BusinessId!_-=*LL', ['running', 'failed', 'cancelled']],
      ['BusinessId==*PO-2', ['failed']],
      ['BusinessId!=*PO-2', ['running', 'cancelled', 'word']],
      ['BusinessId==A\\,1\\|2', ['cancelled']],
      ['BusinessId==PO-1|po-2', ['running', 'failed']],
      ['BusinessId==null', ['none']],
      ['BusinessId!=null', ['running', 'failed', 'cancelled', 'word']],
      ['BusinessId==\\null', ['word']],
      ['BusinessId!=PO-1', ['failed', 'cancelled', 'word']],
      ['CreatedAt>2100-01-01', []],
      ['CreatedAt<2100-01-01T00:00:00+14:00,IsCompleted==false', ['running', 'none', 'word']],
    ];
    for (const [filters, expected] of cases) {
      it(`keeps ${expected.join(', ') || 'nothing'} when filters is ${filters}`, async () => {
        expect(await list({ filters, sorts: 'CreatedAt' })).to.deep.equal(expected);
      });
    }
    it('compares a printed time equal, also when its plus has become a space', async () => {
      const time = createdAt.get('failed') ?? '';
      expect(await list({ filters: `CreatedAt==${time}` })).to.include('failed');
      const { items } = expectJson(await get(service.url, `${PATH}?filters=CreatedAt==${time}`));
      expect(items.map((item: { createdAt: string }) => item.createdAt)).to.include(time);
    });
    it('adds businessId with AND when both are given (docs/contributing/spec/http/lists.md#business-id-parameter)', async () => {
      expect(await list({ businessId: 'A,1|2', filters: 'IsCancelled==true' })).to.deep.equal(['cancelled']);
      expect(await list({ businessId: 'A,1|2', filters: 'IsCancelled==false' })).to.deep.equal([]);
    });
  });

  describe('3.6 errors', () => {
    const cases: readonly [parameters: Record<string, string>, detail: string][] = [
      [{ filters: 'Nope==1' }, `Unknown filter name 'Nope'. ${FILTERS}`],
      [{ filters: 'CompletedAt>2020-01-01' }, `Unknown filter name 'CompletedAt'. ${FILTERS}`],
      [{ sorts: 'IsFailed' }, `Unknown sort name 'IsFailed'. ${SORTS}`],
      [{ filters: 'IsFailed' }, `Malformed filter term 'IsFailed'. ${FILTERS}`],
      [{ filters: '==1' }, `Malformed filter term '==1'. ${FILTERS}`],
      [{ filters: 'IsFailed==' }, `Malformed filter term 'IsFailed=='. ${FILTERS}`],
      [{ filters: '(IsFailed==true' }, `Malformed filter term '(IsFailed==true'. ${FILTERS}`],
      [{ filters: 'isfailed>true' }, `Operator '>' cannot be used with 'IsFailed'. ${FILTERS}`],
      [{ filters: 'CreatedAt@=2026' }, `Operator '@=' cannot be used with 'CreatedAt'. ${FILTERS}`],
      [{ filters: 'IsFailed==maybe' }, `Value 'maybe' is not valid for 'IsFailed'. ${FILTERS}`],
      [{ filters: 'CreatedAt>yesterday' }, `Value 'yesterday' is not valid for 'CreatedAt'. ${FILTERS}`],
      [{ filters: 'IsFailed==null' }, `Value 'null' is not valid for 'IsFailed'. ${FILTERS}`],
      [{ filters: Array(21).fill('IsFailed==true').join() }, `Too many terms in filters. At most 20 are allowed. ${FILTERS}`],
      [{ sorts: Array(21).fill('CreatedAt').join() }, `Too many terms in sorts. At most 20 are allowed. ${SORTS}`],
      [{ filters: 'IsFailed==true,Bad,Nope==1' }, `Malformed filter term 'Bad'. ${FILTERS}`],
      [{ filters: 'Nope==1', sorts: 'Nope' }, `Unknown filter name 'Nope'. ${FILTERS}`],
      [{ businessId: ' ', filters: 'Nope==1' }, 'BusinessId must not be empty or white space.'],
      [{ pageSize: 'x', businessId: ' ' }, 'pageSize must be an integer.'],
      [{ page: 'x', pageSize: 'x' }, 'page must be an integer.'],
    ];
    for (const [parameters, detail] of cases) {
      it(`answers "${detail.slice(0, 60)}" when the query is ${JSON.stringify(parameters).slice(0, 60)}`, async () => {
        expectProblem(await get(service.url, query(parameters)), 400, detail, PATH);
      });
    }
  });
});
