import { expect } from 'chai';
import { openWorld, TaskFailure, type World } from '../../../src/testing/index.ts';
import { itFull } from '../../support/tier.ts';
import { END, fileOf, job, refusalOf, rowOf, START, worldOf } from '../../support/world-files.ts';

const ORDER = { customer: 'Ada', items: ['book'], total: 12 };
const message = (id: string, name: string, key?: string) =>
  `<message id="m-${id}" name="${name}">${key === undefined ? '' : `<extensionElements><zeebe:subscription correlationKey="=${key}" /></extensionElements>`}</message>`;
const catchMessage = (id: string) =>
  `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="m-${id}" /></intermediateCatchEvent>`;
const timer = (id: string, definition: string) =>
  `<intermediateCatchEvent id="${id}"><timerEventDefinition>${definition}</timerEventDefinition></intermediateCatchEvent>`;

describe('a world', () => {
  describe('with the order of the examples', () => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld({ files: ['examples/order-fulfilment.bpmn'] });
      await world.stubTask('reserve-stock', { allInStock: true });
      await world.stubTask('charge-card', {});
    });

    it('runs an instance to its end when stubs and people do their work', async () => {
      await world.stubTask('ship-parcel', ({ input }) => ({ trackingNumber: `T-${String(input['parcel'])}` }));
      const order = await world.start('order-fulfilment', ORDER, { businessId: 'PO-1' });
      order.assertRunning().assertWaitsExactlyAt('pack');
      await order.complete('pack', { parcelId: 'P1' });
      order.assertCompleted().assertPassedInOrder('reserve-stock', 'pack', 'ship').assertNotPassed('agree-date');
      order.assertVariables({ trackingNumber: 'T-P1', status: 'shipped to Ada' }).assertPassedTimes('pack', 1);
      expect(order.businessId).to.equal('PO-1');
      expect(order.flows.slice(0, 3)).to.deep.equal(['to-reserve', 'to-in-stock', 'to-ready']);
    });

    it('shows what waits when an assertion does not hold', async () => {
      const order = await world.start('order-fulfilment', ORDER);
      expect(await refusalOf(() => order.assertCompleted())).to.match(/is not completed: .*\n.*'pack'.*groups 'warehouse'/);
      expect(await refusalOf(() => order.assertPassed('ship'))).to.contain(
        "has not passed 'ship'; path: order-received → reserve-stock",
      );
      expect(await refusalOf(() => order.assertVariables({ total: 13 }))).to.contain("'total' is 12, not 13");
      await order.complete('pack', { parcelId: 'P1' });
      expect(await refusalOf(() => order.assertCompleted())).to.contain('stub that with stubTask, or complete the element');
    });

    it('refuses names that are nowhere, with what was meant, when they are misspelt', async () => {
      const order = await world.start('order-fulfilment', ORDER);
      expect(await refusalOf(() => order.assertNotPassed('agree-dat'))).to.contain("did you mean 'agree-date'?");
      expect(await refusalOf(() => order.complete('pakc'))).to.contain("did you mean 'pack'?");
      expect(await refusalOf(() => world.start('order'))).to.contain("no process 'order' is among the files");
      expect(await refusalOf(() => order.claim('agree-date', 'sam'))).to.contain(
        "no user task 'agree-date' is open; open: 'pack'",
      );
    });

    it('lets only permitted users complete a user task when the test names the user', async () => {
      const order = await world.start('order-fulfilment', ORDER);
      expect(await refusalOf(() => order.complete('pack', { parcelId: 'P1' }, { by: 'eve' }))).to.contain('eve');
      await order.complete('pack', { parcelId: 'P1' }, { by: 'wim', groups: ['warehouse'] });
      order.assertPassed('pack');
    });

    it('lets a task fail with a code that is caught when requested', async () => {
      const order = await world.start('order-fulfilment', ORDER);
      await order.fail('pack', 'DAMAGED');
      order.assertPassed('damaged').assertWaitsExactlyAt('replace-goods');
      expect(order.visits.find(({ element }) => element === 'pack')).to.deep.equal({ element: 'pack', state: 'failed' });
    });
  });

  it('gives the same ids and the same paths when the same is done twice', async () => {
    const run = async () => {
      const world = await worldOf(rowOf('p', START, '<userTask id="t" />', END));
      const one = await world.start('p');
      return [one.id, one.userTasks[0]?.id, world.now.toISOString()];
    };
    expect(await run()).to.deep.equal(await run());
  });

  it('fires timers at their time, in order, when the clock is moved', async () => {
    const world = await worldOf(
      rowOf(
        'p',
        START,
        timer('day', '<timeDuration>P1D</timeDuration>'),
        '<scriptTask id="s"><script>at = execution.now</script></scriptTask>'.replace('execution.now', '1'),
        timer('noon', '<timeDate>2026-01-05T12:00:00+02:00</timeDate>'),
        END,
      ),
    );
    const one = await world.start('p');
    await world.advance('PT23H59M');
    one.assertWaitsAt('day');
    await world.advance('PT1M');
    one.assertPassed('day').assertWaitsAt('noon');
    await world.advanceToNextTimer();
    one.assertCompleted();
    expect(world.now.toISOString()).to.equal('2026-01-05T10:00:00.000Z');
    expect(await refusalOf(() => world.advanceToNextTimer())).to.contain('nothing is due');
    expect(await refusalOf(() => world.advanceTo('2026-01-01T00:00:00Z'))).to.contain('never goes back');
    for (const wrong of ['1 day', '-P1D', '', Number.NaN, -1])
      expect(await refusalOf(() => world.advance(wrong))).to.contain('not an ISO 8601 duration');
  });

  it('starts instances by their timers when a cycle is due, and ends where it never does', async () => {
    const start =
      '<startEvent id="start"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent>';
    const world = await worldOf(rowOf('p', start, END), { patience: 50 });
    await world.advance('PT5H');
    expect(world.instances('p').map(({ status }) => status)).to.deep.equal(Array(5).fill('completed'));
    expect(await refusalOf(() => world.advance('P1Y')))
      .to.contain('more than 50 things became due')
      .and.to.contain("timer start 'start' of process 'p'");
  });

  it('correlates by key, and resumes all who wait for the same in the order in which they began to wait', async () => {
    const world = await worldOf(message('paid', 'paid', 'order') + rowOf('p', START, catchMessage('paid'), END));
    const [a, b, other] = [
      await world.start('p', { order: 'A' }),
      await world.start('p', { order: 'A' }),
      await world.start('p', { order: 'B' }),
    ];
    const reached = await world.message('paid', { key: 'A', variables: { amount: 5 } });
    expect(reached.map(({ id }) => id)).to.deep.equal([a.id, b.id]);
    a.assertCompleted().assertVariables({ amount: 5 });
    other.assertWaitsAt('paid');
    expect(await refusalOf(() => world.message('paid', { key: 'A' }))).to.equal(
      "no instance waits for message 'paid' with key 'A'; waited for: 'paid' with key 'B'",
    );
  });

  it('carries messages from one process to another, calls, and their ends, when nothing replaces them', async () => {
    const throwing = '<intermediateThrowEvent id="ask"><messageEventDefinition messageRef="m-begin" /></intermediateThrowEvent>';
    const begin = '<startEvent id="begin"><messageEventDefinition messageRef="m-begin" /></startEvent>';
    const call = '<callActivity id="call" calledElement="child" />';
    const world = await worldOf(
      message('begin', 'begin') +
        rowOf('asker', START, throwing, call, END) +
        rowOf('helper', begin, '<userTask id="help" />', '<endEvent id="helped" />') +
        rowOf('child', '<startEvent id="called" />', '<userTask id="work" />', '<endEvent id="worked" />'),
    );
    const asker = await world.start('asker');
    world.instance('helper').assertWaitsAt('help');
    asker.assertWaitsAt('call');
    const [child] = asker.children;
    await child?.complete('work', { made: 1 });
    asker.assertCompleted();
    expect(await refusalOf(() => world.instance('nobody'))).to.contain("no instance of 'nobody' has started");
  });

  it('lets a stub replace a called process when there is one, also when the process does not exist', async () => {
    const call = (more: string) =>
      `<callActivity id="call" calledElement="child"><extensionElements><zeebe:calledElement processId="child" propagateAllChildVariables="true" /></extensionElements></callActivity>${more}`;
    const boundary =
      '<boundaryEvent id="caught" attachedToRef="call"><errorEventDefinition errorRef="no" /></boundaryEvent><userTask id="after" /><sequenceFlow id="c" sourceRef="caught" targetRef="after" />';
    const world = await worldOf(
      `<error id="no" errorCode="NO" />${rowOf('p', START, call(''), END).replace('</process>', `${boundary}</process>`)}`,
    );
    await world.stubProcess('child', (variables) => {
      if (variables['n'] === 0) throw new TaskFailure('NO', 'nothing');
      return { twice: Number(variables['n']) * 2 };
    });
    (await world.start('p', { n: 2 })).assertCompleted().assertVariables({ twice: 4 });
    (await world.start('p', { n: 0 })).assertPassed('caught').assertWaitsExactlyAt('after');
    expect(world.instances().map(({ key }) => key)).to.deep.equal(['p', 'p']);
  });

  it('makes stubbed decisions, whether or not their DMN is there', async () => {
    const rule =
      '<businessRuleTask id="rate"><extensionElements><zeebe:calledDecision decisionId="rating" resultVariable="rate" /></extensionElements></businessRuleTask>';
    const world = await worldOf(rowOf('p', START, rule, END));
    await world.stubDecision('rating', (variables) => (Number(variables['income']) > 10 ? { level: 'A' } : { level: 'B' }));
    (await world.start('p', { income: 20 })).assertCompleted().assertVariables({ rate: { level: 'A' } });
    (await world.start('p', { income: 2 })).assertVariables({ rate: { level: 'B' } });
    expect(await refusalOf(() => world.stubDecision('other', 1))).to.contain('before the first instance');
  });

  it('ends an action with the error of a stub when that is not a failure of the task', async () => {
    const world = await worldOf(rowOf('p', START, job('work'), END));
    await world.stubTask('work', () => {
      throw new TypeError('cannot read x of undefined');
    });
    expect(await refusalOf(() => world.start('p'))).to.equal(
      "the stub of task type 'work' (element 'work') has thrown: cannot read x of undefined",
    );
    const [one] = world.instances('p');
    one?.assertWaitsAt('work');
    await world.stubTask('WORK', async () => ({ done: true }));
    one?.assertCompleted().assertVariables({ done: true });
  });

  it('refuses results that are not variables, and continues afterwards', async () => {
    const world = await worldOf(rowOf('p', START, job('work'), END));
    for (const wrong of [[1], 'text', 5])
      expect(await refusalOf(() => world.stubTask('work', wrong as never).then(() => world.start('p')))).to.contain(
        'an object of names and values',
      );
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(await refusalOf(() => world.start('p', circle as never))).to.contain('circular');
    await world.stubTask('work', {});
    world.instances('p').forEach((one) => void one.assertCompleted());
  });

  it('tries a task again as its model specifies when its stub fails it', async () => {
    const work =
      '<serviceTask id="work"><extensionElements><zeebe:taskDefinition type="work" retries="3" /></extensionElements></serviceTask>';
    const world = await worldOf(rowOf('p', START, work, END));
    const attempts: number[] = [];
    await world.stubTask('work', ({ attempt }) => {
      attempts.push(attempt);
      throw new TaskFailure('BUSY', 'later');
    });
    const one = await world.start('p');
    expect(one.waits[0]?.text).to.contain('for its next attempt');
    await world.advance('PT1H');
    expect(attempts).to.deep.equal([1, 2, 3]);
    one.assertFailed('BUSY');
  });

  itFull('ends where a world never comes to rest: loops inside a run, loops of stubs, and chains of messages', async () => {
    const loop = (inside: string) =>
      `<process id="p" isExecutable="true"><startEvent id="start" /><exclusiveGateway id="again" />${inside}<sequenceFlow id="a" sourceRef="start" targetRef="again" /><sequenceFlow id="b" sourceRef="again" targetRef="work" /><sequenceFlow id="c" sourceRef="work" targetRef="again" /></process>`;
    const inRun = await worldOf(loop('<scriptTask id="work"><script>n = 1</script></scriptTask>'), {
      settings: { maxSteps: 1000 },
    });
    (await inRun.start('p')).assertFailed();
    const ofStubs = await worldOf(loop(job('work')), { patience: 100 });
    await ofStubs.stubTask('work', {});
    expect(await refusalOf(() => ofStubs.start('p'))).to.contain(
      "does not come to rest: after 100 steps the next one is custom task 'work' of element 'work' in process 'p'",
    );
    const ring = '<startEvent id="start"><messageEventDefinition messageRef="m-ring" /></startEvent>';
    const throws = '<intermediateThrowEvent id="throw"><messageEventDefinition messageRef="m-ring" /></intermediateThrowEvent>';
    const ofMessages = await worldOf(message('ring', 'ring') + rowOf('p', ring, throws, END));
    await ofMessages.message('ring');
    expect(ofMessages.instances('p').filter(({ status }) => status === 'failed')).to.have.length(1);
  });

  it('keeps incidents, and continues when they are retried, resolved or edited, when failures wait for an operator', async () => {
    const world = await worldOf(rowOf('p', START, job('work'), END), { settings: { onFailure: 'incident' } });
    const one = await world.start('p');
    await one.fail('work', 'BROKEN', 'no paper');
    one.assertRunning().assertIncident('work', 'BROKEN');
    expect(await refusalOf(() => one.assertNoIncidents())).to.contain("'work' BROKEN: no paper");
    await one.setVariables({ paper: true });
    await one.retry();
    one.assertNoIncidents().assertWaitsAt('work').assertVariables({ paper: true });
    await one.fail('work', 'BROKEN');
    await one.resolve('work', { done: 1 });
    one.assertCompleted();
    expect(await refusalOf(() => one.retry())).to.contain('there are 0 incidents');
  });

  it('holds what is suspended, moves tokens, and cancels, as operators do', async () => {
    const world = await worldOf(
      rowOf('p', START, timer('wait', '<timeDuration>PT1H</timeDuration>'), '<userTask id="t" />', END),
    );
    const one = await world.start('p');
    await one.suspend();
    await world.advance('PT2H');
    one.assertWaitsAt('wait');
    await one.resume();
    await world.advance(0);
    one.assertPassed('wait').assertWaitsAt('t');
    await one.modify({ cancel: ['t'], startBefore: ['wait'] });
    one.assertWaitsAt('wait');
    await one.cancel();
    one.assertCancelled();
    expect(await refusalOf(() => one.modify({ startBefore: ['t'] }))).to.be.a('string');
  });

  it('reaches every turn of a loop by its index, and counts them one by one', async () => {
    const loop =
      '<userTask id="t"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>';
    const world = await worldOf(rowOf('p', START, loop, END));
    const one = await world.start('p');
    await one.complete('t', {}, { index: 2 });
    expect(one.visits.filter(({ element }) => element === 't').map(({ state }) => state)).to.deep.equal([
      'active',
      'active',
      'completed',
    ]);
    await one.complete('t');
    await one.complete('t');
    one.assertCompleted().assertPassedTimes('t', 3);
  });

  it('treats names of prototypes as any others when processes, elements, variables and stubs have them', async () => {
    const world = await worldOf(rowOf('constructor', START, job('toString', '__proto__'), END));
    const one = await world.start('constructor', JSON.parse('{"__proto__": {"x": 1}, "hasOwnProperty": 2}'));
    expect(await refusalOf(() => one.assertVariables({ valueOf: 1 } as never))).to.contain("'valueOf' is not there");
    await world.stubTask('__proto__', {});
    one.assertCompleted().assertVariables({ hasOwnProperty: 2 });
    expect(await refusalOf(() => world.instance('__proto__'))).to.contain('no instance');
  });

  it('refuses files as a deploy does, with file and element, when a model has errors', async () => {
    const wrong = { name: 'wrong.bpmn', text: fileOf(rowOf('p', START, '<exclusiveGateway id="g" default="nowhere" />', END)) };
    const fine = { name: 'fine.bpmn', text: fileOf(rowOf('q', START, END)) };
    expect(await refusalOf(() => openWorld({ files: [fine, wrong] }))).to.match(/^wrong\.bpmn: .*g/);
    expect(await refusalOf(() => openWorld({ files: [wrong, fine] }))).to.match(/^wrong\.bpmn: .*g/);
    expect(await refusalOf(() => openWorld({ files: [{ name: 'a.bpmn', text: '<x' }] }))).to.match(/^a\.bpmn: /);
    expect(await refusalOf(() => openWorld({ files: [] }))).to.contain('no model');
    expect(await refusalOf(() => openWorld({ files: ['nowhere.bpmn'] }))).to.contain('nowhere.bpmn');
    expect(await refusalOf(() => openWorld({ files: [fine, { ...fine, name: 'again.bpmn' }] }))).to.contain(
      "process 'q' is in another file too",
    );
  });

  it('refuses a second action when the first one is not awaited', async () => {
    const world = await worldOf(rowOf('p', START, job('work'), END));
    await world.stubTask('work', () => ({}));
    const first = world.start('p');
    expect(await refusalOf(() => world.start('p'))).to.contain('await it');
    (await first).assertCompleted();
  });

  itFull('runs a model of hundreds of elements in a moment', async () => {
    const tasks = Array.from({ length: 300 }, (_, at) => `<scriptTask id="s${at}"><script>n = ${at}</script></scriptTask>`);
    const world = await worldOf(rowOf('p', START, ...tasks, END));
    (await world.start('p')).assertCompleted().assertVariables({ n: 299 });
  });
});
