import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { startApi } from '../../../src/api/main.ts';
import { TOOLS } from '../../../src/mcp/server.ts';
import { startProjector } from '../../../src/projector/main.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { commandLine } from '../../support/command-line.ts';
import { post } from '../../support/http/http-client.ts';
import { until } from '../../support/http/steps.ts';
import { connect, type McpTestClient } from '../../support/mcp/mcp-client.ts';
import { field, withStartForm } from '../../support/mcp/start-form-models.ts';
import { startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';
import { runVerb } from '../../support/run-verb.ts';
import { bearer, type SecuredService, startSecured } from '../../support/sign-in/secured.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice mcp (docs/contributing/spec/mcp.md#stdio)', function () {
  this.timeout(90_000);
  let issuer: TestIssuer;
  let service: SecuredService;
  let token: string;
  const clients: McpTestClient[] = [];
  before(async () => {
    issuer = await startIssuer({});
    // /mcp is off: the verb uses the endpoints
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
    token = await issuer.forge({ sub: 'ann', preferred_username: 'ann' });
    await post(service.url, '/Definitions/deploy', { BpmnXml: withStartForm('loan', field('amount', 'long')) }, bearer(token));
  });
  after(async () => {
    for (const client of clients) await client.close();
    await service?.stop();
    await issuer.close();
  });

  async function open(env: Record<string, string>): Promise<McpTestClient> {
    const { PATH = '' } = process.env;
    const [command, ...args] = [process.execPath, ...commandLine('mcp')];
    const client = await connect(new StdioClientTransport({ command, args, env: { PATH, ...env }, stderr: 'pipe' }));
    clients.push(client);
    return client;
  }

  it('serves the same tools over the API when an assistant starts it, as the user of the token', async () => {
    const client = await open({ SLUICE_URL: service.url, SLUICE_TOKEN: token });
    const names = await until(
      () => client.toolNames(),
      (found) => found.includes('start_loan'),
    );
    expect(names).to.include.members(TOOLS.map(({ name }) => name));
    const started = await client.call('start_loan', { amount: 7 });
    const instanceId: string = started.structured.data.WorkflowInstanceId;
    expect((await client.call('explain_waiting', { instanceId })).structured.summary).to.contain('review');
    const state = await client.call('get_instance', { instanceId });
    const taskId: string = state.structured.data.activeActivities[0].activityInstanceId;
    expect((await client.call('claim_user_task', { taskId })).isError).to.equal(false);
    expect((await client.call('complete_user_task', { taskId, variables: { ok: true } })).isError).to.equal(false);
    const history = await client.call('get_instance_history', { instanceId });
    expect(new Set(history.structured.data.items.map(({ actor }: { actor?: string }) => actor))).to.deep.equal(new Set(['ann']));
  });

  it('reports that the token is missing, or that no one answers, when that is so', async () => {
    const without = await open({ SLUICE_URL: service.url });
    expect((await without.call('find_instances')).text).to.contain('The token is missing');
    const listed = await without.client.listTools().catch((error: Error) => error.message);
    expect(listed).to.contain('The token is missing');
    const nowhere = await open({ SLUICE_URL: 'http://127.0.0.1:1' });
    expect((await nowhere.call('create_instance', { processKey: 'loan' })).text).to.contain('does not answer');
    for (const env of [
      { SLUICE_URL: service.url.replace('//', '//ann:hunter2@') },
      { SLUICE_URL: service.url, SLUICE_TOKEN: 'hunter2\nb' },
    ]) {
      const { code, stdout, stderr } = await runVerb(['mcp'], env);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr)
        .to.match(/SLUICE_(?:URL|TOKEN) /)
        .and.not.to.contain('hunter2');
    }
  });

  it('ends with 2 and its usage when its arguments are wrong, and writes nothing to standard output', async () => {
    for (const wrong of [['--colour'], ['x'], ['--url', 'ftp://x']]) {
      const { code, stdout, stderr } = await runVerb(['mcp', ...wrong]);
      expect([wrong, code, stdout]).to.deep.equal([wrong, 2, '']);
      expect(stderr).to.contain('Usage: sluice mcp');
    }
  });
});
