import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, stateOf, until } from '../support/http/steps.ts';
import { messageElement, messageWait, startedByMessage, withRoot } from '../support/models/event-models.ts';
import { flow, model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/message';
const noSubscription = (name: string, key = '') =>
  `No active subscription found for message '${name}' with correlation key '${key}'`;

describe('POST /Execution/message (docs/contributing/spec/http/execution.md#message)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, messageWait('paying', 'wait', 'paid', 'orderNumber'));
    await deploy(service.url, messageWait('nodding', 'wait', 'nod'));
  });
  after(() => service.stop());
  const send = (MessageName: unknown, more: object = {}) => post(service.url, PATH, { MessageName, ...more });
  const pay = (CorrelationKey: unknown, more: object = {}) => send('paid', { CorrelationKey, ...more });
  const paying = (orderNumber: unknown) => start(service.url, 'paying', { Variables: { orderNumber } });

  itKeepsCommonRefusals(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ MessageName: 'paid' }),
  );

  describe('with a time to live (docs/contributing/spec/waiting.md#buffered-messages)', () => {
    it('waits for the first subscription of its name and key, and is delivered once', async () => {
      const body = { CorrelationKey: 'later', TimeToLiveSeconds: 3600, Variables: { early: true } };
      expect(expectJson(await send('paid', body))).to.deep.equal({ Delivered: false, WorkflowInstanceIds: [] });
      const [first, second] = [await paying('later'), await paying('later')];
      const states = () => Promise.all([first, second].map((id) => stateOf(service.url, id)));
      const ended = await until(states, (all) => all.some(({ isCompleted }) => isCompleted));
      expect(ended.map(({ isCompleted }) => isCompleted)).to.have.members([true, false]);
      expectJson(await pay('later'));
    });

    it('waits for a start event of its name when a process is deployed', async () => {
      const Variables = { early: 7 };
      expectJson(await send('founded', { TimeToLiveSeconds: 3600, CorrelationKey: 'any', Variables }));
      await deploy(service.url, startedByMessage('founding', 'founded', task('pack')));
      const list = () => get(service.url, '/Definitions/founding/instances');
      const found = await until(list, ({ json }) => json.items.length > 0);
      expect(found.json.items).to.have.length(1);
    });

    it('refuses a second message of an id until it expires, also if the first one was delivered', async () => {
      const body = { CorrelationKey: 'once', MessageId: 'm-1' };
      expectProblem(await send('paid', body), 400, 'MessageId requires TimeToLiveSeconds.', PATH);
      const buffered = { ...body, TimeToLiveSeconds: 3600 };
      await paying('once');
      expect(expectJson(await send('paid', buffered)).Delivered).to.equal(true);
      const text = "Message 'paid' with correlation key 'once' and id 'm-1' was already published and has not expired.";
      expectProblem(await send('paid', buffered), 409, text, PATH);
      expect(expectJson(await send('paid', { ...buffered, CorrelationKey: 'twice' })).Delivered).to.equal(false);
      expectProblem(await send('paid', { ...buffered, CorrelationKey: 'twice' }), 409, text.replace('once', 'twice'), PATH);
    });
  });

  describe('checks', () => {
    it('answers 400 when a member has the wrong type, the first of the table first', async () => {
      expectProblem(await send(1, { CorrelationKey: 1 }), 400, 'MessageName must be a string.', PATH);
      expectProblem(await send('x', { CorrelationKey: 1, Variables: 1 }), 400, 'CorrelationKey must be a string.', PATH);
      expectProblem(await send('x', { BusinessId: 1 }), 400, 'BusinessId must be a string.', PATH);
    });

    it('answers 400 when MessageName is missing, null or blank, before the business id is looked at', async () => {
      for (const name of [undefined, null, '', ' '])
        expectError(await send(name, { BusinessId: ' ' }), 400, 'MessageName is required');
    });

    it('answers 400 when the business id is invalid, also when no instance would be started, before variables are looked at', async () => {
      const id = await paying('checked');
      const body = { CorrelationKey: 'checked', BusinessId: ' x', Variables: { constructor: 1 } };
      expectProblem(await send('paid', body), 400, 'BusinessId must not have leading or trailing white space.', PATH);
      expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['wait']);
    });

    it('answers 400 when a text cannot be stored', async () => {
      expectProblem(await pay('\u0000'), 400, 'CorrelationKey contains a character that cannot be stored.', PATH);
    });

    it('answers 404 when no one waits and nothing is started', async () => {
      expectError(await send('unheard', { CorrelationKey: 'k' }), 404, noSubscription('unheard', 'k'));
      for (const CorrelationKey of [undefined, null, '', '  ']) {
        expectError(await send('unheard', { CorrelationKey }), 404, noSubscription('unheard'));
      }
    });

    it('answers 404 when name or key are longer than any model allows (docs/contributing/spec/http.md#size-limits), and cuts them in the text', async () => {
      const long = 'n'.repeat(600);
      const cut = `${'n'.repeat(256)}…`;
      expectError(await send(long, { CorrelationKey: long }), 404, noSubscription(cut, cut));
    });
  });

  describe('waiting instances', () => {
    it('all receive it when name and key are exactly theirs, in the order of their subscriptions', async () => {
      const ids = [await paying('A1'), await paying('A1')];
      const others = [await paying('a1'), await paying('A1 '), await start(service.url, 'nodding')];
      expect((await send('Paid', { CorrelationKey: 'A1' })).status).to.equal(404);
      expect(expectJson(await pay('A1'))).to.deep.equal({ Delivered: true, WorkflowInstanceIds: ids });
      for (const id of ids) expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
      for (const id of others) expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['wait']);
    });

    it('are those without a key, and only those, when there is no key', async () => {
      await start(service.url, 'nodding');
      expectJson(await send('nod'));
      await paying('some');
      expect((await pay(undefined)).status).to.equal(404);
      const id = await start(service.url, 'nodding');
      expect(expectJson(await send('nod', { CorrelationKey: ' ' })).WorkflowInstanceIds).to.deep.equal([id]);
    });

    it('receive it once per subscription and are listed once when they have several', async () => {
      const twins = ['left', 'right'].map(
        (id) => `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="message"/></intermediateCatchEvent>`,
      );
      const content = [
        '<startEvent id="s"/><parallelGateway id="fork"/><endEvent id="e1"/><endEvent id="e2"/>',
        ...twins,
        flow('f0', 's', 'fork'),
        flow('f1', 'fork', 'left'),
        flow('f2', 'fork', 'right'),
        flow('f3', 'left', 'e1'),
        flow('f4', 'right', 'e2'),
      ].join('');
      await deploy(service.url, withRoot(messageElement('both'), model('twins', content)));
      const id = await start(service.url, 'twins');
      expect(expectJson(await send('both')).WorkflowInstanceIds).to.deep.equal([id]);
      expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
    });

    it('get the variables into the scope of the waiting activity, and keep their business id', async () => {
      const id = await start(service.url, 'paying', { Variables: { orderNumber: 'V1', a: 1 }, BusinessId: 'PO-1' });
      expectJson(await pay('V1', { Variables: { a: 2, b: 3 }, BusinessId: 'PO-2' }));
      const { variableStates, businessId } = await stateOf(service.url, id);
      expect(variableStates[0]?.variables).to.deep.equal({ orderNumber: 'V1', a: 2, b: 3 });
      expect(businessId).to.equal('PO-1');
    });

    it('no longer wait when the event has fired, but wait again at a non-interrupting boundary', async () => {
      await paying('once');
      expectJson(await pay('once'));
      expect((await pay('once')).status).to.equal(404);
      const boundary =
        '<boundaryEvent id="note" attachedToRef="work" cancelActivity="false"><messageEventDefinition messageRef="message"/></boundaryEvent>';
      const content = `<startEvent id="s"/>${task('work')}${boundary}<endEvent id="e"/><endEvent id="noted"/>`;
      const flows = flow('f0', 's', 'work') + flow('f1', 'work', 'e') + flow('f2', 'note', 'noted');
      await deploy(service.url, withRoot(messageElement('note'), model('noting', content + flows)));
      const id = await start(service.url, 'noting');
      for (const _ of [1, 2]) expect(expectJson(await send('note')).WorkflowInstanceIds).to.deep.equal([id]);
      const state = await stateOf(service.url, id);
      expect(state.activeActivityIds).to.deep.equal(['work']);
      expect(state.completedActivityIds.filter((each) => each === 'noted')).to.have.length(2);
    });

    it('wait at a receive task, an event-based gateway and an event sub-process just as well', async () => {
      await deploy(
        service.url,
        withRoot(messageElement('received'), sequence('receiving', '<receiveTask id="receive" messageRef="message"/>')),
      );
      const receiving = await start(service.url, 'receiving');
      expect(expectJson(await send('received')).WorkflowInstanceIds).to.deep.equal([receiving]);
      const choice =
        '<startEvent id="s"/><eventBasedGateway id="g"/><endEvent id="e"/>' +
        '<intermediateCatchEvent id="m"><messageEventDefinition messageRef="message"/></intermediateCatchEvent>' +
        '<intermediateCatchEvent id="t"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>' +
        [flow('f0', 's', 'g'), flow('f1', 'g', 'm'), flow('f2', 'g', 't'), flow('f3', 'm', 'e'), flow('f4', 't', 'e')].join('');
      await deploy(service.url, withRoot(messageElement('chosen'), model('choosing', choice)));
      const choosing = await start(service.url, 'choosing');
      expect(expectJson(await send('chosen')).WorkflowInstanceIds).to.deep.equal([choosing]);
      const sub =
        `<startEvent id="s"/>${task('work')}<endEvent id="e"/>${flow('f0', 's', 'work')}${flow('f1', 'work', 'e')}` +
        '<subProcess id="aside" triggeredByEvent="true"><startEvent id="begin" isInterrupting="false"><messageEventDefinition messageRef="message"/>' +
        `</startEvent><endEvent id="done"/>${flow('f2', 'begin', 'done')}</subProcess>`;
      await deploy(service.url, withRoot(messageElement('aside'), model('asiding', sub)));
      const asiding = await start(service.url, 'asiding');
      for (const _ of [1, 2]) expect(expectJson(await send('aside')).WorkflowInstanceIds).to.deep.equal([asiding]);
    });

    it('take a text as it is, a number in its shortest form and a boolean as a word for their key', async () => {
      for (const [value, key] of [
        ['007', '007'],
        [12.5, '12.5'],
        [1e2, '100'],
        [true, 'true'],
      ] as const) {
        const id = await paying(value);
        expect(expectJson(await pay(key)).WorkflowInstanceIds).to.deep.equal([id]);
      }
    });

    it('read the key once, when they begin to wait', async () => {
      const later = task('work');
      const xml = withRoot(
        messageElement('paid', 'orderNumber'),
        sequence('reading', '<receiveTask id="wait" messageRef="message"/>', later),
      );
      await deploy(service.url, xml);
      const id = await start(service.url, 'reading', { Variables: { orderNumber: 'read' } });
      expectJson(await pay('read', { Variables: { orderNumber: 'other' } }));
      expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['work']);
    });

    it('fail with code 500 when the value for their key is missing, null, blank, an object, an array or too long', async () => {
      for (const orderNumber of [undefined, null, ' ', {}, [], 'x'.repeat(513)]) {
        const state = await stateOf(service.url, await paying(orderNumber));
        expect([state.isFailed, state.completedActivities.at(-1)?.errorState?.code]).to.deep.equal([true, '500']);
      }
    });
  });

  describe('start events', () => {
    it('start one instance of every active key when no one was resumed, whatever the key, in the order of keys', async () => {
      for (const key of ['zeta', 'alpha', 'sleeping']) await deploy(service.url, startedByMessage(key, 'ordered', task('pack')));
      expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'sleeping' }));
      const body = { CorrelationKey: 'any', Variables: { item: 'tea' }, BusinessId: 'PO-7' };
      const { Delivered, WorkflowInstanceIds } = expectJson(await send('ordered', body));
      expect(Delivered).to.equal(true);
      expect(WorkflowInstanceIds).to.have.length(2);
      const states = [];
      for (const id of WorkflowInstanceIds) {
        expect(id).to.match(GUID);
        states.push(await stateOf(service.url, id));
      }
      for (const state of states) {
        expect(state.businessId).to.equal('PO-7');
        expect(state.variableStates[0]?.variables).to.deep.equal({ item: 'tea' });
      }
      const keys = await Promise.all(
        ['alpha', 'zeta'].map(
          async (key) => expectJson(await get(service.url, `/Definitions/${key}/instances`)).items[0].instanceId,
        ),
      );
      expect(keys).to.deep.equal(WorkflowInstanceIds);
    });

    it('start nothing when an instance waits, and start again when none waits', async () => {
      await deploy(service.url, startedByMessage('fallback', 'nod2', task('pack')));
      await deploy(service.url, messageWait('first', 'wait', 'nod2'));
      const id = await start(service.url, 'first');
      expect(expectJson(await send('nod2')).WorkflowInstanceIds).to.deep.equal([id]);
      const started = expectJson(await send('nod2')).WorkflowInstanceIds;
      expect(started).to.have.length(1).and.not.to.include(id);
    });

    it('start two instances when the same message is sent twice without a key of repetition', async () => {
      await deploy(service.url, startedByMessage('repeated', 'again'));
      const ids = [expectJson(await send('again')), expectJson(await send('again'))].map((each) => each.WorkflowInstanceIds[0]);
      expect(new Set(ids).size).to.equal(2);
    });

    it('start the others too when one start fails in its first run', async () => {
      const failing =
        '<scriptTask id="bad" scriptFormat="csharp"><script>_context.x = missing.member.value</script></scriptTask>';
      await deploy(service.url, startedByMessage('a-failing', 'sturdy', failing));
      await deploy(service.url, startedByMessage('b-sound', 'sturdy', task('pack')));
      const { WorkflowInstanceIds } = expectJson(await send('sturdy'));
      expect(WorkflowInstanceIds).to.have.length(2);
      const [failed, sound] = [
        await stateOf(service.url, WorkflowInstanceIds[0]),
        await stateOf(service.url, WorkflowInstanceIds[1]),
      ];
      expect([failed.isFailed, sound.activeActivityIds]).to.deep.equal([true, ['pack']]);
    });
  });

  it('is answered when the resumed instance waits again (docs/contributing/spec/http.md#answer-after-commit)', async () => {
    await deploy(
      service.url,
      withRoot(messageElement('go'), sequence('going', '<receiveTask id="r" messageRef="message"/>', task('next'))),
    );
    const id = await start(service.url, 'going');
    expectJson(await send('go'));
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'next' }));
  });

  it('comes from another instance when that has a send task (docs/contributing/spec/elements.md#send-task)', async () => {
    const root = '<message id="message" name="paid"/>';
    await deploy(
      service.url,
      withRoot(root, sequence('sending', '<sendTask id="send" messageRef="message" correlationKey="orderNumber"/>')),
    );
    const [hearing, other] = [await paying('sent-1'), await paying('sent-2')];
    await start(service.url, 'sending', { Variables: { orderNumber: 'sent-1' } });
    const heard = await until(
      () => stateOf(service.url, hearing),
      ({ isCompleted }) => isCompleted,
    );
    expect(heard.isCompleted).to.equal(true);
    expect((await stateOf(service.url, other)).activeActivityIds).to.deep.equal(['wait']);
  });
});
