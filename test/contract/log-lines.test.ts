import { expect } from 'chai';
import { openLog } from '../../src/platform/log.ts';
import { LOG_EVENT_NAMES, LOG_EVENTS, type LogEventId } from '../../src/platform/log-events.ts';
import { http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, GUID, start, stateOf, TIMESTAMP, until } from '../support/http/steps.ts';
import { messageWait, signalElement, startedByMessage, withRoot } from '../support/models/event-models.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';

/** Part of variables, bodies, headers and addresses of the run; no line may contain it. */
const PLANTED = 'pl4nted-s3cret';
const RANGES: readonly [from: number, to: number][] = [
  [1000, 1199],
  [2000, 2099],
  [3000, 3099],
  [4000, 4099],
  [5000, 5099],
  [6000, 6099],
  [7000, 7099],
  [8000, 8099],
  [9000, 9099],
  [10_000, 10_099],
];
type Line = Readonly<Record<string, unknown>>;

for (const backend of TIER_BACKENDS) {
  describe(`log lines of a busy run on ${backend} (docs/contributing/spec/observability.md#log-lines)`, () => {
    const texts: string[] = [];
    const lines = (): readonly Line[] => texts.map((text) => JSON.parse(text));
    const of = (id: LogEventId) => lines().filter((line) => line['eventId'] === id);
    let service: TestService;
    let instanceId: string;

    before(async () => {
      const destination = { write: (text: string) => void texts.push(text) };
      const log = openLog({ level: 'Debug', role: 'all', processName: 'sluice-1', destination });
      service = await startService({ backend, log });
      instanceId = await busyRun(service.url);
    });
    after(() => service.stop());

    it('are one JSON object each, with time, level, event id, message, role and process', () => {
      expect(texts.length).to.be.greaterThan(200);
      for (const text of texts) expect(text.indexOf('\n')).to.equal(text.length - 1);
      for (const line of lines()) {
        expect(line['timestamp']).to.match(TIMESTAMP);
        expect(line['level']).to.be.oneOf(['Debug', 'Information', 'Warning', 'Error', 'Critical']);
        expect(line['message']).to.be.a('string').and.not.equal('');
        expect([line['role'], line['processName']]).to.deep.equal(['all', 'sluice-1']);
      }
    });

    it('have ids of the catalogue, inside its ranges, each with its level and its properties and no others', () => {
      const common = 'timestamp level eventId message role processName traceId spanId'.split(' ');
      const scope = 'WorkflowId ProcessDefinitionKey WorkflowInstanceId BusinessId ActivityId ActivityInstanceId'.split(' ');
      for (const line of lines()) {
        const id = line['eventId'] as LogEventId;
        expect(RANGES.some(([from, to]) => id >= from && id <= to)).to.equal(true);
        const name = LOG_EVENT_NAMES.get(id);
        if (name === undefined) expect.fail(`${id} is not in the catalogue`);
        const { level, properties } = LOG_EVENTS[name];
        expect(line['level'], String(id)).to.equal(level);
        expect([...common, ...scope, ...properties]).to.include.members(Object.keys(line));
      }
    });

    it('carry the whole scope when they are about an instance', () => {
      // a repeated command is answered from the record, without any work on an instance
      const about = lines().filter(({ eventId: id }) => (Number(id) < 4000 && id !== 1072) || Number(id) >= 10_000);
      expect(about.length).to.be.greaterThan(100);
      for (const line of about) {
        expect(line['WorkflowInstanceId'], JSON.stringify(line)).to.match(GUID);
        expect(line['WorkflowId']).to.be.a('string').and.equal(line['ProcessDefinitionKey']);
        expect(line['BusinessId']).to.be.a('string').and.not.equal('');
        if ('ActivityInstanceId' in line) expect(line['ActivityInstanceId']).to.match(GUID);
      }
      const scopes = new Set(about.map((line) => line['BusinessId']));
      expect([...scopes]).to.include.members(['-', 'PO-1']);
      const spawned = of(2000).find((line) => line['WorkflowInstanceId'] === instanceId && line['ActivityId'] === 'review');
      expect(spawned).to.include({ WorkflowId: 'ask', BusinessId: 'PO-1', ActivityType: 'UserTask' });
    });

    it('hold no value of a variable, no token, no secret and no body, at any level', () => {
      const found = texts.filter((text) => text.includes(PLANTED));
      expect(found).to.deep.equal([]);
      const address = new URL(service.databaseUrl);
      if (address.password !== '') expect(texts.filter((text) => text.includes(address.password))).to.deep.equal([]);
      expect(of(1002).some((line) => (line['VariableNames'] as string[]).includes('secret'))).to.equal(true);
    });

    it('hide the value and keep the sentence when a failure names one', () => {
      const messages = of(2003).map((line) => line['ErrorMessage']);
      expect(messages).to.include("cannot convert '***' to an integer").and.include('***');
    });

    it('keep text from outside inside a JSON value, so that it cannot forge a line', () => {
      const reasons = of(1004).map((line) => line['Reason']);
      expect(reasons).to.include('why\n{"eventId":9999,"level":"Critical"}');
      expect(lines().some((line) => line['eventId'] === 9999)).to.equal(false);
    });

    const told: readonly LogEventId[] = [
      1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1020, 1025, 1072, 1078, 3000, 5000, 1010, 1011, 1013, 1014,
      1016, 1017, 1018, 1021, 1022, 1024, 1028, 1030, 1060, 1061, 1062, 1063, 1064, 1065, 1066, 2000, 2001, 2002, 2003, 2004,
      3001, 3002, 4000, 4001, 4003, 4010, 4011, 4012, 6000, 6001, 6002, 6003, 6004, 6005, 7000, 7001, 7014, 7015, 10_000, 10_001,
    ];
    it(`report everything that happens: ${told.join(' ')}`, () => {
      const seen = new Set(lines().map(({ eventId }) => eventId));
      expect(told.filter((id) => !seen.has(id))).to.deep.equal([]);
    });
  });
}

