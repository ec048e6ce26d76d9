import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

interface List {
  readonly title: string;
  readonly path: string;
  readonly filters: string;
  readonly sorts: string;
}
const LISTS: readonly List[] = [
  {
    title: '/Definitions',
    path: '/Definitions',
    filters: 'ProcessDefinitionKey, Version, IsActive',
    sorts: 'ProcessDefinitionKey, Version, DeployedAt',
  },
  ...['', '/1'].map((version) => ({
    title: `/Definitions/{key}${version === '' ? '' : '/{version}'}/instances`,
    path: `/Definitions/order${version}/instances`,
    filters: 'IsStarted, IsCompleted, IsCancelled, IsFailed, BusinessId, CreatedAt',
    sorts: 'CreatedAt, ExecutionStartedAt, CompletedAt, BusinessId',
  })),
  { title: '/UserTasks', path: '/UserTasks', filters: 'CreatedAt, TaskState', sorts: 'CreatedAt' },
];

/** The sixteen operators for texts, and what each means, written down a second time. */
type Comparison = readonly [operator: string, holds: (row: string, value: string) => boolean];
const POSITIVE: readonly Comparison[] = [
  ['==', (row, value) => row === value],
  ['@=', (row, value) => row.includes(value)],
  ['_=', (row, value) => row.startsWith(value)],
  ['_-=', (row, value) => row.endsWith(value)],
];
const TEXT_OPERATORS: readonly Comparison[] = POSITIVE.flatMap(([text, holds]): Comparison[] => {
  const negated = text === '==' ? '!=' : `!${text}`;
  const ignoring = (row: string, value: string) => holds(row.toLowerCase(), value.toLowerCase());
  return [
    [text, holds],
    [negated, (row, value) => !holds(row, value)],
    [`${text}*`, ignoring],
    [`${negated}*`, (row, value) => !ignoring(row, value)],
  ];
});
const IDS = ['PO-1', 'po-1', 'PO-10', 'A,1|2', 'a\\b', '*x', 'x==y', 'null', 'Ärger', 'äRGER', '(b)', '100%_'];
const VALUES = ['PO-1', 'po', '1', 'A,1|2', 'a\\b', '*x', 'x==y', '==', 'null', 'ÄR', ')', '%', '_', ''];
/** A value as it is written in a filter: what means something there is escaped. */
const escaped = (value: string, operator = '==') =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(',', '\\,')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replace(/^null$/i, operator === '==' || operator === '!=' ? '\\$&' : '$&');

