import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { connectHttp, type McpTestClient } from '../support/mcp/mcp-client.ts';
import { field, withStartForm } from '../support/mcp/start-form-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, expectUnauthorized, invalidToken, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

const PUBLIC_URL = 'https://sluice.example/api';
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';
const METADATA = `resource_metadata="${PUBLIC_URL}${METADATA_PATH}"`;
const SETTINGS = {
  Mcp__Enabled: 'true',
  Mcp__PublicUrl: `${PUBLIC_URL}/`,
  Audit__Enabled: 'true',
  Audit__Acts: 'operator,client,worker',
  Authorization__Rules: 'admin=chiefs,viewer=viewers,operator:order-*=clerks,worker=workers',
};
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = { Accept: 'application/json, text/event-stream' };

describe('/mcp with tokens, roles and the audit (docs/contributing/spec/mcp.md#tokens)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  const clients: McpTestClient[] = [];
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, SETTINGS, [startWorker, startProjector, startApi]);
    const chief = await headersOf('chief', 'chiefs');
    for (const key of ['order-loan', 'bill-loan']) {
      const BpmnXml = withStartForm(key, field('amount', 'long'));
      expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml }, chief));
    }
    const ofBills = { BpmnXml: sequence('bill-review', userTask('review')) };
    expectJson(await post(service.url, '/Definitions/deploy', ofBills, chief));
    await eventually('both forms are listed', async () => {
      const { json } = await get(service.url, '/Definitions/start-forms', chief);
      return json.totalCount === 2 ? true : undefined;
    });
  });
  after(async () => {
    for (const client of clients) await client.close();
    await service?.stop();
    await issuer.close();
  });

  const headersOf = async (sub: string, role: string) =>
    bearer(await issuer.forge({ sub, preferred_username: sub, roles: [role] }));
  async function as(sub: string, role: string): Promise<McpTestClient> {
    const headers = await headersOf(sub, role);
    const client = await connectHttp(service.url, () => headers);
    clients.push(client);
    return client;
  }
  const audited = (filters: string, wanted = 1) =>
    eventually(`an entry of ${filters}`, async () => {
      const query = new URLSearchParams({ filters, pageSize: '100' });
      const { items } = expectJson(await get(service.url, `/Audit?${query}`, await headersOf('chief', 'chiefs')));
      return items.length >= wanted ? items : undefined;
    });

  it('asks for a token, and shows where tokens come from, when the token is missing or invalid', async () => {
    expectUnauthorized(await post(service.url, '/mcp', PING, ACCEPT), `Bearer ${METADATA}`);
    const expired = bearer(await issuer.forge({ exp: 1 }));
    expectUnauthorized(await post(service.url, '/mcp', PING, expired), `${invalidToken('The token expired')}, ${METADATA}`);
    expectUnauthorized(await http(service.url, { method: 'GET', path: '/mcp' }), `Bearer ${METADATA}`);
    const metadata = expectJson(await get(service.url, METADATA_PATH));
    expect(metadata).to.include({ resource: `${PUBLIC_URL}/mcp` });
    expect(metadata.authorization_servers).to.deep.equal([issuer.url]);
    // other paths answer as before
    expectUnauthorized(await get(service.url, '/Definitions'), 'Bearer');
  });

  itFull('refuses a viewer who retries an incident, and the audit has it', async () => {
    const viewer = await as('vera', 'viewers');
    const refused = await viewer.call('retry_incident', { incidentId: UNKNOWN_ID });
    expect([refused.isError, refused.structured.data.status]).to.deep.equal([true, 403]);
    expect(refused.text).to.contain('This needs the role');
    const [entry] = await audited('Actor==vera');
    expect(entry).to.include({
      act: 'RetryIncident',
      result: 'refused',
      status: 403,
      targetId: UNKNOWN_ID,
      clientAddress: '127.0.0.1',
    });
  });

  itFull('has start tools for what the caller may start, and for nothing else', async () => {
    const started = (names: readonly string[]) => names.filter((name) => name.startsWith('start_'));
    expect(started(await (await as('chief', 'chiefs')).toolNames())).to.deep.equal(['start_bill-loan', 'start_order-loan']);
    expect(started(await (await as('vera', 'viewers')).toolNames())).to.deep.equal([]);
    const clerk = await as('carl', 'clerks');
    expect(started(await clerk.toolNames())).to.deep.equal(['start_order-loan']);
    expect((await clerk.call('start_order-loan', { amount: 1 })).isError).to.equal(false);
    const foreign = await clerk.client
      .callTool({ name: 'start_bill-loan', arguments: {} })
      .catch((error: Error) => error.message);
    expect(foreign).to.contain('There is no such tool');
    const [entry] = await audited('Actor==carl,Act==StartInstance');
    expect(entry).to.include({ result: 'accepted', processKey: 'order-loan' });
  });

  itFull('shows nothing of other keys to whose role is for some keys', async () => {
    const clerk = await as('carl', 'clerks');
    const refused = await clerk.call('create_instance', { processKey: 'bill-review' });
    expect(refused.text).to.contain("for the process 'bill-review'");
    const chief = await as('chief', 'chiefs');
    const started = await chief.call('create_instance', { processKey: 'bill-review' });
    const instanceId: string = started.structured.data.WorkflowInstanceId;
    for (const name of ['get_instance', 'get_instance_history', 'explain_waiting']) {
      const hidden = await clerk.call(name, { instanceId });
      expect([name, hidden.structured.data.status]).to.deep.equal([name, 404]);
    }
    expect((await clerk.call('find_instances', { processKey: 'bill-review' })).structured.data.totalCount).to.equal(0);
    expect((await clerk.call('get_model', { processKey: 'bill-review', version: 1 })).structured.data.status).to.equal(403);
  });

  itFull('acts as whom the token names when a task is claimed', async () => {
    const chief = await as('chief', 'chiefs');
    const { structured } = await chief.call('create_instance', { processKey: 'order-loan' });
    const instanceId: string = structured.data.WorkflowInstanceId;
    const state = await chief.call('get_instance', { instanceId });
    const taskId: string = state.structured.data.activeActivities[0].activityInstanceId;
    const worker = await as('wanda', 'workers');
    const other = await worker.call('claim_user_task', { taskId, userId: 'chief' });
    expect(other.text).to.contain('UserId does not match the authenticated user');
    expect((await worker.call('claim_user_task', { taskId })).isError).to.equal(false);
    expect((await chief.call('complete_user_task', { taskId })).text).to.contain('Task is claimed by wanda, not chief');
    const history = await chief.call('get_instance_history', { instanceId });
    const claim = history.structured.data.items.find(({ type }: { type: string }) => type === 'UserTaskClaimed');
    expect(claim.actor).to.equal('wanda');
  });

  it('ends with the token when that expires between two calls', async () => {
    let headers = await headersOf('vera', 'viewers');
    const client = await connectHttp(service.url, () => headers);
    clients.push(client);
    expect((await client.call('list_definitions')).isError).to.equal(false);
    headers = bearer(await issuer.forge({ sub: 'vera', roles: ['viewers'], exp: 1 }));
    const refused = await client.call('list_definitions').catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
  });

  it('gives one caller nothing of another when they use one session id and one idempotency key', async () => {
    const call = (headers: Record<string, string>) =>
      post(
        service.url,
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'create_instance', arguments: { processKey: 'order-loan', idempotencyKey: 'same' } },
        },
        { ...ACCEPT, ...headers, 'Mcp-Session-Id': 'stolen' },
      );
    const [chief, clerk, viewer] = [
      expectJson(await call(await headersOf('chief', 'chiefs'))),
      expectJson(await call(await headersOf('carl', 'clerks'))),
      expectJson(await call(await headersOf('vera', 'viewers'))),
    ];
    const ids = [chief, clerk].map(({ result }) => result.structuredContent.data.WorkflowInstanceId);
    expect(new Set(ids).size).to.equal(2);
    expect(viewer.result.structuredContent.data).to.deep.equal({ status: 403, code: 'missing-permission' });
  });
});

