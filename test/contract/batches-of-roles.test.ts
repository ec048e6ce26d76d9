import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID, until } from '../support/http/steps.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const RULES = {
  Authorization__Rules:
    'admin=chiefs,viewer=readers,viewer:order-*=clerks,operator:order-*=clerks,viewer:bill-*=others,operator:bill-*=others',
};

describe('batches of a user with roles for some process keys (docs/contributing/spec/batches.md#rights-of-batches)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  const who: Record<string, Record<string, string>> = {};
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, RULES, [startWorker, startProjector, startApi]);
    for (const [name, role] of Object.entries({ chief: 'chiefs', reader: 'readers', clerk: 'clerks', other: 'others' }))
      who[name] = bearer(await issuer.forge({ sub: name, preferred_username: name, roles: [role] }));
    for (const key of ['order-a', 'bill-a'])
      expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: sequence(key, task('pack')) }, who['chief']));
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  const as = (name: string) => who[name] ?? {};
  const ask = (name: string, path: string) => get(service.url, path, as(name));
  const send = (name: string, path: string, body: object = {}) => post(service.url, path, body, as(name));
  const start = async (key: string) =>
    expectJson(await send('chief', '/Execution/start', { WorkflowId: key })).WorkflowInstanceId as string;
  const ended = (name: string, batchId: string) =>
    until(
      async () => expectJson(await ask(name, `/Batches/${batchId}`)),
      ({ endedAt }) => endedAt !== null,
    );
  const isCancelled = async (id: string) => expectJson(await ask('chief', `/Instances/${id}/state`)).isCancelled as boolean;

  it('hit only instances of these keys by a filter, and name the actor', async () => {
    const [inside, outside] = [await start('order-a'), await start('bill-a')];
    for (const id of [inside, outside]) await isCancelled(id);
    const made = expectJson(await send('clerk', '/Batches', { Operation: 'cancel', Filters: 'Status==Running' }));
    expect([made.totalCount, made.processes]).to.deep.equal([1, [{ processDefinitionKey: 'order-a', count: 1 }]]);
    const batch = await ended('clerk', made.batchId);
    expect([batch.succeededCount, batch.createdBy]).to.deep.equal([1, 'clerk']);
    expect([await isCancelled(inside), await isCancelled(outside)]).to.deep.equal([true, false]);
  });

  it('take an id of another key for one that leads nowhere', async () => {
    const [inside, outside] = [await start('order-a'), await start('bill-a')];
    const made = expectJson(await send('clerk', '/Batches', { Operation: 'cancel', Ids: [inside, outside, UNKNOWN_ID] }));
    expect([made.totalCount, made.unknownCount]).to.deep.equal([3, 2]);
    await ended('clerk', made.batchId);
    const { items } = expectJson(await ask('clerk', `/Batches/${made.batchId}/items?filters=Status==Failed`));
    const told = items.map(({ subjectId, code, reason, workflowInstanceId, processDefinitionKey }: Record<string, string>) => [
      ...[code, reason?.replace(subjectId ?? '', 'ID'), workflowInstanceId, processDefinitionKey],
    ]);
    expect(told[0]).to.deep.equal(['INSTANCE_NOT_FOUND', 'Instance ID not found', null, null]);
    expect(told[1]).to.deep.equal(told[0]);
    expect(await isCancelled(outside)).to.equal(false);
  });

  it('change no variables of an incident of another key', async () => {
    expectJson(await send('chief', '/Definitions/deploy', { BpmnXml: STUCK }));
    const id = await start('stuck');
    const [{ incidentId }] = expectJson(await ask('chief', `/Incidents?filters=InstanceId==${id}`)).items;
    const body = { Operation: 'retry', Ids: [incidentId], Variables: { missing: { name: 'Ada' } } };
    expectProblem(await send('reader', '/Batches', body), 403, 'This needs the role operator or admin.', '/Batches');
    const made = expectJson(await send('clerk', '/Batches', body));
    expect([made.totalCount, made.unknownCount]).to.deep.equal([1, 1]);
    expect((await ended('clerk', made.batchId)).skippedCount).to.equal(1);
    const { isCompleted, variableStates } = expectJson(await ask('chief', `/Instances/${id}/state`));
    expect([isCompleted, variableStates[0].variables]).to.deep.equal([false, {}]);
    const { batchId } = expectJson(await send('chief', '/Batches', { ...body, Reason: 'why' }));
    await ended('chief', batchId);
    const { items } = expectJson(await ask('chief', `/Instances/${id}/history?pageSize=100`));
    const edits = (items as { type: string; actor: string; data: { reason: string } }[]).filter(
      ({ type }) => type === 'VariablesEdited',
    );
    expect(edits.map(({ actor, data }) => [actor, data.reason])).to.deep.equal([['chief', 'why']]);
  });

  it('are seen and steered by those alone whose keys they are of', async () => {
    const { batchId } = expectJson(
      await send('chief', '/Batches', { Operation: 'suspend', Ids: [await start('order-a')], ItemsPerSecond: 1 }),
    );
    const mixed = expectJson(
      await send('chief', '/Batches', { Operation: 'suspend', Ids: [await start('order-a'), await start('bill-a')] }),
    ).batchId;
    const empty = expectJson(await send('clerk', '/Batches', { Operation: 'suspend', Ids: [UNKNOWN_ID] })).batchId;
    const seen = async (name: string) =>
      expectJson(await ask(name, '/Batches?pageSize=100')).items.map((one: { batchId: string }) => one.batchId) as string[];
    expect(await seen('reader')).to.include.members([batchId, mixed, empty]);
    expect(await seen('clerk'))
      .to.include.members([batchId, empty])
      .and.not.to.include(mixed);
    expect(await seen('other')).to.deep.equal([]);
    for (const [name, id] of [
      ['clerk', mixed],
      ['other', batchId],
      ['other', empty],
    ] as const) {
      for (const path of [`/Batches/${id}`, `/Batches/${id}/items`])
        expectProblem(await ask(name, path), 404, `Batch '${id}' not found.`, path);
      const path = `/Batches/${id}/stop`;
      expectProblem(await send(name, path), 404, `Batch '${id}' not found.`, path);
    }
    expect((await send('clerk', `/Batches/${empty}/stop`)).status).to.be.oneOf([200, 409]);
  });

  it('need the right of their operation, before anything is looked at', async () => {
    const path = '/Batches';
    const answer = await send('reader', path, { Operation: 'cancel', Ids: [UNKNOWN_ID] });
    expectProblem(answer, 403, 'This needs the role operator or admin.', path);
    const stop = `/Batches/${UNKNOWN_ID}/stop`;
    expectProblem(await send('reader', stop), 403, 'This needs the role operator or admin.', stop);
  });
});
