import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { itKeepsCommonRows, itKeepsVariableRules } from './common-rows.ts';
import { boundary, catching, eventSubProcess, message, onMessage, processOf, startedBy } from './event-models.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from './expect-answer.ts';
import { type HttpAnswer, post } from './http-client.ts';
import { script, task } from './models.ts';
import { deploy, start, stateOf } from './steps.ts';

const PATH = '/Execution/message';

describe('contract 2.7 POST /Execution/message', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, processOf('paying', message('m', 'paid', 'order'), [catching('wait', onMessage('m'))]));
    await deploy(service.url, processOf('plain', message('m', 'paid'), [catching('wait', onMessage('m')), task('after')]));
  });
  after(() => service.stop());

  const send = (body: object): Promise<HttpAnswer> => post(service.url, PATH, body);
  const sendTo = (MessageName: string, CorrelationKey?: unknown, more: object = {}): Promise<HttpAnswer> =>
    send({ MessageName, CorrelationKey, ...more });
  const deploying = (...given: Parameters<typeof processOf>): Promise<number> => deploy(service.url, processOf(...given));
  const paying = (order: unknown): Promise<string> => start(service.url, 'paying', { Variables: { order } });
  const variablesOf = async (id: string) => (await stateOf(service.url, id)).variableStates[0]?.variables;
  const resumed = async (answer: Promise<HttpAnswer>): Promise<string[]> => {
    const body = expectJson(await answer);
    expect(Object.entries(body)[0]).to.deep.equal(['Delivered', true]);
    return body.WorkflowInstanceIds;
  };
  const nobody = (name: string, key = '') => `No active subscription found for message '${name}' with correlation key '${key}'`;

  itKeepsCommonRows(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ MessageName: 'nobody-hears' }),
  );

  describe('is refused', () => {
    it('with 400 when a member has the wrong type, in the order of the table (row 7b)', async () => {
      const all = { BusinessId: 1, Variables: 1, CorrelationKey: 1, MessageName: 1 };
      expectProblem(await send(all), 400, 'MessageName must be a string.', PATH);
      expectProblem(await send({ ...all, MessageName: 'a' }), 400, 'CorrelationKey must be a string.', PATH);
      expectProblem(await sendTo('a', 'k', { Variables: 1, BusinessId: 1 }), 400, 'Variables must be an object.', PATH);
      expectProblem(await sendTo('a', 'k', { BusinessId: 1 }), 400, 'BusinessId must be a string.', PATH);
    });

    it('with 400 when MessageName is missing, null or blank (row 8)', async () => {
      for (const MessageName of [undefined, null, '', '\u3000 ']) {
        expectError(await send({ MessageName, BusinessId: '' }), 400, 'MessageName is required');
      }
    });

    it('with 400 when the business id breaks its rules, also when nothing would be started (row 9a)', async () => {
      const body = { BusinessId: ' x', Variables: { prototype: 1 } };
      const detail = 'BusinessId must not have leading or trailing white space.';
      expectProblem(await sendTo('nobody-hears', 'k', body), 400, detail, PATH);
    });

    it('with 400 when a text cannot be stored (row 9e)', async () => {
      expectProblem(await sendTo('a\0'), 400, 'MessageName contains a character that cannot be stored.', PATH);
      expectProblem(await sendTo('a', 'k\ud800'), 400, 'CorrelationKey contains a character that cannot be stored.', PATH);
    });

    it('with 404 when nobody waits and nothing is started', async () => {
      expectError(await sendTo('nobody-hears', 'k1'), 404, nobody('nobody-hears', 'k1'));
      for (const none of [undefined, null, '', '  ']) {
        expectError(await sendTo('nobody-hears', none), 404, nobody('nobody-hears'));
      }
      const long = 'k'.repeat(600);
      expectError(await sendTo(long, long), 404, nobody(`${'k'.repeat(256)}…`, `${'k'.repeat(256)}…`));
    });

    it('with 422 when an Idempotency-Key belongs to another request (row 10)', async () => {
      const key = { 'Idempotency-Key': 'message-1' };
      expect((await post(service.url, PATH, { MessageName: 'nobody-hears' }, key)).status).to.equal(404);
      const answer = await post(service.url, PATH, { MessageName: 'nobody-hears', CorrelationKey: 'k' }, key);
      expectProblem(answer, 422, 'Idempotency-Key was already used with a different request.', PATH);
    });
  });

  describe('step one, waiting instances', () => {
    it('resumes every instance with exactly this name and key, oldest subscription first (rules 1, 5)', async () => {
      const ids = [await paying('A1'), await paying('A1'), await paying('A1')];
      const other = await paying('a1');
      const wanted = ids.slice(); // in order of creation
      expectError(await sendTo('Paid', 'A1'), 404, nobody('Paid', 'A1'));
      expectError(await sendTo('paid', ' A1'), 404, nobody('paid', ' A1'));
      expect(await resumed(sendTo('paid', 'A1', { Variables: { amount: 5 } }))).to.deep.equal(wanted);
      for (const id of ids) {
        const state = await stateOf(service.url, id);
        expect(state.completedActivityIds).to.deep.equal(['start', 'wait', 'end']);
        expect(state.variableStates[0]?.variables).to.deep.equal({ order: 'A1', amount: 5 });
      }
      expect((await stateOf(service.url, other)).activeActivityIds).to.deep.equal(['wait']);
      expectError(await sendTo('paid', 'A1'), 404, nobody('paid', 'A1'));
    });

    it('matches no key with subscriptions that have none, and only those (rule 1)', async () => {
      const keyed = await paying('none');
      const plain = await start(service.url, 'plain');
      expect(await resumed(sendTo('paid'))).to.deep.equal([plain]);
      expect((await stateOf(service.url, plain)).activeActivityIds).to.deep.equal(['after']);
      expect((await stateOf(service.url, keyed)).activeActivityIds).to.deep.equal(['wait']);
    });

    it('gives it once to each of several subscriptions of an instance and lists the instance once (rule 2)', async () => {
      const roots = message('m', 'both');
      const fork = '<parallelGateway id="fork"/>';
      const one = catching('one', onMessage('m'));
      const two = `${catching('two', onMessage('m'))}<sequenceFlow id="f-two" sourceRef="fork" targetRef="two"/>`;
      await deploying('twice', roots, [fork, one], two);
      const id = await start(service.url, 'twice');
      expect(await resumed(sendTo('both'))).to.deep.equal([id]);
      const state = await stateOf(service.url, id);
      expect(state.completedActivityIds).to.deep.equal(['start', 'fork', 'one', 'end', 'two']);
      expect(state.isCompleted).to.equal(true);
    });

    it('reaches receive tasks, boundary events, event-based gateways and event sub-processes (rule 3)', async () => {
      const m = message('m', 'reach', 'id');
      await deploying('receive', m, ['<receiveTask id="wait" messageRef="m"/>']);
      await deploying('bound', m, [task('wait')], boundary('cut', 'wait', onMessage('m')));
      const gate = '<eventBasedGateway id="gate"/>';
      const other = `${catching('late', '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>')}<sequenceFlow id="f-late" sourceRef="gate" targetRef="late"/>`;
      await deploying('gated', m, [gate, catching('wait', onMessage('m'))], other);
      await deploying('sub', m, [task('wait')], eventSubProcess('esp', onMessage('m')));
      const ended: Record<string, readonly string[]> = {
        receive: ['start', 'wait', 'end'],
        bound: ['start', 'wait', 'cut', 'cut-end'],
        gated: ['start', 'gate', 'late', 'wait', 'end'],
        sub: ['start', 'wait', 'esp-start', 'esp-end', 'esp'],
      };
      for (const [key, path] of Object.entries(ended)) {
        const id = await start(service.url, key, { Variables: { id: key } });
        expect(await resumed(sendTo('reach', key, { Variables: { seen: true } })), key).to.deep.equal([id]);
        const state = await stateOf(service.url, id);
        expect([...state.completedActivityIds].sort(), key).to.deep.equal([...path].sort());
        expect(state.isCompleted, key).to.equal(true);
        expect(state.variableStates[0]?.variables, key).to.deep.equal({ id: key, seen: true });
      }
    });

    it('waits again after a non-interrupting boundary event or event sub-process (rule 8)', async () => {
      const m = message('m', 'again', 'id');
      await deploying('again-bound', m, [task('wait')], boundary('ping', 'wait', onMessage('m'), false));
      await deploying('again-sub', m, [task('wait')], eventSubProcess('ping', onMessage('m'), false));
      for (const key of ['again-bound', 'again-sub']) {
        const id = await start(service.url, key, { Variables: { id: key } });
        for (let n = 0; n < 2; n++) expect(await resumed(sendTo('again', key))).to.deep.equal([id]);
        const state = await stateOf(service.url, id);
        expect(state.completedActivityIds.filter((name) => name === 'ping')).to.have.length(2);
        expect(state.activeActivityIds).to.deep.equal(['wait']);
        expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'wait' }));
        expectError(await sendTo('again', key), 404, nobody('again', key));
      }
    });

    it('writes into the scope of the waiting activity (rule 6)', async () => {
      const inner = `<startEvent id="in"/>${catching('wait', onMessage('m'))}${script('copy', 'inside = note')}${task('hold')}
        <sequenceFlow id="i1" sourceRef="in" targetRef="wait"/><sequenceFlow id="i2" sourceRef="wait" targetRef="copy"/>
        <sequenceFlow id="i3" sourceRef="copy" targetRef="hold"/>`;
      await deploying('scoped', message('m', 'noted'), [`<subProcess id="sub">${inner}</subProcess>`]);
      const id = await start(service.url, 'scoped', { Variables: { a: 1 } });
      await resumed(sendTo('noted', undefined, { Variables: { note: 'n' } }));
      const { variableStates } = await stateOf(service.url, id);
      expect(variableStates.map(({ variables }) => variables)).to.deep.equal([{ a: 1 }, { note: 'n', inside: 'n' }]);
    });

    it('leaves the business id of a waiting instance alone (rule 7)', async () => {
      const id = await paying('B1');
      await resumed(sendTo('paid', 'B1', { BusinessId: 'new' }));
      expect((await stateOf(service.url, id)).businessId).to.equal(null);
    });

    it('reads the correlation value as text, number or boolean when the event begins to wait (rule 10)', async () => {
      for (const [value, key] of [
        ['PO 1', 'PO 1'],
        [12.5, '12.5'],
        [1e21, '1e+21'],
        [-0, '0'],
        [true, 'true'],
      ] as const) {
        const id = await paying(value);
        expect(await resumed(sendTo('paid', key)), key).to.deep.equal([id]);
      }
    });

    it('fails the waiting activity with code 500 when the correlation value is none (rule 10)', async () => {
      for (const value of [null, '', '  ', {}, [], 'x'.repeat(513)]) {
        const state = await stateOf(service.url, await paying(value));
        expect([state.isCompleted, state.isFailed], JSON.stringify(value)).to.deep.equal([true, true]);
        const { errorState } = state.completedActivities.find((entry) => entry.activityId === 'wait') ?? {};
        expect(errorState).to.deep.equal({
          code: '500',
          message: "Correlation variable 'order' is null for message 'paid'.",
        });
      }
    });
  });

  describe('step two, start events', () => {
    before(async () => {
      for (const key of ['b', 'a', 'B']) {
        await deploy(service.url, startedBy(`start-${key}`, message('m', 'begin'), onMessage('m'), [task('wait')]));
      }
    });

    it('starts one instance per active key, in the order of the keys, whatever the correlation key (rules 4, 5, 6)', async () => {
      const more = { Variables: { n: 1 }, BusinessId: 'PO-7' };
      const ids = await resumed(sendTo('begin', 'any', more));
      const states = await Promise.all(ids.map((id) => stateOf(service.url, id)));
      const keys = states.map((state) => (state as unknown as { processDefinitionId: string }).processDefinitionId.split(':')[0]);
      expect(keys).to.deep.equal(['start-B', 'start-a', 'start-b']);
      for (const state of states) {
        expect(state.activeActivityIds).to.deep.equal(['wait']);
        expect([state.businessId, state.variableStates[0]?.variables]).to.deep.equal(['PO-7', { n: 1 }]);
      }
    });

    it('skips disabled keys (rule 4)', async () => {
      expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'start-b' }));
      expect(await resumed(sendTo('begin'))).to.have.length(2);
      expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'start-b' }));
    });

    it('does not happen when step one resumed somebody (rule 4)', async () => {
      await deploying('hears', message('m', 'begin', 'id'), [catching('wait', onMessage('m'))]);
      const id = await start(service.url, 'hears', { Variables: { id: 'k' } });
      expect(await resumed(sendTo('begin', 'k'))).to.deep.equal([id]);
      expect(await resumed(sendTo('begin', 'k'))).to.have.length(3);
    });

    it('goes on with the others when the run of one fails (rule 4)', async () => {
      await deploy(
        service.url,
        startedBy('fails', message('m', 'try'), onMessage('m'), [script('bad', 'x = nothing.at.all * 2')]),
      );
      await deploy(service.url, startedBy('works', message('m', 'try'), onMessage('m'), [script('good', 'x = 1')]));
      const states = await Promise.all((await resumed(sendTo('try'))).map((id) => stateOf(service.url, id)));
      expect(states.map((state) => state.isFailed)).to.deep.equal([true, false]);
    });

    it('starts twice when it is sent twice, once when the Idempotency-Key is the same (rule 11)', async () => {
      const first = await resumed(sendTo('begin'));
      const second = await resumed(sendTo('begin'));
      expect(new Set([...first, ...second]).size).to.equal(6);
      const key = { 'Idempotency-Key': 'begin-once' };
      const once = await post(service.url, PATH, { MessageName: 'begin' }, key);
      const again = await post(service.url, PATH, { MessageName: 'begin' }, key);
      expect(again.headers['idempotency-replayed']).to.equal('true');
      expect(expectJson(again)).to.deep.equal(expectJson(once));
    });

    it('keeps the payload when the instance has ended before the answer (1.7, rule 1)', async () => {
      await deploy(service.url, startedBy('quick', message('m', 'quick'), onMessage('m'), [script('twice', 'twice = n * 2')]));
      const [id = ''] = await resumed(sendTo('quick', undefined, { Variables: { n: 4 } }));
      expect(await variablesOf(id)).to.deep.equal({ n: 4, twice: 8 });
    });
  });
});
