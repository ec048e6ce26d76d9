import { expect } from 'chai';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import type { CommandBody } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { openLog } from '../../../src/platform/log.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import {
  boundary,
  catching,
  eventSubProcess,
  message,
  onCondition,
  onMessage,
  onSignal,
  onTimer,
  processOf,
  signal,
} from '../../support/models/event-elements.ts';
import { flow, model, script, sequence, task, userTask } from '../../support/models/models.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const ESCALATION = '<escalation id="esc" escalationCode="E7"/>';
const onEscalation = '<escalationEventDefinition escalationRef="esc"/>';
const onError = '<errorEventDefinition/>';

/** A sub-process around the nodes, one after the other; its last node may be an end event. */
function subProcess(id: string, tag: string, ...nodes: readonly string[]): string {
  const ids = [`${id}-s`, ...nodes.map((node) => /id="([^"]+)"/.exec(node)?.[1] ?? '')];
  const flows = ids.slice(1).map((target, n) => flow(`${id}-${target}`, ids[n] ?? '', target));
  return `<${tag} id="${id}"><startEvent id="${id}-s"/>${nodes.join('')}${flows.join('')}</${tag}>`;
}

/** An activity with its compensation boundary event and handler. */
function compensated(activity: string, handler: string): string {
  const [host, undo] = [activity, handler].map((node) => /id="([^"]+)"/.exec(node)?.[1] ?? '');
  const event = `<boundaryEvent id="c-${host}" attachedToRef="${host}"><compensateEventDefinition/></boundaryEvent>`;
  const link = `<association id="a-${host}" associationDirection="One" sourceRef="c-${host}" targetRef="${undo}"/>`;
  return `${activity}${event}${handler.replace(' ', ' isForCompensation="true" ')}${link}`;
}

