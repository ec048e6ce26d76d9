import { expect } from 'chai';
import pg from 'pg';
import { startApi } from '../../src/api/main.ts';
import type { LogEventId } from '../../src/platform/log-events.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { messageElement, messageWait, withRoot } from '../support/models/event-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

interface Fact {
  readonly type: string;
  readonly actor?: string;
}

describe('who did it (docs/contributing/spec/journal.md#actor)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({ alice: { preferred_username: 'alice' }, bob: { preferred_username: 'bob' } });
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
  });
  after(async () => {
    await service.stop();
    await issuer.close();
  });

  const as = async (name: string) => bearer(await issuer.token(name));
  const send = async (name: string, path: string, body: object, more: Record<string, string> = {}) =>
    post(service.url, path, body, { ...(await as(name)), ...more });
  const deploy = (name: string, BpmnXml: string) => send(name, '/Definitions/deploy', { BpmnXml });
  const historyOf = async (id: string): Promise<readonly Fact[]> =>
    expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`, await as('alice'))).items;
  const start = async (name: string, WorkflowId: string): Promise<string> =>
    expectJson(await send(name, '/Execution/start', { WorkflowId })).WorkflowInstanceId;

  it('is in the history when several people work on one instance', async () => {
    await deploy('alice', sequence('ask', userTask('review')));
    const id = await start('alice', 'ask');
    const { activeActivities } = expectJson(await get(service.url, `/Instances/${id}/state`, await as('alice')));
    const path = `/UserTasks/${activeActivities[0].activityInstanceId}`;
    expectEmpty(await send('bob', `${path}/claim`, {}));
    expectEmpty(await send('bob', `${path}/complete`, {}));
    const by = new Map((await historyOf(id)).map(({ type, actor }) => [type, actor]));
    expect(by.get('WorkflowStarted')).to.equal('alice');
    expect([by.get('UserTaskClaimed'), by.get('WorkflowCompleted')]).to.deep.equal(['bob', 'bob']);
  });

  it('is in the journal of the process key when a user deploys, disables and enables', async () => {
    await deploy('alice', sequence('owned', userTask('review')));
    expectJson(await send('bob', '/Definitions/disable', { ProcessDefinitionKey: 'owned' }));
    expectJson(await send('alice', '/Definitions/enable', { ProcessDefinitionKey: 'owned' }));
    const client = new pg.Client(service.databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      "select actor from journal j join process p on p.subject_id = j.subject_id where p.key = 'owned' order by j.seq",
    );
    await client.end();
    expect(rows.map(({ actor }) => actor)).to.deep.equal(['alice', 'bob', 'alice']);
  });

  it('is the sender of the command that it follows from, when instances send to each other', async () => {
    await deploy('alice', messageWait('paying', 'wait', 'paid'));
    const thrower = '<intermediateThrowEvent id="pay"><messageEventDefinition messageRef="message"/></intermediateThrowEvent>';
    await deploy('alice', withRoot(messageElement('paid'), sequence('payer', thrower)));
    const waits = await start('alice', 'paying');
    await start('bob', 'payer');
    const facts = await until(
      () => historyOf(waits),
      (all) => all.some(({ type }) => type === 'MessageReceived'),
    );
    expect(facts.find(({ type }) => type === 'MessageReceived')?.actor).to.equal('bob');
  });

  it('is in the line of every write request, also of refused and repeated ones', async () => {
    const key = { 'Idempotency-Key': 'k-1' };
    await send('bob', '/Execution/start', { WorkflowId: 'nobody-knows' });
    await send('alice', '/Execution/start', { WorkflowId: 'ask' }, key);
    await send('alice', '/Execution/start', { WorkflowId: 'ask' }, key);
    await send('alice', '/Execution/start', { WorkflowId: 'other' }, key);
    const actorOf = (id: LogEventId) => service.log.of(id).at(-1)?.properties['Actor'];
    expect(actorOf(7001)).to.equal('bob');
    for (const id of [7000, 7014, 7015] as const) expect(actorOf(id), String(id)).to.equal('alice');
  });
});
