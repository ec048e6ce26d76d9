import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { flow, model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const pathOf = (id: string) => `/Instances/${id}/variables`;

describe('POST /Instances/{instanceId}/variables (docs/contributing/spec/http/instances.md#edit-variables)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('simple', task('pack')));
    const inner = `<startEvent id="in"/>${task('pack')}${flow('i1', 'in', 'pack')}`;
    await deploy(service.url, sequence('nested', `<subProcess id="sub">${inner}</subProcess>`));
    const condition = '<conditionalEventDefinition><condition>amount > 10</condition></conditionalEventDefinition>';
    const waiting = `<startEvent id="start"/><intermediateCatchEvent id="wait">${condition}</intermediateCatchEvent><endEvent id="end"/>`;
    await deploy(service.url, model('waiting', waiting + flow('f1', 'start', 'wait') + flow('f2', 'wait', 'end')));
  });
  after(() => service.stop());
  const variablesOf = async (id: string) => (await stateOf(service.url, id)).variableStates.map(({ variables }) => variables);

  it('sets and removes variables of the instance when no scope is named, and the history reports it', async () => {
    const id = await start(service.url, 'simple', { Variables: { amount: 1, draft: true } });
    const body = { Variables: { amount: 12.5, lines: [{ sku: 'A1' }] }, Delete: ['draft'], Scope: ' ' };
    const answer = await post(service.url, pathOf(id.toUpperCase()), body);
    expectEmpty(answer);
    expect(answer.headers['service-position']).to.be.a('string');
    expect(await variablesOf(id)).to.deep.equal([{ amount: 12.5, lines: [{ sku: 'A1' }] }]);
    const { items } = expectJson(await get(service.url, `/Instances/${id}/history?filters=Type==VariablesEdited`));
    expect(items).to.have.length(1);
    expect(items[0].data).to.deep.include({ variables: body.Variables, removed: ['draft'] });
    expect(items[0].data).not.to.have.property('reason');
  });

  it('stores the reason in the history when one is given', async () => {
    const id = await start(service.url, 'simple');
    expectEmpty(await post(service.url, pathOf(id), { Variables: { amount: 2 }, Reason: 'agreed by phone' }));
    const { items } = expectJson(await get(service.url, `/Instances/${id}/history?filters=Type==VariablesEdited`));
    expect(items[0].data).to.deep.include({ variables: { amount: 2 }, reason: 'agreed by phone' });
    const wrong = await post(service.url, pathOf(id), { Variables: { amount: 3 }, Reason: 7 });
    expectProblem(wrong, 400, 'Reason must be a string.', pathOf(id));
  });

  it('edits the scope that is named, by an activity instance or by the id of its variables', async () => {
    const id = await start(service.url, 'nested', { Variables: { n: 1 } });
    const host = await activeEntry(service.url, id, 'sub');
    expectEmpty(await post(service.url, pathOf(id), { Variables: { n: 2 }, Scope: host }));
    expect(await variablesOf(id)).to.deep.equal([{ n: 1 }, { n: 2 }]);
    const body = (await stateOf(service.url, id)).variableStates[1]?.variablesId;
    expectEmpty(await post(service.url, pathOf(id), { Delete: ['n'], Scope: body }));
    expect(await variablesOf(id)).to.deep.equal([{ n: 1 }, {}]);
  });

  it('lets a condition fire that waits', async () => {
    const id = await start(service.url, 'waiting', { Variables: { amount: 1 } });
    expectEmpty(await post(service.url, pathOf(id), { Variables: { amount: 11 } }));
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
  });

  it('answers 404 when the instance is unknown, and 409 when it or the scope has ended', async () => {
    const body = { Variables: { a: 1 } };
    expectError(await post(service.url, pathOf(UNKNOWN_ID), body), 404, `Instance ${UNKNOWN_ID} not found`);
    const [running, ended] = [await start(service.url, 'simple'), await start(service.url, 'simple')];
    const notActive = 'Scope does not match an active activity instance or variable scope of this instance.';
    for (const scope of [UNKNOWN_ID, await activeEntry(service.url, ended, 'pack')])
      expectProblem(await post(service.url, pathOf(running), { ...body, Scope: scope }), 409, notActive, pathOf(running));
    expectEmpty(await post(service.url, `/Instances/${ended}/cancel`, {}));
    expectProblem(await post(service.url, pathOf(ended), body), 409, 'The instance has ended.', pathOf(ended));
  });

  it('answers 400 when the members are not what they should be', async () => {
    const path = pathOf(UNKNOWN_ID);
    for (const body of [{}, { Variables: {} }, { Delete: [] }, { Scope: UNKNOWN_ID }, { Variables: null, Delete: null }])
      expectError(await post(service.url, path, body), 400, 'Variables or Delete is required');
    const wrong: readonly [body: object, detail: string][] = [
      [{ Variables: [1] }, 'Variables must be an object.'],
      [{ Delete: 'a' }, 'Delete must be an array of strings.'],
      [{ Delete: [1] }, 'Delete must be an array of strings.'],
      [{ Delete: ['a'], Scope: 'x' }, 'Scope must be a GUID.'],
      [{ Delete: ['a', '__proto__'] }, "Delete contains the reserved name '__proto__'."],
      [{ Variables: { a: 1 }, Delete: ['b', 'a'] }, "'a' is in Variables and in Delete."],
      [{ Delete: ['a\u0000'] }, 'Delete contains a character that cannot be stored.'],
    ];
    for (const [body, detail] of wrong) expectProblem(await post(service.url, path, body), 400, detail, path);
  });

  it('edits once when it is repeated with its Idempotency-Key, and answers 422 for another body', async () => {
    const id = await start(service.url, 'simple');
    const send = (body: object) =>
      http(service.url, { method: 'POST', path: pathOf(id), body, headers: { 'Idempotency-Key': 'edit-1' } });
    expectEmpty(await send({ Variables: { a: 1 } }));
    expectEmpty(await post(service.url, pathOf(id), { Variables: { a: 2 } }));
    expect((await send({ Variables: { a: 1 } })).headers['idempotency-replayed']).to.equal('true');
    expect(await variablesOf(id)).to.deep.equal([{ a: 2 }]);
    const detail = 'Idempotency-Key was already used with a different request.';
    expectProblem(await send({ Variables: { a: 3 } }), 422, detail, pathOf(id));
  });

  it('keeps both edits when two come concurrently', async () => {
    const id = await start(service.url, 'simple');
    const names = Array.from({ length: 20 }, (_, n) => `v${n}`);
    for (const answer of await Promise.all(names.map((name) => post(service.url, pathOf(id), { Variables: { [name]: 1 } }))))
      expectEmpty(answer);
    expect(Object.keys((await variablesOf(id))[0] ?? {}).sort()).to.deep.equal(names.sort());
  });

  itKeepsVariableRules(
    () => service.url,
    () => pathOf(UNKNOWN_ID),
    () => ({ Delete: ['a'] }),
  );
  itKeepsCommonRefusals(() => service.url, { path: pathOf(UNKNOWN_ID) });
});