describe('the log of what happens in instances (docs/reference/log-events.md)', () => {
  let side: WriteSide;
  let log: KeptLog;
  before(async () => {
    side = await openWriteSide();
  });
  beforeEach(() => {
    log = keptLog();
  });
  after(() => side.close());

  const deliver = (...commands: Parameters<typeof deliverTo>[1]) => deliverTo(side.worker({ log }), commands);
  const run = (command: CommandBody) => deliver({ ...command, id: newId() } as Parameters<typeof deliverTo>[1][number]);
  const begin = async (xml: string, key: string, variables = {}): Promise<string> => {
    await side.deploy(xml);
    const command = startOf(key, { variables });
    await deliver(command);
    return command.instanceId;
  };
  const complete = (instanceId: string, activity: string, variables = {}) => deliver(completeOf(instanceId, activity, variables));
  const broadcast = (name: string) => run({ kind: 'BroadcastSignal', name, variables: {}, exceptInstanceId: null });

  it('names the flows a gateway chose, and shows how many tokens a join waits for, when paths fork and meet', async () => {
    const parts = [
      '<startEvent id="s"/><inclusiveGateway id="fork"/><parallelGateway id="join"/><endEvent id="e"/>',
      ['a', 'b', 'c'].map(task).join(''),
      flow('in', 's', 'fork') + flow('out', 'join', 'e'),
      ['a', 'b', 'c'].map((id) => flow(`to-${id}`, 'fork', id) + flow(`from-${id}`, id, 'join')).join(''),
    ];
    const id = await begin(model('meeting', parts.join('')), 'meeting');
    expect(log.of(1006)[0]).to.deep.include({ ActivityId: 'fork', SequenceFlowIds: ['to-a', 'to-b', 'to-c'] });
    await complete(id, 'a');
    expect(log.of(3000)).to.deep.equal([{ Sequence: 1 }]);
    await deliver(completeOf(id, 'b'), completeOf(id, 'c'));
    expect(log.of(1009).map(({ Arrived, Expected }) => [Arrived, Expected])).to.deep.equal([
      [1, 3],
      [2, 3],
    ]);
    expect(log.of(1009)[0]).to.include({ ActivityId: 'join' });
  });

  itFull('counts the tokens of a complex gateway when it waits and when it fires', async () => {
    const condition = '<activationCondition>activationCount &gt;= 2</activationCondition>';
    for (const [key, text] of [
      ['complex', condition],
      ['plain-complex', ''],
    ] as const) {
      log = keptLog();
      const gateways = `<parallelGateway id="fork"/><complexGateway id="join">${text}</complexGateway>`;
      const flows = ['a', 'b'].map((id) => flow(`to-${id}`, 'fork', id) + flow(`from-${id}`, id, 'join')).join('');
      const content = `<startEvent id="s"/>${gateways}${task('a')}${task('b')}<endEvent id="e"/>${flow('in', 's', 'fork')}${flows}`;
      const id = await begin(model(key, content + flow('out', 'join', 'e')), key);
      await complete(id, 'a');
      expect(log.of(1080).map(({ TokenCount }) => TokenCount)).to.deep.equal([1]);
      await complete(id, 'b');
      expect(log.of(1080)).to.have.length(1);
      expect(log.of(1081).map(({ TokenCount }) => TokenCount)).to.deep.equal([2]);
    }
    const late = '<activationCondition>activationCount &gt;= 1</activationCondition>';
    const flows = ['a', 'b'].map((id) => flow(`to-${id}`, 'fork', id) + flow(`from-${id}`, id, 'join')).join('');
    const gateways = `<startEvent id="s"/><parallelGateway id="fork"/><complexGateway id="join">${late}</complexGateway>`;
    const parts = `${gateways}${task('a')}${task('b')}${flow('in', 's', 'fork')}${flows}`;
    const id = await begin(model('early', parts), 'early');
    for (const activity of ['a', 'b']) await complete(id, activity);
    expect(log.of(1082)[0]).to.include({ ActivityId: 'join' });
  });

  it('names the boundary event and the code when an activity fails and is caught', async () => {
    const failing = script('work', 'throw new Error("no")');
    await begin(processOf('caught', '', [failing], boundary('own', 'work', onError)), 'caught');
    expect(log.of(1008)).to.have.length(1);
    expect(log.of(1008)[0]).to.include({ BoundaryActivityId: 'own', ErrorCode: '500' });
    expect(log.of(1019)[0]).to.include({ BoundaryActivityId: 'own', IsInterrupting: true });
    const tx = subProcess('tx', 'transaction', compensated(script('pay', 'paid = true'), task('refund')), userTask('check'));
    const id = await begin(processOf('hazard', '', [tx], boundary('outer', 'tx', onError)), 'hazard');
    const taskId = await side.value<string>(`select task_id::text from user_task where instance_id = $1`, [id]);
    await run({ kind: 'FailUserTask', taskId, errorCode: 'E1', errorMessage: 'no' });
    expect(log.of(1103)[0]).to.include({ ErrorCode: 'E1' });
    await complete(id, 'refund');
    expect(log.of(1008)[1]).to.include({ BoundaryActivityId: 'outer', ErrorCode: 'E1' });
  });

  it('reports that a trigger came too late when a delivery before it has closed the subscription', async () => {
    const race = '<eventBasedGateway id="race"/>';
    const waits = ['w1', 'w2'].map((id) => catching(id, onSignal('bell'))).join('');
    const flows = ['w1', 'w2'].map((id) => flow(`to-${id}`, 'race', id) + flow(`from-${id}`, id, 'e')).join('');
    const content = `<startEvent id="s"/>${race}${waits}<endEvent id="e"/>${flow('in', 's', 'race')}${flows}`;
    await begin(model('racing', content).replace('<process ', `${signal('bell')}<process `), 'racing');
    await broadcast('bell');
    expect(log.of(1012)).to.have.length(1);
    expect(log.of(1012)[0]).to.include({ TriggerKind: 'signal', WorkflowId: 'racing' });
    expect(log.of(1020)).to.have.length(1);
    expect(log.of(1020)[0]).to.deep.include({ WinningActivityId: 'w1', CancelledActivityIds: ['w2'] });
  });

  it('names message and variable when a correlation value is missing', async () => {
    const roots = message('m', 'paid', 'order');
    await begin(processOf('keyless', roots, [catching('wait', onMessage('m'))]), 'keyless');
    const missing = { MessageName: 'paid', VariableName: 'order' };
    expect(log.of(1015)[0]).to.include(missing);
    const beside = eventSubProcess('listens', onMessage('m'));
    await begin(processOf('deaf', roots, [task('work')], beside), 'deaf');
    expect(log.of(1015)[1]).to.include(missing);
    const sender = `<intermediateThrowEvent id="tell">${onMessage('m')}</intermediateThrowEvent>`;
    await begin(processOf('sender', roots, [sender]), 'sender');
    expect(log.of(1015)[2]).to.include(missing);
    expect(log.of(1015)).to.have.length(3);
  });

  it('counts iterations when a multi-instance ends, by completing, being cut short or being interrupted', async () => {
    const loop = (more: string) =>
      `<task id="work"><multiInstanceLoopCharacteristics ${more.startsWith('<') ? `>${more}` : more}</multiInstanceLoopCharacteristics></task>`;
    const three = '<loopCardinality>3</loopCardinality>';
    const first = `${three}<completionCondition>nrOfCompletedInstances &gt;= 1</completionCondition>`;
    const one = await begin(sequence('all', loop(three)), 'all');
    expect(log.of(1024)).to.deep.equal([{ Total: 3, IsSequential: false }]);
    for (let n = 0; n < 3; n++) await complete(one, 'work');
    expect(log.of(1025).at(-1)).to.include({ Completed: 3, Cancelled: 0 });
    await complete(await begin(sequence('first', loop(first)), 'first'), 'work');
    expect(log.of(1025).at(-1)).to.include({ Completed: 1, Cancelled: 2 });
    const step = await begin(sequence('steps', loop(`isSequential="true">${three}`)), 'steps');
    await complete(step, 'work');
    await run({ kind: 'CancelInstance', instanceId: step, reason: 'enough' });
    expect(log.of(1024).at(-1)).to.deep.equal({ Total: 3, IsSequential: true });
    expect(log.of(1025).at(-1)).to.include({ Completed: 1, Cancelled: 1 });
    expect(log.of(1025)).to.have.length(3);
  });

  it('shows which text failed when a condition, a script or a whole run meets its limit', async () => {
    await begin(processOf('cold', '', [catching('wait', onCondition('x > 5'))]), 'cold', { x: 'warm-text' });
    expect(String(log.of(1027)[0]?.['ErrorMessage'])).to.match(/^condition 'x > 5': /);
    await begin(processOf('cold-root', '', [task('work')], eventSubProcess('on', onCondition('x > 5'))), 'cold-root', {
      x: 'warm',
    });
    expect(log.of(1027)).to.have.length(2);
    const endless = script('loop', 'while (true) {}').replace('csharp', 'javascript');
    await side.deploy(sequence('endless', endless));
    const evaluator = createEvaluator({ timeoutMs: 300, memoryMb: 64, maxOutputBytes: 1_048_576 });
    await deliverTo(side.worker({ log, evaluator }), [startOf('endless')]);
    await evaluator.close();
    expect(log.of(2005)[0]).to.include({ ActivityId: 'loop', LimitMs: 300 });
    const again = flow('again', 'a', 'b') + flow('back', 'b', 'a');
    const round = `<startEvent id="s"/>${script('a', 'n = 1')}${script('b', 'n = 2')}${flow('in', 's', 'a')}${again}`;
    await side.deploy(model('round', round));
    const limits = { ...side.worker().limits, maxSteps: 20 };
    await deliverTo(side.worker({ log, limits }), [startOf('round')]);
    expect(log.of(1029)).to.deep.equal([{ Limit: 20 }]);
  });

  it('reports event sub-processes when they are armed, triggered and ended', async () => {
    const beside = eventSubProcess('first', onSignal('knock'), false) + eventSubProcess('second', onTimer('PT1H'));
    await begin(processOf('house', signal('knock'), [task('work')], beside), 'house');
    expect(log.of(1078)).to.deep.equal([{ ListenerCount: 2 }]);
    await broadcast('knock');
    expect(log.of(1073)[0]).to.include({ EventSubProcessId: 'first', IsInterrupting: false });
    expect(log.of(1074)[0]).to.include({ EventSubProcessId: 'first' });
    expect(log.of(1023).map(({ Phase }) => Phase)).to.deep.equal(['opened', 'closed']);
    expect(log.of(3003).map(({ Phase }) => Phase)).to.deep.equal(['opened', 'removed']);
  });

  it('reports conditions that become true and of timers that are disarmed', async () => {
    const beside = boundary('late', 'work', onTimer('PT1H'));
    const id = await begin(processOf('turning', '', [task('work'), catching('wait', onCondition('x > 5'))], beside), 'turning');
    await complete(id, 'work', { x: 6 });
    expect(log.of(10_002)[0]).to.include({ ActivityId: 'late' });
    expect(log.of(1026)[0]).to.include({ ActivityId: 'wait' });
  });

  it('writes three lines about a linear start when debug lines are off', async () => {
    const lines: string[] = [];
    const own = openLog({
      level: 'Information',
      role: 'worker',
      processName: 'w',
      destination: { write: (line) => void lines.push(line) },
    });
    await side.deploy(sequence('linear', script('a', 'n = 1'), script('b', 'n = 2')));
    await deliverTo(side.worker({ log: own }), [startOf('linear')]);
    expect(lines.map((line) => JSON.parse(line).eventId)).to.deep.equal([6001, 1002, 1003]);
  });

  it('names who caught an escalation when it comes from a scope and when it comes from a called instance', async () => {
    const thrower = `<endEvent id="up">${onEscalation}</endEvent>`;
    const inner = subProcess('sub', 'subProcess', thrower);
    await begin(processOf('scoped', ESCALATION, [inner], boundary('hears', 'sub', onEscalation, false)), 'scoped');
    expect(log.of(1091)).to.have.length(1);
    expect(log.of(1091)[0]).to.include({ EscalationCode: 'E7', BoundaryActivityId: 'hears', IsInterrupting: false });
    await side.deploy(
      processOf('child', ESCALATION, [`<intermediateThrowEvent id="up">${onEscalation}</intermediateThrowEvent>`]),
    );
    const call = '<callActivity id="call" calledElement="child"/>';
    await begin(processOf('parent', ESCALATION, [call], boundary('over', 'call', onEscalation, false)), 'parent');
    expect(log.of(1091)).to.have.length(2);
    expect(log.of(1091)[1]).to.include({ EscalationCode: 'E7', BoundaryActivityId: 'over', IsInterrupting: false });
    expect(log.of(1092)).to.have.length(1);
    await deliver(startOf('child'));
    expect(log.of(3030)[0]).to.include({ EscalationCode: 'E7' });
  });

  it('follows messages of instances through their mailboxes, also to a parent that has ended', async () => {
    const up = `<intermediateThrowEvent id="up">${onEscalation}</intermediateThrowEvent>`;
    await side.deploy(processOf('late-child', ESCALATION, [task('work'), up]));
    const id = await begin(sequence('late-parent', '<callActivity id="call" calledElement="late-child"/>'), 'late-parent');
    const [started] = log.of(1021);
    await run({ kind: 'CancelInstance', instanceId: id, reason: 'enough' });
    expect(log.of(1070)[0]).to.include({ EventKind: 'CancelInstance', WorkflowInstanceId: id });
    await complete(String(started?.['ChildWorkflowInstanceId']), 'work');
    await run({ kind: 'DrainMailbox', instanceId: id });
    expect(log.of(1071)[0]).to.include({ EventKind: 'ChildEscalated', WorkflowInstanceId: id, WorkflowId: 'late-parent' });
    expect(log.of(3031)).to.have.length(1);
    expect(log.of(3031)[0]).to.include({ EscalationCode: 'E7', WorkflowInstanceId: id });
  });

  it('reports that a transaction is being cancelled before it reports that it has ended', async () => {
    const cancel = '<endEvent id="no"><cancelEventDefinition/></endEvent>';
    const tx = subProcess('tx', 'transaction', compensated(script('pay', 'paid = true'), task('refund')), cancel);
    const id = await begin(sequence('cancelled', tx), 'cancelled');
    expect(log.of(1100)[0]).to.include({ ActivityId: 'tx' });
    expect(log.of(1101)[0]).to.include({ ActivityId: 'tx' });
    expect(log.of(1102)).to.deep.equal([]);
    await complete(id, 'refund');
    expect(log.of(1102)[0]).to.include({ ActivityId: 'tx', Outcome: 'cancelled' });
  });

  it('names the error when a compensation handler fails', async () => {
    const undo = '<intermediateThrowEvent id="undo"><compensateEventDefinition/></intermediateThrowEvent>';
    const booked = compensated(script('book', 'booked = true'), script('unbook', 'throw new Error("full")'));
    await begin(sequence('undoing', booked, undo), 'undoing');
    expect(log.of(1114)).to.have.length(1);
    expect(log.of(1114)[0]).to.include({ ActivityId: 'unbook', ErrorCode: '500' });
    expect(String(log.of(1114)[0]?.['ErrorMessage'])).to.include('full');
    log = keptLog();
    const id = await begin(sequence('undone', compensated(script('pay', 'paid = true'), task('refund')), undo), 'undone');
    expect(log.of(1110)[0]).to.include({ ActivityId: 'pay' });
    expect(log.of(1111)[0]).to.include({ ActivityId: 'undo', HandlerCount: 1 });
    expect(log.of(1113)).to.deep.equal([]);
    await complete(id, 'refund');
    expect(log.of(1112)).to.have.length(1);
    expect(log.of(1113)[0]).to.include({ ActivityId: 'undo' });
  });

  it('names the command when it comes a second time', async () => {
    await side.deploy(sequence('twice', task('work')));
    const command = startOf('twice');
    await deliver(command);
    await deliver(command);
    expect(log.of(1072)).to.deep.equal([{ CommandId: command.id }]);
  });
});