/** Uses much of the service, with something planted everywhere. @returns an instance of `ask` */
async function busyRun(url: string): Promise<string> {
  const Variables = { secret: PLANTED, nested: { list: [PLANTED], number: 1 } };
  const headers = { Authorization: `Bearer ${PLANTED}`, Cookie: `session=${PLANTED}`, 'Idempotency-Key': `k-${PLANTED}` };
  const wait = '<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="signal"/></intermediateCatchEvent>';
  const raise = '<intermediateThrowEvent id="raise"><signalEventDefinition signalRef="signal"/></intermediateThrowEvent>';
  const timer =
    '<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>PT0.05S</timeDuration></timerEventDefinition></intermediateCatchEvent>';
  const loop =
    '<task id="pack"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>';
  const thrown = '<scriptTask id="s" scriptFormat="javascript"><script>throw new Error(secret)</script></scriptTask>';
  for (const xml of [
    sequence('simple', task('pack')),
    sequence('ask', userTask('review', { outputs: ['secret'] })),
    sequence('held', userTask('review', { assignee: 'ann' })),
    model(
      'lost',
      `<startEvent id="s"/><exclusiveGateway id="g"/>${task('t')}${flow('a', 's', 'g')}${flow('b', 'g', 't', 'false')}`,
    ),
    sequence('writing', script('s', '_context.copy = _context.secret')),
    sequence('converting', script('s', '_context.x = int.Parse(_context.secret)')),
    sequence('throwing', thrown),
    model(
      'stuck',
      `<startEvent id="s"/><exclusiveGateway id="g"/>${task('t')}${flow('a', 's', 'g')}${flow('b', 'g', 't', 'secret > 5')}`,
    ),
    messageWait('paying', 'wait', 'paid'),
    startedByMessage('ordering', 'ordered', task('pack')),
    withRoot(signalElement('alarm'), sequence('hearing', wait)),
    withRoot(signalElement('alarm'), sequence('raising', raise)),
    sequence('timed', timer),
    sequence('looping', loop),
    forked(),
    withRoot(signalElement('alarm'), raced()),
    sequence('calling', '<callActivity id="call" calledElement="simple"/>'),
  ])
    await deploy(url, xml);
  const asked = await start(url, 'ask', { Variables, BusinessId: 'PO-1' });
  const taskId = await activeEntry(url, asked, 'review');
  await post(url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' });
  await post(url, `/UserTasks/${taskId}/unclaim`);
  const held = await activeEntry(url, await start(url, 'held', { Variables }), 'review');
  for (const end of ['claim', 'complete']) await post(url, `/UserTasks/${held}/${end}`, { UserId: 'bob', Variables });
  await post(url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' });
  await post(url, `/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables });
  for (const end of ['fail', 'cancel']) {
    const id = await activeEntry(url, await start(url, 'ask', { Variables }), 'review');
    await post(url, `/UserTasks/${id}/${end}`, { errorMessage: PLANTED, errorCode: 'E1', reason: 'not needed' });
  }
  for (const key of ['writing', 'converting', 'throwing', 'stuck', 'lost', 'looping', 'raising', 'forked', 'raced'])
    await start(url, key, { Variables });
  const looped = await start(url, 'looping', { Variables });
  for (let n = 0; n < 2; n++) await post(url, '/Execution/complete-activity', { WorkflowInstanceId: looped, ActivityId: 'pack' });
  const parent = await start(url, 'calling', { Variables });
  const child = await until(
    async () =>
      ((await stateOf(url, parent)).activeActivities[0] as never as { childWorkflowInstanceId: string | null })
        .childWorkflowInstanceId,
    (found) => found !== null,
  );
  await post(url, '/Execution/complete-activity', { WorkflowInstanceId: child, ActivityId: 'pack' });
  await post(url, '/Execution/message', { MessageName: 'nobody', Variables });
  const id = await start(url, 'simple', { Variables });
  await post(url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack', Variables });
  const reason = 'why\n{"eventId":9999,"level":"Critical"}';
  await post(url, `/Instances/${await start(url, 'simple', { Variables })}/cancel`, { reason });
  await start(url, 'paying', { Variables });
  await post(url, '/Execution/message', { MessageName: 'paid', Variables });
  await post(url, '/Execution/message', { MessageName: 'ordered', Variables });
  await start(url, 'hearing', { Variables });
  await post(url, '/Execution/signal', { SignalName: 'alarm', Variables });
  await post(url, '/Execution/evaluate-conditions', { Variables });
  await post(url, '/Definitions/disable', { ProcessDefinitionKey: 'ordering' });
  await deploy(url, startedByMessage('ordering', 'ordered', task('pack')));
  await post(url, '/Definitions/enable', { ProcessDefinitionKey: 'ordering' });
  const body = { WorkflowId: 'simple', Variables };
  for (const sent of [body, body, { ...body, WorkflowId: PLANTED }])
    await http(url, { method: 'POST', path: '/Execution/start', body: sent, headers });
  await http(url, { method: 'POST', path: '/Execution/start', body: `{"WorkflowId":"${PLANTED}`, headers: JSON_TYPE });
  await post(url, '/Execution/start', { WorkflowId: 'unknown', Variables });
  await post(url, '/Definitions/deploy', { BpmnXml: `<${PLANTED}` });
  await http(url, { path: `/Definitions?filters=${PLANTED}==1` });
  const timed = await start(url, 'timed', { Variables });
  await until(
    () => stateOf(url, timed),
    (state) => state.isCompleted,
  );
  return asked;
}

/** A fork whose one branch waits at the join, while the other's failure is caught. */
function forked(): string {
  const boundary = '<boundaryEvent id="caught" attachedToRef="fails"><errorEventDefinition/></boundaryEvent>';
  const nodes = `<startEvent id="s"/><parallelGateway id="fork"/><parallelGateway id="join"/>${task('left')}${boundary}`;
  const thrown = '<scriptTask id="fails" scriptFormat="javascript"><script>throw new Error(secret)</script></scriptTask>';
  const flows = [flow('in', 's', 'fork'), flow('a', 'fork', 'left'), flow('b', 'left', 'join'), flow('c', 'fork', 'fails')];
  return model('forked', `${nodes}${thrown}${flows.join('')}${flow('d', 'fails', 'join')}${flow('e', 'caught', 'join')}`);
}

/** A race of a signal and a timer, and a listener of the root scope. */
function raced(): string {
  const signal = '<intermediateCatchEvent id="first"><signalEventDefinition signalRef="signal"/></intermediateCatchEvent>';
  const timed = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
  const body = `<startEvent id="listen">${timed}</startEvent>`;
  const listener = `<subProcess id="late" triggeredByEvent="true">${body}</subProcess>`;
  const nodes = `<startEvent id="s"/><eventBasedGateway id="race"/>${signal}<intermediateCatchEvent id="last">${timed}</intermediateCatchEvent>`;
  const flows = [flow('in', 's', 'race'), flow('a', 'race', 'first'), flow('b', 'race', 'last')];
  return model('raced', `${nodes}${flows.join('')}${listener}`);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
