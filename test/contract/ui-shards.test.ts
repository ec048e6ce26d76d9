// tier all: starts a web UI on two databases
import { expect } from 'chai';
import pg from 'pg';
import { startUi } from '../../src/ui/main.ts';
import type { FailureGroupView, HomeView } from '../../src/ui/wire/home.ts';
import type { PageView } from '../../src/ui/wire/page.ts';
import type { WorkflowView } from '../../src/ui/wire/workflows.ts';
import { deploy } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { openVisitor } from '../support/visitor.ts';

describe('the pages of several shards (docs/contributing/spec/shards.md#pages)', () => {
  let service: TestService;
  let ui: string;
  const visitor = openVisitor();
  before(async () => {
    service = await startService({ shards: 2, env: { UI_PORT: '0' } });
    ui = (await service.start(startUi)).url ?? '';
  });
  after(() => service.stop());

  async function view<T>(path: string): Promise<T> {
    const answer = await visitor.get(`${ui}/ui/api/${path}`, { 'Cache-Control': 'no-cache' });
    expect(answer.status, answer.text).to.equal(200);
    return JSON.parse(answer.text) as T;
  }

  /** Writes incidents with a new instance each into the database of a shard. */
  async function incidents(shard: number, key: string, messages: Readonly<Record<string, number>>): Promise<void> {
    const database = new pg.Client({ connectionString: service.databaseUrls[shard] });
    await database.connect();
    for (const [message, count] of Object.entries(messages))
      await database.query(
        `insert into incident (incident_id, instance_id, incident, activity_id, definition_id, process_key, code, message, cause, repeats, count, first_at, last_at)
          select gen_random_uuid(), gen_random_uuid(), 1, 'work', $1 || ':1:x', $1, 'E1', $2, 'script', 'enter', 1, now(), now() from generate_series(1, $3)`,
        [key, message, count],
      );
    await database.end();
  }

  const groupsOf = async (key: string) =>
    (await view<HomeView>('home')).incidents.groups
      .filter((group) => group.key === key)
      .map(({ message, count, messages, excluded }: FailureGroupView) => [message, count, messages, excluded]);

  it('group other messages as one database would, when each shard has others', async () => {
    await incidents(0, 'groups', { M: 3, 'limit 1': 1, 'limit 2': 1, 'limit 3': 1 });
    await incidents(1, 'groups', { A: 5, B: 4, C: 3, M: 3, 'limit 1': 1 });
    const expected = [
      ['M', 6, 1, []],
      ['A', 5, 1, []],
      ['B', 4, 1, []],
      [null, 7, 4, ['A', 'B', 'M']],
    ];
    expect(await groupsOf('groups')).to.have.deep.members(expected);
    const total = (await view<HomeView>('home')).incidents.count;
    expect(total).to.equal(expected.reduce((sum, [, count]) => sum + Number(count), 0));
  });

  it('keep three messages as groups, and name the only other one', async () => {
    await incidents(0, 'few', { A: 2, B: 2, C: 2 });
    await incidents(1, 'few', { A: 2, B: 2, D: 1 });
    expect(await groupsOf('few')).to.have.deep.members([
      ['A', 4, 1, []],
      ['B', 4, 1, []],
      ['C', 2, 1, []],
      ['D', 1, 1, []],
    ]);
  });

  it('refuse groups of faulty places', async () => {
    for (const groups of ['x', '{}', JSON.stringify({ since: 'now', incidents: [], failed: [] })])
      expect((await visitor.get(`${ui}/ui/api/home?${new URLSearchParams({ groups })}`)).status).to.equal(400);
  });

  it('sort processes by the failures of all shards', async () => {
    for (const key of ['p1', 'p2', 'p3', 'p4']) await deploy(service.url, sequence(key, task('work')));
    await incidents(0, 'p1', { m: 2 });
    await incidents(0, 'p2', { m: 3 });
    await incidents(1, 'p3', { m: 4 });
    await incidents(1, 'p1', { m: 3 });
    const page = async (sort: string, number: number) => {
      const { items, totalCount } = await view<PageView<WorkflowView>>(
        `workflows?sort=${sort}&search=p&pageSize=3&page=${number}`,
      );
      return [totalCount, ...items.map(({ key, incidents: count }) => `${key} ${count}`)];
    };
    expect(await page('-failures', 1)).to.deep.equal([4, 'p1 5', 'p3 4', 'p2 3']);
    expect(await page('-failures', 2)).to.deep.equal([4, 'p4 0']);
    expect(await page('failures', 1)).to.deep.equal([4, 'p4 0', 'p2 3', 'p3 4']);
    expect((await visitor.get(`${ui}/ui/api/workflows?sort=-failures&page=x`)).status).to.equal(400);
  });
});
