// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS, READING_OF_DIALECTS } from '../../../../src/bpmn/reading.ts';
import type { EngineCommand } from '../../../../src/engine/commands.ts';
import type { Caller } from '../../../../src/engine/events/records.ts';
import type { ProcessModel } from '../../../../src/engine/model.ts';
import {
  CHILD,
  childCompleted,
  childFailed,
  completeIteration,
  given,
  message,
  type Occurrence,
  signal,
  timer,
} from '../../../support/engine/scenario.ts';
import { claim, complete, completeUserTask, start } from '../../../support/given-when-then.ts';

const C8 =
  'xmlns:z="http://camunda.org/schema/zeebe/1.0" xmlns:m="http://camunda.org/schema/modeler/1.0" m:executionPlatform="Camunda Cloud"';
const C7 = 'xmlns:c="http://camunda.org/schema/1.0/bpmn"';
const FLOWABLE = 'xmlns:c="http://flowable.org/bpmn"';

/** A process of a file made for another engine. `reading`: absent for a new deploy. */
function process(platform: string, inner: string, reading?: number): ProcessModel {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${platform} targetNamespace="t"><message id="M" name="go"><extensionElements><z:subscription xmlns:z="http://camunda.org/schema/zeebe/1.0" correlationKey="=key"/></extensionElements></message><error id="E" errorCode="E1"/><signal id="S" name="S"/><escalation id="X" escalationCode="X"/><process id="p" isExecutable="true">${inner}</process></definitions>`;
  const parsed = parseDefinitions(xml, reading === undefined ? {} : { reading, isStored: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings.map(({ text }) => text)));
  return (parsed.processes[0] as { model: ProcessModel }).model;
}

const io = (inner: string) => `<extensionElements><z:ioMapping>${inner}</z:ioMapping></extensionElements>`;
const line = (...ids: string[]) =>
  ids
    .slice(1)
    .map((to, at) => `<sequenceFlow id="f_${to}" sourceRef="${ids[at]}" targetRef="${to}"/>`)
    .join('');
const userTask = (outputs: string) => `<startEvent id="s"/><userTask id="u">${io(outputs)}</userTask>${line('s', 'u')}`;

describe('mappings of other engines (docs/contributing/spec/mappings.md#rules-of-engines)', () => {
  it('keep the other members of a variable when the target of Camunda 8 is a path', () => {
    const before = { order: { id: 1, approval: { by: 'ann' } } };
    const outputs = '<z:output source="=ok" target="order.approval.given"/><z:output source="=order.id" target="order.copy"/>';
    given(process(C8, userTask(outputs)))
      .when(start(before), claim('u'), completeUserTask('u', { ok: true }))
      .andVariables({ order: { id: 1, approval: { by: 'ann', given: true }, copy: 1 } });
    given(process(C8, userTask(outputs), READING_OF_BINDINGS))
      .when(start(before), claim('u'), completeUserTask('u', { ok: true }))
      .andVariables({ order: { approval: { given: true }, copy: null } });
  });

  it('apply to the result of a script when it is one of Camunda 8', () => {
    const script = `<startEvent id="s"/><scriptTask id="k"><extensionElements><z:script expression="=2 * n" resultVariable="twice"/><z:ioMapping><z:output source="=twice" target="order.sum"/></z:ioMapping></extensionElements></scriptTask>${line('s', 'k')}`;
    given(process(C8, script))
      .when(start({ n: 2, order: { id: 1 } }))
      .andVariables({ n: 2, order: { id: 1, sum: 4 } });
    given(process(C8, script, READING_OF_BINDINGS))
      .when(start({ n: 2, order: { id: 1 } }))
      .andVariables({ n: 2, order: { id: 1 }, twice: 4 });
  });

  it('write nothing when one of them fails', () => {
    const outputs = '<z:output source="=ok" target="order.paid"/><z:output source="=assert(ok, false)" target="x"/>';
    given(process(C8, userTask(outputs)))
      .when(start({ order: { id: 1 } }), claim('u'), completeUserTask('u', { ok: true }))
      .andVariables({ order: { id: 1 } });
  });

  it('read variables around a call and the members of the variable when the call is one of Camunda 8', () => {
    const call = `<startEvent id="s"/><callActivity id="k"><extensionElements><z:calledElement processId="child" propagateAllChildVariables="true"/><z:ioMapping><z:output source="=price + tax" target="order.price"/></z:ioMapping></extensionElements></callActivity>${line('s', 'k')}`;
    given(process(C8, call))
      .when(start({ order: { id: 1 }, tax: 2 }), childCompleted('k', { price: 9, other: 1 }))
      .andVariables({ order: { id: 1, price: 11 }, tax: 2 });
  });

  it('of a call in Camunda 7 and Flowable see no earlier target, and pass null for what does not exist', () => {
    for (const platform of [C7, FLOWABLE]) {
      const call = `<startEvent id="s"/><callActivity id="k" calledElement="child"><extensionElements><c:in source="a" target="b"/><c:in source="b" target="x"/><c:in source="none" target="y"/><c:out source="a" target="b"/><c:out source="b" target="x"/></extensionElements></callActivity>${line('s', 'k')}`;
      given(process(platform, call))
        .when(start({ a: 1, b: 2 }))
        .andEvent({ type: 'ChildStartRequested', variables: { b: 1, x: 2, y: null } })
        .when(childCompleted('k', { a: 7, b: 8 }))
        .andVariables({ a: 1, b: 7, x: 8 });
    }
  });

  it('of an activity in Camunda 7 read the variables around before earlier inputs, and its own names before earlier outputs', () => {
    const task = `<startEvent id="s"/><scriptTask id="k" scriptFormat="javascript"><extensionElements><c:inputOutput><c:inputParameter name="a">\${b}</c:inputParameter><c:inputParameter name="n">\${a}</c:inputParameter><c:outputParameter name="n">\${n + 1}</c:outputParameter><c:outputParameter name="second">\${n}</c:outputParameter></c:inputOutput></extensionElements><script>1</script></scriptTask>${line('s', 'k')}`;
    given(process(C7, task))
      .when(start({ a: 1, b: 5, n: 0 }))
      .andVariables({ a: 1, b: 5, n: 2, second: 1 });
  });
});

describe('a loop of Camunda 8 (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8)', () => {
  const loop = (isSequential: boolean, condition = '') =>
    `<startEvent id="s"/><receiveTask id="u"><multiInstanceLoopCharacteristics isSequential="${isSequential}"><extensionElements><z:loopCharacteristics inputCollection="=items" outputCollection="outs" outputElement="=r"/></extensionElements>${condition}</multiInstanceLoopCharacteristics></receiveTask>${line('s', 'u')}`;

  it('collects null when an iteration has no result, and lets what else it writes leave', () => {
    given(process(C8, loop(true)))
      .when(start({ items: [1, 2], r: 'old' }), complete('u', { r: 'new', note: 1 }))
      .when(complete('u', {}))
      .andVariables({ items: [1, 2], r: 'old', note: 1, outs: ['new', null] });
  });

  it('keeps the place of each item when its condition, which reads the list, ends it', () => {
    const condition = '<completionCondition>=outs[1] = "b"</completionCondition>';
    given(process(C8, loop(true, condition)))
      .when(start({ items: [1, 2, 3] }), complete('u', { r: 'b' }))
      .andVariables({ items: [1, 2, 3], outs: ['b', null, null] });
  });

  it('gives an empty list when there are no items', () => {
    given(process(C8, loop(false)))
      .when(start({ items: [] }))
      .andVariables({ items: [], outs: [] });
  });
});

describe('an aggregation of Flowable (docs/contributing/spec/loops-and-compensation.md#variable-aggregation)', () => {
  const loop = (aggregation: string) =>
    `<startEvent id="s"/><userTask id="u"><multiInstanceLoopCharacteristics isSequential="true" c:collection="items" c:elementVariable="item"><extensionElements>${aggregation}</extensionElements></multiInstanceLoopCharacteristics></userTask>${line('s', 'u')}`;
  const run = (aggregation: string) =>
    given(process(FLOWABLE, loop(aggregation)))
      .when(start({ items: ['a', 'b'] }))
      .when(completeIteration('u', 0, { ok: true, why: 'x' }), completeIteration('u', 1, { ok: false }));

  it('collects a map of each iteration', () => {
    run(
      '<c:variableAggregation target="reviews"><variable source="ok"/><c:variable source="why" target="reason"/></c:variableAggregation>',
    ).andVariables({
      items: ['a', 'b'],
      reviews: [
        { ok: true, reason: 'x' },
        { ok: false, reason: null },
      ],
    });
  });

  it('evaluates an expression when a variable has one', () => {
    const inside =
      '<variable sourceExpression="${ok ? 1 : 2}" target="points"/><variable source="why"/><variable sourceExpression="${item}" target="of"/>';
    run(`<c:variableAggregation target="reviews">${inside}</c:variableAggregation>`).andVariables({
      items: ['a', 'b'],
      reviews: [
        { points: 1, why: 'x', of: 'a' },
        { points: 2, why: null, of: 'b' },
      ],
    });
  });
});

describe('outputs of a call that ends with an error (docs/contributing/spec/calls.md#outputs-of-an-error)', () => {
  const call = (outputs: string) =>
    `<startEvent id="s"/><callActivity id="k" calledElement="child"><extensionElements>${outputs}</extensionElements></callActivity><boundaryEvent id="b" attachedToRef="k"><errorEventDefinition errorRef="E"/></boundaryEvent><userTask id="u"/>${line('s', 'k')}${line('b', 'u')}`;
  const failed = (code: string) => childFailed('k', code, 0, { reason: 'none left', left: 0 });
  const outs = '<c:out source="reason" target="why"/><c:out sourceExpression="${left + 1}" target="missing"/>';

  it('are written when it is caught in Camunda 7', () => {
    given(process(C7, call(outs)))
      .when(start(), failed('E1'))
      .andVariables({ why: 'none left', missing: 1 });
    given(process(C7, call('<c:out variables="all"/>')))
      .when(start(), failed('E1'))
      .andVariables({ reason: 'none left', left: 0 });
  });

  it('are not written when nothing catches it, in Flowable, and in versions of earlier releases', () => {
    given(process(C7, call(outs)))
      .when(start(), failed('E2'))
      .andVariables({});
    given(process(FLOWABLE, call(outs)))
      .when(start(), failed('E1'))
      .andVariables({});
    given(process(C7, call(outs), READING_OF_BINDINGS))
      .when(start(), failed('E1'))
      .andVariables({});
  });

  it('reach the caller of the caller when it catches the error', () => {
    const catches: Caller['catches'] = { codes: ['E1'], all: false };
    const called = { ...start(), caller: { instanceId: 'parent', entry: 7, catches, depth: 1 } } as ReturnType<typeof start>;
    const inner = `<startEvent id="s"/><callActivity id="k" calledElement="child"><extensionElements>${outs}</extensionElements></callActivity>${line('s', 'k')}`;
    given(process(C7, inner)).when(called, failed('E1')).andVariables({ why: 'none left', missing: 1 });
  });
});

describe('event sub-processes of a scope whose start event writes (docs/contributing/spec/execution.md#opening-a-scope)', () => {
  const handler =
    '<subProcess id="esp" triggeredByEvent="true"><startEvent id="es"><messageEventDefinition messageRef="M"/></startEvent></subProcess>';
  const maps = io('<z:output source="=order.id" target="key"/>');

  it('wait for the key that it writes when it begins the process', () => {
    const body = `<startEvent id="s">${maps}</startEvent><userTask id="u"/>${line('s', 'u')}${handler}`;
    given(process(C8, body))
      .when(start({ order: { id: 'A' } }))
      .andEvent({ type: 'SubscriptionOpened', subject: { kind: 'message', name: 'go', key: 'A' } })
      .when(message('go', 'A'))
      .andVariables({ order: { id: 'A' }, key: 'A' });
  });

  it('wait for it when it begins an embedded sub-process', () => {
    const body = `<startEvent id="s"/><subProcess id="sub"><startEvent id="i">${maps}</startEvent><userTask id="u"/>${line('i', 'u')}${handler}</subProcess>${line('s', 'sub')}`;
    given(process(C8, body))
      .when(start({ order: { id: 'B' } }))
      .andEvent({ type: 'SubscriptionOpened', subject: { kind: 'message', name: 'go', key: 'B' } });
  });

  it('wait for what the event brought when it begins an event sub-process', () => {
    const outer = `<subProcess id="outer" triggeredByEvent="true"><startEvent id="os">${io('<z:output source="=code" target="key"/>')}<messageEventDefinition messageRef="N"/></startEvent><userTask id="v"/>${line('os', 'v')}${handler}</subProcess>`;
    const body = `<startEvent id="s"/><userTask id="u"/>${line('s', 'u')}${outer}`.replace('messageRef="N"', 'messageRef="M"');
    given(process(C8, body))
      .when(start({ key: 'first' }))
      .when(message('go', 'first', { code: 'second' }))
      .andEvent({ type: 'SubscriptionOpened', subject: { kind: 'message', name: 'go', key: 'second' } });
  });

  /** What waits in the scope: for a key, for a time, and for a condition that is true with what the start event writes. */
  const waiting =
    handler +
    '<subProcess id="tsp" triggeredByEvent="true"><startEvent id="ts"><timerEventDefinition><timeDuration>=wait</timeDuration></timerEventDefinition></startEvent></subProcess>' +
    `<subProcess id="csp" triggeredByEvent="true"><startEvent id="cs" isInterrupting="false"><conditionalEventDefinition><condition>=key = "K"</condition></conditionalEventDefinition></startEvent><userTask id="w"/>${line('cs', 'w')}</subProcess>`;
  const writes = io('<z:output source="=&quot;K&quot;" target="key"/><z:output source="=&quot;PT5M&quot;" target="wait"/>');
  const expectWaiting = (scenario: ReturnType<typeof given>) =>
    scenario
      .andEvent({ type: 'SubscriptionOpened', subject: { kind: 'message', name: 'go', key: 'K' } })
      .andEvent({ type: 'SubscriptionOpened', element: 'ts' })
      .andEvent({ type: 'ElementActivated', element: 'w' });

  const TRIGGERS = {
    message: '<messageEventDefinition messageRef="M"/>',
    signal: '<signalEventDefinition signalRef="S"/>',
    timer: '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>',
    conditional: '<conditionalEventDefinition><condition>=n = 1</condition></conditionalEventDefinition>',
    error: '<errorEventDefinition errorRef="E"/>',
    escalation: '<escalationEventDefinition escalationRef="X"/>',
    compensation: '<compensateEventDefinition/>',
  };

  for (const kind of ['message', 'signal', 'timer', 'conditional'] as const) {
    it(`wait for what it writes when it begins the process by ${kind}`, () => {
      const body = `<startEvent id="s">${writes}${TRIGGERS[kind]}</startEvent><userTask id="u"/>${line('s', 'u')}${waiting}`;
      expectWaiting(given(process(C8, body)).when({ ...start({ n: 1 }), startElement: 's' } as EngineCommand));
    });
  }

  it('wait for what a called process is given', () => {
    const body = `<startEvent id="s"/><userTask id="u"/>${line('s', 'u')}${waiting}`;
    const caller: Caller = { instanceId: CHILD, entry: 1, catches: { codes: [], all: false }, depth: 1 };
    expectWaiting(given(process(C8, body)).when({ ...start({ key: 'K', wait: 'PT5M' }), caller } as EngineCommand));
  });

  const thrown: Readonly<Record<Exclude<keyof typeof TRIGGERS, 'compensation'>, readonly Occurrence[]>> = {
    message: [message('go', 'first')],
    signal: [signal('S')],
    timer: [timer('os')],
    conditional: [complete('a', { n: 1 })],
    error: [complete('a')],
    escalation: [complete('b')],
  };
  for (const [kind, occurrences] of Object.entries(thrown)) {
    it(`wait for what it writes when it begins an event sub-process by ${kind}`, () => {
      const trigger = TRIGGERS[kind as keyof typeof thrown];
      const outer = `<subProcess id="outer" triggeredByEvent="true"><startEvent id="os">${writes}${trigger}</startEvent><userTask id="v"/>${line('os', 'v')}${waiting}</subProcess>`;
      const ends = `<parallelGateway id="g"/><receiveTask id="a"/><endEvent id="ae">${kind === 'error' ? TRIGGERS.error : ''}</endEvent><receiveTask id="b"/><endEvent id="be">${TRIGGERS.escalation}</endEvent><receiveTask id="c"/>`;
      const body = `<startEvent id="s"/>${ends}${line('s', 'g', 'a', 'ae')}${line('g', 'b', 'be')}${line('g', 'c')}${outer}`;
      expectWaiting(
        given(process(C8, body))
          .when(start({ key: 'first', n: 0 }))
          .when(...occurrences),
      );
    });
  }

  it('wait for what it writes when it begins an event sub-process by compensation', () => {
    const outer = `<subProcess id="outer" triggeredByEvent="true"><startEvent id="os">${writes}${TRIGGERS.compensation}</startEvent><userTask id="v"/>${line('os', 'v')}${waiting}</subProcess>`;
    const body = `<startEvent id="s"/><subProcess id="sub"><startEvent id="i"/><endEvent id="e"/>${line('i', 'e')}${outer}</subProcess><intermediateThrowEvent id="t">${TRIGGERS.compensation}</intermediateThrowEvent>${line('s', 'sub', 't')}`;
    expectWaiting(given(process(C8, body)).when(start({ key: 'first', wait: 'PT1H' })));
  });
});

describe('calls of other engines (docs/contributing/spec/calls.md#calls-without-mappings)', () => {
  const call = (mappings: string, attributes = '') =>
    `<startEvent id="s"/><callActivity id="k" calledElement="child" ${attributes}><extensionElements>${mappings}</extensionElements></callActivity><userTask id="u"/>${line('s', 'k', 'u')}`;
  const passes = (platform: string, body: string, into: object, out: object, reading?: number) =>
    given(process(platform, body, reading))
      .when(start({ a: 1, b: 2 }))
      .andEvent({ type: 'ChildStartRequested', variables: into as never })
      .when(childCompleted('k', { a: 10, c: 30 }))
      .andVariables(out as never);

  it('pass nothing when nothing is mapped, and all in Camunda 8 and versions of earlier releases', () => {
    for (const platform of [C7, FLOWABLE]) passes(platform, call(''), {}, { a: 1, b: 2 });
    for (const [platform, reading] of [[C8], [C7, READING_OF_BINDINGS]] as const)
      passes(platform, call(''), { a: 1, b: 2 }, { a: 10, b: 2, c: 30 }, reading);
    passes(C7, call('<c:in source="a" target="x"/>'), { x: 1 }, { a: 1, b: 2 });
    passes(FLOWABLE, call('<c:out source="c" target="x"/>', 'c:inheritVariables="true"'), { a: 1, b: 2 }, { a: 1, b: 2, x: 30 });
  });

  it('pass all variables where that is written among the mappings', () => {
    const all = (before: string, after: string) => call(`${before}<c:in variables="all"/><c:out variables="all"/>${after}`);
    const maps = '<c:in source="b" target="a"/><c:out source="c" target="a"/>';
    passes(C7, all(maps, ''), { a: 1, b: 2 }, { a: 10, b: 2, c: 30 });
    passes(C7, all('', maps), { a: 2, b: 2 }, { a: 30, b: 2, c: 30 });
  });

  it('pass what data associations move when the file is one of jBPM', () => {
    const data =
      '<ioSpecification><dataInput id="i" name="x"/><dataOutput id="o" name="c"/></ioSpecification><dataInputAssociation><sourceRef>b</sourceRef><targetRef>i</targetRef></dataInputAssociation><dataOutputAssociation><sourceRef>o</sourceRef><targetRef>a</targetRef></dataOutputAssociation>';
    const body = `<extensionElements><d:metaData name="x"/></extensionElements><property id="a" name="a"/><property id="b" name="b"/>${call('').replace('<extensionElements></extensionElements>', data)}`;
    const jbpm = 'xmlns:d="http://www.jboss.org/drools"';
    passes(jbpm, body, { x: 2 }, { a: 30, b: 2 });
    given(process(jbpm, `${body}<boundaryEvent id="e" attachedToRef="k"><errorEventDefinition errorRef="E"/></boundaryEvent>`))
      .when(start({ a: 1, b: 2 }), childFailed('k', 'E1', 0, { a: 10, c: 30 }))
      .andVariables({ a: 30, b: 2 });
  });
});

describe('names that a script of Flowable assigns (docs/contributing/spec/expressions.md#assigned-names)', () => {
  const script = (attribute: string, format = 'groovy') =>
    `<startEvent id="s"/><scriptTask id="k" scriptFormat="${format}" ${attribute}><script>total = n + 1</script></scriptTask><userTask id="u"/>${line('s', 'k', 'u')}`;

  for (const [attribute, format, isStored] of [
    ['c:autoStoreVariables="true"', 'groovy', true],
    ['c:autoStoreVariables="1"', 'groovy', true],
    ['c:autoStoreVariables="true"', 'javascript', true],
    ['c:autoStoreVariables="false"', 'groovy', false],
    ['', 'groovy', false],
    ['', 'javascript', false],
  ] as const) {
    it(`are ${isStored ? '' : 'not '}stored when the ${format} specifies ${attribute || 'nothing'}`, () => {
      given(process(FLOWABLE, script(attribute, format)))
        .when(start({ n: 1 }))
        .andVariables(isStored ? { n: 1, total: 2 } : { n: 1 });
    });
  }
});

describe('versions that release 0.4 stored (docs/contributing/spec/validation.md#readings)', () => {
  const JBPM = 'typeLanguage="http://www.java.com/javaTypes" expressionLanguage="http://www.mvel.org/2.0"';
  const both = (platform: string, body: string, run: (scenario: ReturnType<typeof given>, isStored: boolean) => void) => {
    run(given(process(platform, body)), false);
    run(given(process(platform, body, READING_OF_DIALECTS)), true);
  };
  const script = (id: string, text: string) =>
    `<scriptTask id="${id}" scriptFormat="groovy"><script>${text}</script></scriptTask>`;

  it('end at an error that nothing catches', () => {
    const end = `<startEvent id="s"/><endEvent id="e"><errorEventDefinition errorRef="E"/></endEvent>${line('s', 'e')}`;
    both(C8, end, (scenario, isStored) => scenario.when(start()).andStatus(isStored ? 'completed' : 'failed'));
  });

  it('read variables of all scopes as local ones', () => {
    const reads = script('k', 'execution.setVariable("seen", execution.getVariableLocal("x"))');
    const body = `<startEvent id="s"/><subProcess id="a"><startEvent id="t"/>${reads}${line('t', 'k')}</subProcess>${line('s', 'a')}`;
    both(C7, body, (scenario, isStored) => scenario.when(start({ x: 1 })).andVariables({ x: 1, seen: isStored ? 1 : null }));
  });

  it('run no end listener of an interruption', () => {
    const listener =
      '<extensionElements><c:executionListener event="end"><c:script scriptFormat="groovy">execution.setVariable("ended", true)</c:script></c:executionListener></extensionElements>';
    const boundary = '<boundaryEvent id="b" attachedToRef="u"><signalEventDefinition signalRef="S"/></boundaryEvent>';
    both(C7, `<startEvent id="s"/><userTask id="u">${listener}</userTask>${boundary}${line('s', 'u')}`, (scenario, isStored) =>
      scenario.when(start(), signal('S')).andVariables(isStored ? {} : { ended: true }),
    );
  });

  it('hide from each other what tasks on parallel paths of jBPM write before they join', () => {
    const reads =
      '<scriptTask id="r" scriptFormat="http://www.java.com/java"><script>kcontext.setVariable("seen", x);</script></scriptTask>';
    const paths = `${line('s', 'g', 'u', 'v')}${line('g', 'w', 'r')}`;
    const body = `<property id="x"/><property id="seen"/><startEvent id="s"/><parallelGateway id="g"/><receiveTask id="u"/><receiveTask id="v"/><receiveTask id="w"/>${reads}${paths}`;
    both(JBPM, body, (scenario, isStored) =>
      scenario
        .when(start({ x: 1 }), complete('u', { x: 2 }), complete('w'))
        .andEvent({ type: 'VariablesWritten', values: { seen: isStored ? 1 : 2 } }),
    );
  });
});
