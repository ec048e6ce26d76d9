import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { get } from '../support/http/http-client.ts';
import { deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { customTask, oneTask, oneTaskCaught, withZeebe } from '../support/models/custom-task-models.ts';
import { catching, message, onMessage, onSignal, processOf, signal } from '../support/models/event-elements.ts';
import { type SmtpSink, startSmtpSink } from '../support/servers/smtp-sink.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

for (const backend of TIER_BACKENDS) {
  describe(`the bundled plugins, queue on ${backend} (docs/contributing/spec/http/custom-tasks.md#rest-call)`, () => {
    let stub: StubServer;
    let sink: SmtpSink;
    let service: TestService;
    before(async () => {
      stub = await startStub(({ path, body }, response) => {
        if (path === '/odd') {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"a":"\\u0000 \\ud800","__proto__":{"polluted":true}}');
        } else if (path === '/missing') response.writeHead(404).end('no such order');
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ got: body }));
      });
      sink = await startSmtpSink();
      service = await startService({
        backend,
        env: {
          Plugins__RestCall__DenyPrivateNetworks: 'false',
          Plugins__Email__SmtpUrl: sink.url,
          Plugins__Email__From: 'orders@example.com',
        },
      });
    });
    after(async () => {
      await service.stop();
      await stub.close();
      await sink.close();
    });

    const ended = (id: string): Promise<State> =>
      until(
        () => stateOf(service.url, id),
        (state) => state.isCompleted || state.isFailed,
      );
    const variablesOf = (state: State) => state.variableStates.at(0)?.variables;

    it('offers all of them in the catalog when the configuration does', async () => {
      const types = ['broadcast-signal', 'delay', 'email', 'log', 'publish-message', 'rest-call'];
      const found = await until(
        async () => expectJson(await get(service.url, '/custom-tasks')).map((entry: { taskType: string }) => entry.taskType),
        (list: string[]) => list.length >= types.length,
      );
      expect(found).to.deep.equal(types);
      const entry = expectJson(await get(service.url, '/custom-tasks/REST-CALL'));
      expect(entry.displayName).to.equal('REST call');
      expect(entry.parameterSchema.parameters.map((parameter: { name: string }) => parameter.name)).to.deep.equal([
        ...['url', 'method', 'headers', 'body', 'successCodes', 'timeoutSec', 'idempotencyKeyHeader'],
      ]);
      expect(entry.parameterSchema.parameters[0]).to.include({ type: 'String', required: true, itemType: null });
    });

    it('calls over HTTP with the inputs of the model and maps the answer when rest-call runs', async () => {
      const inputs = { url: '=url', method: 'post', body: '=body', timeoutSec: '5', idempotencyKeyHeader: 'X-Key' };
      const outputs = { got: '=__response.body.got', status: '=__response.status' };
      await deploy(service.url, oneTask('call', 'rest-call', { inputs, outputs }));
      const state = await ended(await start(service.url, 'call', { Variables: { url: `${stub.url}/a`, body: '{"a":1}' } }));
      expect(variablesOf(state)).to.deep.include({ got: '{"a":1}', status: 200 });
      const entry = state.completedActivities.find(({ activityId }) => activityId === 'work');
      expect(stub.requests.at(-1)?.headers['x-key']).to.equal(entry?.activityInstanceId);
    });

    it('continues when an answer holds what no client could send', async () => {
      await deploy(service.url, oneTask('odd', 'rest-call', { inputs: { url: '=url' }, outputs: { body: '=__response.body' } }));
      const state = await ended(await start(service.url, 'odd', { Variables: { url: `${stub.url}/odd` } }));
      expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
      expect(variablesOf(state)).to.deep.include({ body: { a: '\0 \ud800' } });
    });

    it('fails with the status as code, which a boundary event catches, when rest-call is refused', async () => {
      await deploy(service.url, oneTaskCaught('refused', 'rest-call', '404', { inputs: { url: '=url' } }));
      const state = await ended(await start(service.url, 'refused', { Variables: { url: `${stub.url}/missing` } }));
      expect(state.completedActivityIds).to.include('caught');
      const { errorState } = state.completedActivities.find(({ activityId }) => activityId === 'work') ?? {};
      expect(errorState).to.deep.equal({ code: '404', message: `HTTP 404 from ${stub.url}/missing: no such order` });
    });

    it('fails with 400 when rest-call is to go to a metadata address', async () => {
      await deploy(service.url, oneTask('metadata', 'rest-call', { inputs: { url: 'http://169.254.169.254/latest/' } }));
      const { completedActivities } = await ended(await start(service.url, 'metadata'));
      expect(completedActivities.find(({ activityId }) => activityId === 'work')?.errorState?.code).to.equal('400');
    });

    itFull('refuses private addresses when nothing is configured and the database is shared', async () => {
      const guarded = await startService({ backend });
      await deploy(guarded.url, oneTask('private', 'rest-call', { inputs: { url: '=url' } }));
      const connections = stub.connections;
      const id = await start(guarded.url, 'private', { Variables: { url: stub.url } });
      const { completedActivities } = await until(
        () => stateOf(guarded.url, id),
        (state) => state.isFailed,
      );
      expect(completedActivities.find(({ activityId }) => activityId === 'work')?.errorState?.code).to.equal('400');
      expect(stub.connections).to.equal(connections);
      await guarded.stop();
    });

    it('names the parameter when an input of rest-call has the wrong type', async () => {
      await deploy(service.url, oneTask('typed', 'rest-call', { inputs: { url: 'http://example.org', timeoutSec: 'soon' } }));
      const { completedActivities } = await ended(await start(service.url, 'typed'));
      const { errorState } = completedActivities.find(({ activityId }) => activityId === 'work') ?? {};
      expect(errorState?.code).to.equal('400');
      expect(errorState?.message).to.contain('timeoutSec');
    });

    it('sends a mail when email runs', async () => {
      const inputs = { to: '=to', subject: 'Order', text: 'Sent.' };
      await deploy(service.url, oneTask('mail', 'email', { inputs, outputs: { accepted: '=__response.accepted' } }));
      const state = await ended(await start(service.url, 'mail', { Variables: { to: 'ada@example.org' } }));
      expect(variablesOf(state)).to.deep.include({ accepted: ['ada@example.org'] });
      expect(sink.mails.at(-1)).to.deep.include({ from: 'orders@example.com', to: ['ada@example.org'] });
    });

    it('continues when log and delay run', async () => {
      await deploy(service.url, oneTask('say', 'log', { inputs: { message: '=text' } }));
      expect((await ended(await start(service.url, 'say', { Variables: { text: 'hello' } }))).isFailed).to.equal(false);
      await deploy(service.url, oneTask('wait', 'delay', { inputs: { delayMs: '=5' }, outputs: { ms: '=__response.waitedMs' } }));
      expect(variablesOf(await ended(await start(service.url, 'wait')))?.['ms']).to.be.a('number');
    });

    it('resumes who waits for the message when publish-message runs', async () => {
      await deploy(
        service.url,
        processOf('receiver', message('paid', 'paid', 'orderId'), [catching('catch', onMessage('paid'))]),
      );
      const inputs = { messageName: 'paid', correlationKey: '=orderId', variables: '=payment' };
      await deploy(
        service.url,
        oneTask('sender', 'publish-message', { inputs, outputs: { reached: '=__response.instanceIds' } }),
      );
      const receiver = await start(service.url, 'receiver', { Variables: { orderId: '7' } });
      const Variables = { orderId: '7', payment: { amount: 5 } };
      const sent = await ended(await start(service.url, 'sender', { Variables }));
      expect(variablesOf(sent)).to.deep.include({ reached: [receiver] });
      expect(variablesOf(await ended(receiver))).to.deep.include({ amount: 5 });
    });

    it('resumes everyone who waits for the signal when broadcast-signal runs', async () => {
      await deploy(service.url, processOf('listener', signal('alarm'), [catching('catch', onSignal('alarm'))]));
      await deploy(service.url, oneTask('caller', 'broadcast-signal', { inputs: { signalName: 'alarm' } }));
      const listeners = [await start(service.url, 'listener'), await start(service.url, 'listener')];
      await ended(await start(service.url, 'caller'));
      for (const id of listeners) expect((await ended(id)).isCompleted).to.equal(true);
    });

    itFull('reaches its own instance when a branch of it waits', async () => {
      const nodes = `<startEvent id="s"/><parallelGateway id="g"/>${catching('catch', onSignal('own'))}${customTask('call', 'broadcast-signal', { inputs: { signalName: 'own' } })}<endEvent id="e"/><endEvent id="f"/>`;
      const flows = [
        ['s', 'g'],
        ['g', 'catch'],
        ['g', 'call'],
        ['catch', 'e'],
        ['call', 'f'],
      ];
      const xml = flows.map(([from, to], at) => `<sequenceFlow id="f${at}" sourceRef="${from}" targetRef="${to}"/>`).join('');
      const document = processOf('branches', signal('own'), []).replace(
        /<process [^>]*>.*<\/process>/s,
        `<process id="branches" isExecutable="true">${nodes}${xml}</process>`,
      );
      await deploy(service.url, withZeebe(document));
      expect((await ended(await start(service.url, 'branches'))).isFailed).to.equal(false);
    });
  });
}