describe('/mcp and the rate limits (docs/contributing/spec/mcp.md#limits)', () => {
  let service: TestService;
  afterEach(() => service.stop());
  const limited = async (policy: string) => {
    const policies = ['WorkflowMutation', 'TaskOperation', 'Read', 'Admin', 'Polling'];
    const env = Object.fromEntries(
      policies.map((name) => [`RateLimiting__${name}__PermitLimit`, name === policy ? '2' : '1000']),
    );
    // counters in memory: when Redis answers slowly, replicas count on their own
    service = await startService({ env: { ...env, 'Mcp:Enabled': 'true' }, roles: [startApi], backend: 'postgres' });
  };

  it('are those of the endpoints behind the tools when one of them is reached', async () => {
    await limited('Read');
    const client = await connectHttp(service.url);
    try {
      for (const status of [200, 200, 429]) {
        const { isError, structured } = await client.call('list_definitions');
        expect([isError, structured.data.status ?? 200]).to.deep.equal([status !== 200, status]);
      }
      expectError(await get(service.url, '/Definitions'), 429, 'Too many requests. Please retry later.');
    } finally {
      await client.close();
    }
  });

  it('count its own messages too', async () => {
    await limited('Polling');
    for (const status of [200, 200, 429]) expect((await post(service.url, '/mcp', PING, ACCEPT)).status).to.equal(status);
  });
});

describe('the metadata of /mcp (docs/contributing/spec/mcp.md#tokens)', () => {
  it('does not exist when no issuer is set', async () => {
    const service = await startService({ env: SETTINGS_WITHOUT_TOKENS, roles: [startApi] });
    try {
      expectProblem(await get(service.url, METADATA_PATH), 404, 'No endpoint matches this path.', METADATA_PATH);
    } finally {
      await service.stop();
    }
  });
});

const SETTINGS_WITHOUT_TOKENS = { Mcp__Enabled: 'true', Mcp__PublicUrl: PUBLIC_URL };
