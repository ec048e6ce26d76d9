import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectCommonHeaders, expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, GUID, start, startAtTask, stateOf, TIMESTAMP, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { messageWait, signalElement, withRoot } from '../support/models/event-models.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

interface Item {
  readonly sequence: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly activityId: string | null;
  readonly activityInstanceId: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: data has its own shape per type
  readonly data: any;
}
const NAMES = 'Allowed names: Sequence, Type, ActivityId, ActivityInstanceId, OccurredAt.';
const pathOf = (id: string) => `/Instances/${id}/history`;

describe('GET /Instances/{instanceId}/history (docs/contributing/spec/http/instances.md#history)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review', { assignee: 'ann', groups: 'x,y', outputs: ['ok'] })));
    await deploy(service.url, sequence('simple', task('pack')));
  });
  after(() => service.stop());

  const page = async (id: string, query: Record<string, string> = {}) =>
    expectJson(await get(service.url, `${pathOf(id)}?${new URLSearchParams(query)}`));
  const all = async (id: string): Promise<readonly Item[]> => (await page(id, { pageSize: '100' })).items;
  const ended = (id: string) =>
    until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted,
    );
  /** data of the only item of a type */
  const only = (items: readonly Item[], type: string): Item => {
    const found = items.filter((item) => item.type === type);
    expect(found, `${type} in ${items.map((item) => item.type)}`).to.have.length(1);
    return found[0] as Item;
  };
  const count = (items: readonly Item[], type: string) => items.filter((item) => item.type === type).length;

  it('gives the journal oldest first, with every member, when an instance has run', async () => {
    const Variables = { amount: 12.5 };
    const { instanceId, taskId } = await startAtTask(service.url, 'order', 'review', { Variables, BusinessId: 'PO-1' });
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/unclaim`));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    const { processDefinitionId, variableStates } = (await stateOf(service.url, instanceId)) as never as {
      processDefinitionId: string;
      variableStates: { variablesId: string }[];
    };
    const root = variableStates[0]?.variablesId;
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables: { ok: true } }));

    const { items, ...commandBatch } = await page(instanceId, { pageSize: '100' });
    expect(commandBatch).to.deep.equal({ totalCount: items.length, page: 1, pageSize: 100 });
    expect(items.map((item: Item) => item.sequence)).to.deep.equal(items.map((_: Item, index: number) => index + 1));
    for (const item of items) {
      expect(Object.keys(item)).to.deep.equal(['sequence', 'type', 'occurredAt', 'activityId', 'activityInstanceId', 'data']);
      expect(item.occurredAt).to.match(TIMESTAMP);
      if (item.activityInstanceId !== null) expect(item.activityInstanceId).to.match(GUID);
    }
    const times = items.map((item: Item) => item.occurredAt);
    expect(times).to.deep.equal([...times].sort());
    const first: Item = items[0];
    expect({ ...first, occurredAt: '' }).to.deep.equal({
      sequence: 1,
      type: 'WorkflowStarted',
      occurredAt: '',
      activityId: null,
      activityInstanceId: null,
      data: { processDefinitionId, businessId: 'PO-1', variables: Variables },
    });
    const lines = items.map(({ type, activityId }: Item) => `${type} ${activityId ?? '-'}`);
    expect(lines).to.deep.equal([
      'WorkflowStarted -',
      'ActivitySpawned start',
      'ActivityExecutionStarted start',
      'ActivityCompleted start',
      'SequenceFlowTaken start',
      'ActivitySpawned review',
      'ActivityExecutionStarted review',
      'UserTaskRegistered review',
      'UserTaskClaimed review',
      'UserTaskUnclaimed review',
      'UserTaskClaimed review',
      'VariablesMerged -',
      'ActivityCompleted review',
      'SequenceFlowTaken review',
      'ActivitySpawned end',
      'ActivityExecutionStarted end',
      'ActivityCompleted end',
      'WorkflowCompleted -',
    ]);
    const [spawned, begun, registered, claimed, unclaimed] = items.slice(5, 10) as [Item, Item, Item, Item, Item];
    expect(spawned.activityInstanceId).to.equal(taskId);
    expect(spawned.data).to.deep.equal({ activityType: 'UserTask', variablesStateId: root });
    expect(begun.data).to.deep.equal({});
    expect(registered.data).to.deep.equal({
      assignee: 'ann',
      candidateUsers: [],
      candidateGroups: ['x', 'y'],
      expectedOutputVariables: ['ok'],
    });
    expect([claimed.data, unclaimed.data]).to.deep.equal([{ claimedBy: 'ann' }, {}]);
    expect(items[4].data).to.deep.equal({ sequenceFlowId: 'to-review' });
    expect(items[11].data).to.deep.equal({ variablesId: root, variables: { ok: true } });
    expect(items[12].data).to.deep.equal({});
    expect(items[17].data).to.deep.equal({});
  });

  it('reports a cancel and its reason when an operator ends the instance', async () => {
    const id = await start(service.url, 'simple');
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, { reason: 'no longer wanted' }));
    const items = await all(id);
    expect(only(items, 'ActivityCancelled')).to.include({ activityId: 'pack' });
    expect(only(items, 'ActivityCancelled').data).to.deep.equal({ reason: 'no longer wanted' });
    expect(only(items, 'WorkflowCancelled').data).to.deep.equal({ reason: 'no longer wanted' });
    expect(count(items, 'WorkflowCompleted')).to.equal(0);
  });

  it('reports conditions, and the failure when a gateway has no way out', async () => {
    const nodes = `<startEvent id="start"/><exclusiveGateway id="gate"/>${task('a')}`;
    const flows = flow('in', 'start', 'gate') + flow('never', 'gate', 'a', 'amount > 10');
    await deploy(service.url, model('stuck', nodes + flows));
    const items = await all(await start(service.url, 'stuck', { Variables: { amount: 1 } }));
    const condition = only(items, 'ConditionEvaluated');
    expect(condition.activityId).to.equal('gate');
    expect(condition.data).to.deep.equal({ sequenceFlowId: 'never', result: false });
    const failed = only(items, 'ActivityFailed');
    expect(failed.data).to.have.all.keys('code', 'message').and.include({ code: '500' });
    expect(only(items, 'WorkflowFailed').data).to.deep.equal({ activityId: 'gate', ...failed.data });
  });

  it('reports messages when they are waited for, received and cancelled', async () => {
    await deploy(service.url, messageWait('paying', 'wait', 'paid', 'order'));
    const got = await start(service.url, 'paying', { Variables: { order: 'A1' } });
    const gone = await start(service.url, 'paying', { Variables: { order: 'B2' } });
    expectJson(await post(service.url, '/Execution/message', { MessageName: 'paid', CorrelationKey: 'A1' }));
    expectEmpty(await post(service.url, `/Instances/${gone}/cancel`));
    const first = await all(got);
    expect(only(first, 'MessageSubscribed')).to.include({ activityId: 'wait' });
    expect(only(first, 'MessageSubscribed').data).to.deep.equal({ messageName: 'paid', correlationKey: 'A1' });
    expect(only(first, 'MessageReceived').data).to.deep.equal({ messageName: 'paid', correlationKey: 'A1' });
    expect(count(first, 'MessageUnsubscribed')).to.equal(0);
    expect(only(await all(gone), 'MessageUnsubscribed').data).to.deep.equal({ messageName: 'paid', correlationKey: 'B2' });
  });

  it('reports signals when they are thrown, waited for, received and cancelled', async () => {
    const wait = '<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="signal"/></intermediateCatchEvent>';
    const raise = '<intermediateThrowEvent id="raise"><signalEventDefinition signalRef="signal"/></intermediateThrowEvent>';
    await deploy(service.url, withRoot(signalElement('alarm'), sequence('hearing', wait)));
    await deploy(service.url, withRoot(signalElement('alarm'), sequence('raising', raise)));
    const gone = await start(service.url, 'hearing');
    expectEmpty(await post(service.url, `/Instances/${gone}/cancel`));
    const hearing = await start(service.url, 'hearing');
    const thrower = await start(service.url, 'raising');
    await ended(hearing);
    const heard = await all(hearing);
    expect(only(heard, 'SignalSubscribed').data).to.deep.equal({ signalName: 'alarm' });
    expect(only(heard, 'SignalReceived').data).to.deep.equal({ signalName: 'alarm' });
    expect(only(await all(gone), 'SignalUnsubscribed').data).to.deep.equal({ signalName: 'alarm' });
    expect(only(await all(thrower), 'SignalThrown')).to.include({ activityId: 'raise' });
    expect(only(await all(thrower), 'SignalThrown').data).to.deep.equal({ signalName: 'alarm' });
  });

  it('reports timers when they are scheduled, fire and are cancelled', async () => {
    const timer = (text: string) =>
      `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
    await deploy(service.url, sequence('soon', timer('PT0.1S')));
    await deploy(service.url, sequence('late', timer('PT1H')));
    const soon = await start(service.url, 'soon');
    const late = await start(service.url, 'late');
    await ended(soon);
    expectEmpty(await post(service.url, `/Instances/${late}/cancel`));
    const fired = await all(soon);
    const scheduled = only(fired, 'TimerScheduled');
    expect(scheduled.data.dueAt).to.match(TIMESTAMP);
    expect(Date.parse(scheduled.data.dueAt) - Date.parse(scheduled.occurredAt)).to.equal(100);
    expect(only(fired, 'TimerFired').data).to.deep.equal({});
    expect(only(await all(late), 'TimerCancelled').data).to.deep.equal({});
    expect(count(await all(late), 'TimerFired')).to.equal(0);
  });

  it('reports the child when a call activity starts it and when it has ended', async () => {
    await deploy(service.url, sequence('calling', '<callActivity id="call" calledElement="simple"/>'));
    const id = await start(service.url, 'calling');
    const { activeActivities } = (await until(
      () => stateOf(service.url, id),
      ({ activeActivities: [entry] }) => (entry as never as { childWorkflowInstanceId: string }).childWorkflowInstanceId !== null,
    )) as never as { activeActivities: { childWorkflowInstanceId: string }[] };
    const childWorkflowInstanceId = activeActivities[0]?.childWorkflowInstanceId ?? '';
    expect(only(await all(id), 'ChildWorkflowStarted').data).to.deep.equal({ childWorkflowInstanceId });
    expect(count(await all(id), 'ChildWorkflowEnded')).to.equal(0);
    const complete = { WorkflowInstanceId: childWorkflowInstanceId, ActivityId: 'pack' };
    expectEmpty(await post(service.url, '/Execution/complete-activity', complete));
    await ended(id);
    expect(only(await all(id), 'ChildWorkflowEnded')).to.include({ activityId: 'call' });
    expect(only(await all(id), 'ChildWorkflowEnded').data).to.deep.equal({ childWorkflowInstanceId });
    expect(only(await all(childWorkflowInstanceId), 'WorkflowStarted').data.businessId).to.equal(null);
  });

  it('reports an escalation and a compensation when they are thrown', async () => {
    const escalation = '<escalation id="e" name="late" escalationCode="LATE"/>';
    const inner =
      '<subProcess id="sub"><startEvent id="s1"/><endEvent id="out"><escalationEventDefinition escalationRef="e"/></endEvent>' +
      `${flow('i', 's1', 'out')}</subProcess>`;
    await deploy(service.url, withRoot(escalation, sequence('escalating', inner)));
    const escalated = await all(await start(service.url, 'escalating'));
    expect(only(escalated, 'EscalationThrown')).to.include({ activityId: 'out' });
    expect(only(escalated, 'EscalationThrown').data).to.deep.equal({ escalationCode: 'LATE' });

    const nodes =
      `<startEvent id="start"/>${script('book', '_context.booked = true')}${script('undo', '_context.undone = true').replace('<scriptTask ', '<scriptTask isForCompensation="true" ')}` +
      '<boundaryEvent id="b" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>' +
      '<endEvent id="end"><compensateEventDefinition/></endEvent>' +
      '<association id="as" sourceRef="b" targetRef="undo" associationDirection="One"/>';
    await deploy(service.url, model('undoing', nodes + flow('f1', 'start', 'book') + flow('f2', 'book', 'end')));
    const undone = await all(await start(service.url, 'undoing'));
    expect(only(undone, 'CompensationStarted').data).to.deep.equal({});
    expect(only(undone, 'CompensationStarted').activityId).to.equal('end');
    expect(only(undone, 'CompensationEnded').data).to.deep.equal({});
    expect(only(undone, 'CompensationStarted').sequence).to.be.below(only(undone, 'CompensationEnded').sequence);
  });

  it('names the host MultiInstance when an activity loops, and its iterations by their element', async () => {
    const loop =
      '<task id="each"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>';
    await deploy(service.url, sequence('looping', loop));
    const spawned = (await all(await start(service.url, 'looping'))).filter(
      ({ type, activityId }) => type === 'ActivitySpawned' && activityId === 'each',
    );
    expect(spawned.map(({ data }) => data.activityType)).to.deep.equal(['MultiInstance', 'Task', 'Task']);
  });

  it('reports what a scope leaves behind when its variables merge outward', async () => {
    const inner = `<subProcess id="sub"><startEvent id="s1"/>${script('set', '_context.x = 7')}<endEvent id="e1"/>${flow('i1', 's1', 'set')}${flow('i2', 'set', 'e1')}</subProcess>`;
    await deploy(service.url, sequence('nested', inner));
    const id = await start(service.url, 'nested');
    const { variableStates } = await stateOf(service.url, id);
    const merges = (await all(id)).filter(({ type }) => type === 'VariablesMerged');
    expect(merges.at(-1)?.data).to.deep.equal({ variablesId: variableStates[0]?.variablesId, variables: { x: 7 } });
  });

  describe('its query (docs/contributing/spec/http/lists.md)', () => {
    let id: string;
    let items: readonly Item[];
    let packId: string;
    before(async () => {
      id = await start(service.url, 'simple');
      packId = await activeEntry(service.url, id, 'pack');
      expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
      items = await all(id);
    });
    const sequences = async (query: Record<string, string>): Promise<number[]> =>
      (await page(id, query)).items.map((item: Item) => item.sequence);
    const where = (isWanted: (item: Item) => boolean) => items.filter(isWanted).map(({ sequence: number }) => number);

    it('is by Sequence when nothing is asked for, 20 on a page', async () => {
      const { page: number, pageSize, totalCount } = await page(id);
      expect([number, pageSize, totalCount]).to.deep.equal([1, 20, items.length]);
      expect(await sequences({ sorts: '' })).to.deep.equal(where(() => true));
    });

    it('goes backwards when sorts is -Sequence, page by page without repeating or losing a row', async () => {
      const seen: number[] = [];
      for (let number = 1; seen.length < items.length; number++)
        seen.push(...(await sequences({ sorts: '-sequence', page: String(number), pageSize: '4' })));
      expect(seen).to.deep.equal(where(() => true).reverse());
      expect((await page(id, { page: '99' })).totalCount).to.equal(items.length);
      expect(await sequences({ page: '99' })).to.deep.equal([]);
      expect(await sequences({ page: '99', sorts: '-Sequence' })).to.deep.equal([]);
    });

    const filters: readonly [filters: () => string, isWanted: (item: Item) => boolean][] = [
      [() => 'Sequence<=3', ({ sequence: number }) => number <= 3],
      [() => 'sequence==2|4', ({ sequence: number }) => number === 2 || number === 4],
      [() => 'Type==ActivitySpawned', ({ type }) => type === 'ActivitySpawned'],
      [() => 'Type_=*workflow', ({ type }) => type.startsWith('Workflow')],
      [() => 'ActivityId==pack', ({ activityId }) => activityId === 'pack'],
      [() => 'ActivityId==null', ({ activityId }) => activityId === null],
      [() => 'ActivityId!=pack', ({ activityId }) => activityId !== null && activityId !== 'pack'],
      [() => `ActivityInstanceId==${packId.toUpperCase()}`, (item) => item.activityInstanceId === packId],
      [() => `ActivityInstanceId!=${packId}`, (item) => item.activityInstanceId !== null && item.activityInstanceId !== packId],
      [() => 'ActivityInstanceId!=null', (item) => item.activityInstanceId !== null],
      [() => `OccurredAt<=${items[0]?.occurredAt}`, (item) => item.occurredAt <= (items[0]?.occurredAt ?? '')],
      [() => 'OccurredAt>2100-01-01', () => false],
      [() => '(Type|ActivityId)@=pack', ({ activityId }) => activityId === 'pack'],
      [() => 'Type==ActivitySpawned,ActivityId==end', (item) => item.type === 'ActivitySpawned' && item.activityId === 'end'],
    ];
    for (const [text, isWanted] of filters) {
      it(`keeps the right rows when filters is ${String(text).replace(/^\(\) => /, '')}`, async () => {
        const expected = where(isWanted);
        expect(await sequences({ filters: text() })).to.deep.equal(expected);
        expect((await page(id, { filters: text(), pageSize: '1' })).totalCount).to.equal(expected.length);
      });
    }

    const faults: readonly [query: Record<string, string>, detail: string][] = [
      [{ filters: 'Data==1' }, `Unknown filter name 'Data'. ${NAMES}`],
      [{ sorts: 'OccurredAt' }, "Unknown sort name 'OccurredAt'. Allowed names: Sequence."],
      [{ filters: 'ActivityInstanceId@=a' }, `Operator '@=' cannot be used with 'ActivityInstanceId'. ${NAMES}`],
      [{ filters: 'ActivityInstanceId>a' }, `Operator '>' cannot be used with 'ActivityInstanceId'. ${NAMES}`],
      [{ filters: 'ActivityInstanceId==x' }, `Value 'x' is not valid for 'ActivityInstanceId'. ${NAMES}`],
      [
        { filters: `ActivityInstanceId=={${UNKNOWN_ID}}` },
        `Value '{${UNKNOWN_ID}}' is not valid for 'ActivityInstanceId'. ${NAMES}`,
      ],
      [{ filters: 'ActivityInstanceId==' }, `Malformed filter term 'ActivityInstanceId=='. ${NAMES}`],
      [{ filters: 'Type>a' }, `Operator '>' cannot be used with 'Type'. ${NAMES}`],
      [{ filters: 'Sequence==null' }, `Value 'null' is not valid for 'Sequence'. ${NAMES}`],
      [{ page: 'x' }, 'page must be an integer.'],
    ];
    for (const [query, detail] of faults) {
      it(`answers 400 when the query is ${JSON.stringify(query)}`, async () => {
        expectProblem(await get(service.url, `${pathOf(id)}?${new URLSearchParams(query)}`), 400, detail, pathOf(id));
      });
    }

    it('reports a fault of the query before the unknown instance', async () => {
      const path = pathOf(UNKNOWN_ID);
      expectProblem(await get(service.url, `${path}?page=x`), 400, 'page must be an integer.', path);
    });
  });

  it('answers 404 when the instance is unknown, and as no endpoint does when the id is not a GUID', async () => {
    expectError(await get(service.url, pathOf(UNKNOWN_ID)), 404, `Instance ${UNKNOWN_ID} not found`);
    expectProblem(await get(service.url, '/Instances/x/history'), 404, 'No endpoint matches this path.', '/Instances/x/history');
  });

  it('answers HEAD like GET and refuses other verbs', async () => {
    const path = pathOf(await start(service.url, 'simple'));
    const head = await http(service.url, { method: 'HEAD', path });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expectCommonHeaders(head);
    expectProblem(await post(service.url, path), 405, 'The method POST is not allowed on this path.', path);
  });
});

describe('history without a projector (docs/contributing/spec/http/instances.md#no-false-404)', () => {
  it('recognises an instance as soon as its start is answered (docs/contributing/spec/http/instances.md#no-false-404)', async () => {
    const service = await startService({ roles: [startWorker, startApi] });
    try {
      await deploy(service.url, sequence('simple', task('pack')));
      const id = await start(service.url, 'simple');
      const { items } = expectJson(await get(service.url, pathOf(id)));
      expect(items.at(-1)).to.include({ type: 'ActivityExecutionStarted', activityId: 'pack' });
    } finally {
      await service.stop();
    }
  });
});