describe('every list (docs/contributing/spec/http/lists.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review')));
    await deploy(service.url, sequence('order', userTask('review')));
    await deploy(service.url, sequence('zebra', userTask('review')));
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'zebra' }));
    for (const BusinessId of IDS) await stateOf(service.url, await start(service.url, 'order', { BusinessId }));
    await stateOf(service.url, await start(service.url, 'order'));
  });
  after(() => service.stop());
  const query = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`;
  const rows = async (path: string, parameters: Record<string, string>) => {
    const { items, data, totalCount } = expectJson(await get(service.url, query(path, { pageSize: '100', ...parameters })));
    expect(totalCount).to.equal((items ?? data).length);
    return items ?? data;
  };

  for (const { title, path, filters, sorts } of LISTS) {
    describe(title, () => {
      it('takes its filter and sort names in any case', async () => {
        for (const name of sorts.split(', ')) {
          for (const written of [name, name.toUpperCase(), `-${name.toLowerCase()}`])
            expect((await get(service.url, query(path, { sorts: written }))).status, written).to.equal(200);
        }
        for (const name of filters.split(', ')) {
          const value = /^Is/.test(name) ? 'true' : name === 'TaskState' ? 'created' : name.endsWith('At') ? '2026-01-01' : '1';
          for (const written of [name, name.toUpperCase(), name.toLowerCase()])
            expect((await get(service.url, query(path, { filters: `${written}==${value}` }))).status, written).to.equal(200);
        }
      });

      it('refuses unknown names with the allowed ones in their order', async () => {
        const cases: readonly [parameters: Record<string, string>, detail: string][] = [
          [{ filters: 'Nope==1' }, `Unknown filter name 'Nope'. Allowed names: ${filters}.`],
          [{ sorts: '-Nope' }, `Unknown sort name 'Nope'. Allowed names: ${sorts}.`],
          [{ filters: `${'x'.repeat(300)}==1` }, `Unknown filter name '${'x'.repeat(256)}…'. Allowed names: ${filters}.`],
          [{ filters: 'Nope' }, `Malformed filter term 'Nope'. Allowed names: ${filters}.`],
        ];
        for (const [parameters, detail] of cases)
          expectProblem(await get(service.url, query(path, parameters)), 400, detail, path);
      });

      it('corrects page and pageSize the same way', async () => {
        for (const [parameters, page, pageSize] of [
          [{}, 1, 20],
          [{ page: '0', pageSize: '0' }, 1, 1],
          [{ page: '+2', pageSize: '101' }, 2, 100],
          [{ PAGE: '3', PageSize: '7' }, 3, 7],
          [{ page: '', pageSize: '' }, 1, 20],
        ] as const) {
          const answer = expectJson(await get(service.url, query(path, parameters)));
          expect([answer.page, answer.pageSize]).to.deep.equal([page, pageSize]);
        }
        expectProblem(await get(service.url, `${path}?page=1.0`), 400, 'page must be an integer.', path);
        expectProblem(await get(service.url, `${path}?pageSize=9999999999`), 400, 'pageSize must be an integer.', path);
      });

      it('counts the first of a repeated parameter (docs/contributing/spec/http.md#query-names)', async () => {
        expect(expectJson(await get(service.url, `${path}?pageSize=3&PAGESIZE=x`)).pageSize).to.equal(3);
      });

      it('shows the true total behind the last page', async () => {
        const { totalCount } = expectJson(await get(service.url, path));
        const behind = expectJson(await get(service.url, `${path}?page=1000`));
        expect([behind.totalCount, (behind.items ?? behind.data).length]).to.deep.equal([totalCount, 0]);
      });

      it('neither repeats nor loses a row when it is paged through in either direction', async () => {
        const all = (await rows(path, {})).length;
        for (const name of sorts.split(', ')) {
          for (const order of [name, `-${name}`]) {
            const seen = new Set<string>();
            for (let page = 1; page <= Math.ceil(all / 4); page++) {
              const answer = expectJson(await get(service.url, query(path, { sorts: order, page: String(page), pageSize: '4' })));
              expect(answer.totalCount).to.equal(all);
              for (const row of answer.items ?? answer.data) seen.add(JSON.stringify(row));
            }
            expect(seen.size, order).to.equal(all);
          }
        }
      });
    });
  }

  describe('definitions', () => {
    const keys = async (filters: string) =>
      (await rows('/Definitions', { filters })).map(
        (item: { processDefinitionKey: string; version: number }) => `${item.processDefinitionKey}:${item.version}`,
      );
    for (const [filters, expected] of [
      ['', ['order:2', 'order:1', 'zebra:1']],
      ['ProcessDefinitionKey==order', ['order:2', 'order:1']],
      ['ProcessDefinitionKey_=*ZEB', ['zebra:1']],
      ['Version==2', ['order:2']],
      ['Version!=2', ['order:1', 'zebra:1']],
      ['Version>1', ['order:2']],
      ['Version>=1', ['order:2', 'order:1', 'zebra:1']],
      ['Version<2', ['order:1', 'zebra:1']],
      ['Version<=-1', []],
      ['Version==1|2,ProcessDefinitionKey!@=z', ['order:2', 'order:1']],
      ['IsActive==false', ['zebra:1']],
      ['IsActive!=FALSE', ['order:2', 'order:1']],
    ] as const) {
      it(`keeps ${expected.join(', ') || 'nothing'} when filters is ${filters || 'empty'}`, async () => {
        await until(
          () => keys('IsActive==false'),
          (found) => found.length === 1,
        );
        expect(await keys(filters)).to.deep.equal(expected);
      });
    }
    it('orders by each of its names', async () => {
      const order = async (sorts: string) =>
        (await rows('/Definitions', { sorts })).map(
          (item: { processDefinitionKey: string; version: number }) => `${item.processDefinitionKey}:${item.version}`,
        );
      expect(await order('-ProcessDefinitionKey')).to.deep.equal(['zebra:1', 'order:1', 'order:2']);
      expect(await order('DeployedAt')).to.deep.equal(['order:1', 'order:2', 'zebra:1']);
      expect(await order('Version,-ProcessDefinitionKey')).to.deep.equal(['zebra:1', 'order:1', 'order:2']);
      expectProblem(
        await get(service.url, '/Definitions?filters=ProcessDefinitionKey==null,Version==null'),
        400,
        "Value 'null' is not valid for 'Version'. Allowed names: ProcessDefinitionKey, Version, IsActive.",
        '/Definitions',
      );
    });
  });

  describe('user tasks', () => {
    it('filters by state and time, and joins all parameters', async () => {
      const { taskId } = await startAtTask(service.url, 'order');
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
      const ids = async (parameters: Record<string, string>) =>
        (await rows('/UserTasks', parameters)).map((task: { activityInstanceId: string }) => task.activityInstanceId);
      const claimed = await until(
        () => ids({ filters: 'TaskState==CLAIMED' }),
        (found) => found.length === 1,
      );
      expect(claimed).to.deep.equal([taskId]);
      const all = await ids({});
      expect(await ids({ filters: 'TaskState!=Claimed' })).to.deep.equal(all.filter((id: string) => id !== taskId));
      expect(await ids({ filters: 'TaskState==Created|Claimed' })).to.deep.equal(all);
      expect(await ids({ filters: 'TaskState==Completed' })).to.deep.equal([]);
      expect(await ids({ filters: 'CreatedAt>2000-01-01' })).to.deep.equal(all);
      expect(await ids({ filters: 'TaskState==Claimed', assignee: 'nobody' })).to.deep.equal([]);
      expect(await ids({ sorts: 'createdAt' })).to.deep.equal([...all].reverse());
      for (const [filters, detail] of [
        ['TaskState==Open', "Value 'Open' is not valid for 'TaskState'."],
        ['TaskState>Created', "Operator '>' cannot be used with 'TaskState'."],
        ['TaskState==', "Malformed filter term 'TaskState=='."],
      ])
        expectProblem(
          await get(service.url, query('/UserTasks', { filters: filters ?? '' })),
          400,
          `${detail} Allowed names: CreatedAt, TaskState.`,
          '/UserTasks',
        );
    });
  });

  describe('operators for texts (docs/contributing/spec/http/lists.md#filters)', () => {
    const PATH = '/Definitions/order/instances';
    const found = async (parameters: Record<string, string>): Promise<(string | null)[]> =>
      (await rows(PATH, parameters)).map((item: { businessId: string | null }) => item.businessId).sort();
    for (const [operator, holds] of TEXT_OPERATORS) {
      it(`keeps what it specifies for ${operator}, whatever the value`, async () => {
        for (const value of VALUES) {
          const expected = IDS.filter((id) => holds(id, value)).sort();
          expect(await found({ filters: `BusinessId${operator}${escaped(value, operator)}` }), value).to.deep.equal(expected);
        }
      });
    }
    it('takes several values of a term as alternatives', async () => {
      expect(await found({ filters: `BusinessId==${['PO-1', 'A,1|2', '*x'].map((id) => escaped(id)).join('|')}` })).to.deep.equal(
        ['*x', 'A,1|2', 'PO-1'].sort(),
      );
      expect(await found({ filters: 'BusinessId==null|po-1' })).to.deep.equal([null, null, 'po-1']);
    });
    it('finds exactly one business id by the parameter, commas, bars and all', async () => {
      for (const id of IDS) expect(await found({ businessId: id }), id).to.deep.equal([id]);
      expect(await found({ businessId: '' })).to.have.length(IDS.length + 2);
      expect(await found({ BUSINESSID: 'PO-1', filters: 'IsCompleted==true' })).to.deep.equal([]);
    });
    for (const [value, detail] of [
      [' ', 'BusinessId must not be empty or white space.'],
      [' a', 'BusinessId must not have leading or trailing white space.'],
      ['a\u0007', 'BusinessId must not contain control characters.'],
      ['x'.repeat(257), 'BusinessId must be at most 256 characters.'],
    ] as const) {
      it(`refuses the parameter when it is ${JSON.stringify(value.slice(0, 10))}`, async () => {
        expectProblem(await get(service.url, query(PATH, { businessId: value })), 400, detail, PATH);
      });
    }
    it('ignores the parameter on lists that have no business ids', async () => {
      for (const path of ['/Definitions', '/UserTasks'])
        expect((await get(service.url, `${path}?businessId=%20`)).status).to.equal(200);
    });
  });
});
