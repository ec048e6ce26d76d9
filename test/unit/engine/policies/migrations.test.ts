import { expect } from 'chai';
import type { EngineCommand } from '../../../../src/engine/commands.ts';
import type { Decision } from '../../../../src/engine/decide.ts';
import type { MigrationOrder } from '../../../../src/engine/migration/migrations.ts';
import type { InstanceState } from '../../../../src/engine/state.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { complete, start } from '../../../support/given-when-then.ts';
import { type ContextChange, Driver, type Stimulus } from '../../../support/given-when-then-driver.ts';
import { processOf } from '../../../support/process-builder.ts';
import { rootVariablesOf } from '../../../support/trace.ts';

function running(model: string, variables: Variables = {}, context: ContextChange = {}): Driver {
  const driver = new Driver(processOf(model), { context });
  driver.send(start(variables));
  return driver;
}

const move = (driver: Driver, model: string, order: Partial<MigrationOrder> = {}) => driver.migrate(processOf(model), order);
const pairs = (...given: readonly string[]) => ({
  pairs: given.map((text) => ({ from: text.split('=')[0] ?? '', to: text.split('=')[1] ?? '' })),
});
const typesOf = (decision: Decision) => (decision.ok ? decision.events.map(({ type }) => type) : []);
const reasonsOf = (decision: Decision) =>
  !decision.ok && decision.rejection.code === 'MIGRATION_REFUSED'
    ? decision.rejection.faults.map(({ element, reason }) => `${element}: ${reason}`)
    : [];
const activeIn = ({ state }: Driver) => [...state.entries.values()].map(({ element }) => element);
const waitsIn = ({ subscriptions }: InstanceState) =>
  [...subscriptions.values()].map(({ element, subject }) => `${element} ${subject.kind}`);
const dueOf = ({ state }: Driver) =>
  [...state.subscriptions.values()].flatMap(({ subject }) => (subject.kind === 'timer' ? subject.schedule.dueAt : []));
const suspend: Stimulus = { type: 'SuspendInstance', by: 'operator' };
const both =
  's: start\nx: and\na: task\nb: task\nj: and\ne: end\nf0: s -> x\nfa: x -> a\nfb: x -> b\nja: a -> j\njb: b -> j\nfe: j -> e';

describe('an instance that continues in another version', () => {
  it('fires a join when the other version waits for no further flow', () => {
    const driver = running(both.replace('ja', 'c: task\nfc: x -> c\njc: c -> j\nja'));
    for (const task of ['a', 'b']) driver.send(complete(task));
    const gone = both.replace('ja', 'c: task\nfc: x -> c\nd: end\njd: c -> d\nja');
    expect(typesOf(move(driver, gone))).to.include.members(['InstanceMigrated', 'FlowTaken']);
    driver.send(complete('c'));
    expect(driver.state.status).to.equal('completed');
  });

  it('keeps the tokens of a join that still waits, and is refused when their flow leads elsewhere', () => {
    const driver = running(both);
    driver.send(complete('a'));
    const refused = move(driver, both.replace('ja: a -> j', 'other: a -> j'));
    expect(reasonsOf(refused)).to.deep.equal([
      "j: a token came on the sequence flow 'ja', which does not lead to 'j' in the other version",
    ]);
    expect(move(driver, both.replace('ja: a -> j', 'other: a -> j'), pairs('ja=other')).ok).to.equal(true);
    driver.send(complete('b'));
    expect(driver.state.status).to.equal('completed');
  });

  it('arms boundary events and event sub-processes that are new, and disarms those that are gone', () => {
    const before = 's: start\nt: task\nold: boundary on t beside message gone\nf: s -> t';
    const after =
      's: start\nt: task\nnew: boundary on t beside timer PT1H\nf: s -> t\nh: esp {\nhs: start message help\nht: task\nhf: hs -> ht\n}';
    const driver = running(before);
    const events = typesOf(move(driver, after));
    expect(events).to.deep.equal(['InstanceMigrated', 'SubscriptionClosed', 'SubscriptionOpened', 'SubscriptionOpened']);
    expect(waitsIn(driver.state)).to.deep.equal(['new timer', 'hs message']);
  });

  it('is refused when some of several parallel events have occurred and the rest is gone', () => {
    const model = (events: string) => `s: start\nt: task\nb: boundary on t ${events}\nx: end\nf: s -> t\nfb: b -> x`;
    const driver = running(model('all message m | signal g'));
    const [subscription = 0] = driver.state.subscriptions.keys();
    driver.send({ type: 'Deliver', subscription, variables: {} });
    expect(reasonsOf(move(driver, model('message m')))).to.deep.equal([
      'b: some of its events have occurred, and the other version does not wait for the rest there',
    ]);
    expect(typesOf(move(driver, model('all message n | signal g')))).to.deep.equal(['InstanceMigrated']);
    move(driver, model('all message n | timer PT1H'));
    expect(waitsIn(driver.state)).to.deep.equal(['b timer']);
    expect(typesOf(move(driver, 's: start\nt: task\nf: s -> t'))).to.include('SubscriptionClosed');
  });

  it('does not arm again what has fired permanently', () => {
    const model = 's: start\nt: task\nlate: boundary on t beside timer PT1H\nx: task\nf: s -> t\nf1: late -> x';
    const driver = running(model);
    const [subscription = 0] = driver.state.subscriptions.keys();
    driver.send({ type: 'FireTimer', subscription });
    expect(typesOf(move(driver, `${model}\nmore: end\nfm: x -> more`))).to.deep.equal(['InstanceMigrated']);
    expect(waitsIn(driver.state)).to.deep.equal([]);
  });

  it('keeps due dates, names and keys unless they are to be renewed', () => {
    const model = (name: string, time: string) =>
      `s: start\nc: race\nm: catch message ${name} key = id\nt: catch timer ${time}\ne: end\nf: s -> c\nf1: c -> m\nf2: c -> t\nf3: m -> e\nf4: t -> e`;
    const driver = running(model('old', 'PT1H'), { id: 'a' });
    const due = dueOf(driver);
    expect(typesOf(move(driver, model('new', 'PT2H')))).to.deep.equal(['InstanceMigrated']);
    expect(dueOf(driver)).to.deep.equal(due);
    const renewed = driver.migrate(processOf(model('new', 'PT2H')), { timers: 'renew', subscriptions: 'renew' }, 'third');
    expect(typesOf(renewed).slice(1)).to.have.length(4);
    expect(dueOf(driver)[0]).to.be.above((due[0] ?? 0) + 3_500_000);
    const [message] = [...driver.state.subscriptions.values()].map(({ subject }) => subject);
    expect(message).to.deep.equal({ kind: 'message', name: 'new', key: 'a' });
  });

  it('is refused when a name or time that is read again cannot be read, and changes nothing', () => {
    const driver = running('s: start\nt: task\nf: s -> t');
    const refused = move(driver, 's: start\nt: task\nb: boundary on t message m key = nobody\nf: s -> t');
    expect(reasonsOf(refused)).to.have.length(1);
    expect(reasonsOf(refused)[0]).to.match(/^b: /);
    expect(driver.state.definitionId).not.to.equal('other');
  });

  it('looks at conditions that have another text, and not at those that have the same', () => {
    const model = (text: string) => `s: start\nt: task\nb: boundary on t when ${text}\nx: task\nf: s -> t\nf1: b -> x`;
    const driver = running(model('n > 5'), { n: 3 });
    expect(typesOf(move(driver, `${model('n > 5')}\ny: end\nf2: x -> y`))).to.deep.equal(['InstanceMigrated']);
    move(driver, model('n > 2'));
    expect(activeIn(driver)).to.deep.equal(['x']);
  });

  it('continues with loops, their items and their counts', () => {
    const model = (task: string) =>
      `s: start\n${task}: task\nafter: task\nf: s -> ${task}\nf1: ${task} -> after\n@${task} multi sequential over people as who into got from who`;
    const driver = running(model('each'), { people: ['a', 'b'] });
    driver.send(complete('each'));
    expect(move(driver, model('every'), pairs('each=every')).ok).to.equal(true);
    driver.send(complete('every'));
    expect(activeIn(driver)).to.deep.equal(['after']);
    expect(rootVariablesOf(driver.state)['got']).to.deep.equal(['a', 'b']);
    const other = running(model('each'), { people: ['a', 'b'] });
    expect(reasonsOf(move(other, model('each').replace(' sequential', '')))).to.include(
      'each: its loop is of another kind in the other version',
    );
  });

  it('is refused by name for every live entry that has no place', () => {
    const driver = running('s: start\nx: and\na: task\nb: user\nf: s -> x\nf1: x -> a\nf2: x -> b');
    const refused = move(driver, 's: start\nx: and\na: user\nf: s -> x\nf1: x -> a');
    expect(reasonsOf(refused)).to.deep.equal([
      "a: 'a' is a user" + 'Task in the other version, and was a task',
      "b: the other version has no element 'b'",
    ]);
    expect(reasonsOf(move(driver, 's: start\nf: s -> s2\ns2: end', pairs('__proto__=a', 'a=constructor')))).to.deep.include(
      "__proto__: the version of the instance has no element '__proto__'",
    );
  });

  it('takes the content of a sub-process along when that has another id', () => {
    const model = (sub: string) =>
      `s: start\n${sub}: sub {\nin: start\nt: task\ng: in -> t\n}\ne: end\nf: s -> ${sub}\nf1: ${sub} -> e`;
    const driver = running(model('sub'));
    expect(reasonsOf(move(driver, model('part')))).to.have.length(2);
    expect(move(driver, model('part'), pairs('sub=part')).ok).to.equal(true);
    driver.send(complete('t'));
    expect(driver.state.status).to.equal('completed');
  });

  it('stays suspended when it is suspended, and is refused when something would have to move', () => {
    const driver = running('s: start\nt: task\nf: s -> t');
    driver.send(suspend);
    const condition = 's: start\nt: task\nb: boundary on t when n > 2\nf: s -> t';
    expect(reasonsOf(move(driver, condition))).to.deep.equal([
      'b: its condition would be evaluated, and the instance is suspended',
    ]);
    expect(typesOf(move(driver, 's: start\nt: task\nb: boundary on t timer PT1H\nf: s -> t'))).to.deep.equal([
      'InstanceMigrated',
      'SubscriptionOpened',
    ]);
    expect(driver.state.suspendedBy.size).to.equal(1);
  });

  it('keeps called instances, jobs and incidents, which are found under the new ids', () => {
    const model = (call: string, job: string) =>
      `s: start\nx: and\n${call}: call other\n${job}: service type mail\nf: s -> x\nf1: x -> ${call}\nf2: x -> ${job}`;
    const driver = running(model('c', 'j'), {}, { onFailure: 'incident' });
    const [call = 0] = driver.state.byElement.get('c') ?? [];
    const [job = 0] = driver.state.byElement.get('j') ?? [];
    driver.send({ type: 'ChildStarted', entry: call, childInstanceId: 'child', key: 'other' });
    driver.send({ type: 'FailJob', entry: job, code: 'E', message: 'no' });
    expect(move(driver, model('c2', 'j2'), pairs('c=c2', 'j=j2')).ok).to.equal(true);
    const [incident] = driver.state.incidents.values();
    expect([incident?.element, driver.state.entries.get(call)?.childInstanceId]).to.deep.equal(['j2', 'child']);
    driver.send({ type: 'RetryIncident', incident: incident?.incident ?? 0 });
    driver.send({ type: 'CompleteJob', entry: job, result: {} });
    driver.send({ type: 'ChildCompleted', entry: call, variables: {} });
    expect(driver.state.status).to.equal('completed');
  });

  it('finishes as the other version does when the two differ only behind its tokens', () => {
    const first = 's: start\na: task\nb: task\nf: s -> a\nf1: a -> b';
    const second = 's: start\na: task\nb: script n = 1\nc: task\nf: s -> a\nf1: a -> b\nf2: b -> c';
    const moved = running(first);
    move(moved, second);
    const begun = running(second);
    for (const driver of [moved, begun]) for (const task of ['a', 'c']) driver.send(complete(task));
    const rest = (driver: Driver) => JSON.stringify(driver.batches.slice(-2));
    expect(rest(moved).replaceAll(/"since":\d+/g, '')).to.equal(rest(begun).replaceAll(/"since":\d+/g, ''));
    expect(moved.state.status).to.equal('completed');
  });

  describe('when it is suspended', () => {
    const held = { by: 'processKey' } as const;
    const early = 's: start\nthen: script x = 1\nt: task\nf: s -> then\nf1: then -> t';
    const bornSuspended = (model: string) => {
      const driver = new Driver(processOf(model));
      driver.send({ ...(start() as EngineCommand), hold: held } as EngineCommand);
      return driver;
    };
    const goOn = (driver: Driver) => {
      driver.send({ type: 'ResumeInstance', by: 'processKey' });
      driver.send({ type: 'ContinueRun' });
      driver.send({ type: 'CatchUp' });
    };

    it('does not begin when nothing is changed by a migration or an edit', () => {
      const driver = bornSuspended(early);
      expect(typesOf(driver.migrate(processOf(early), {}, driver.state.definitionId))).to.deep.equal([]);
      const nothing = { type: 'EditVariables', scope: null, values: {}, removed: ['absent'] } as const;
      expect(typesOf(driver.send(nothing))).to.deep.equal([]);
      expect(activeIn(driver)).to.deep.equal([]);
      goOn(driver);
      expect(activeIn(driver)).to.deep.equal(['t']);
    });

    it('arms a new event sub-process once when it has not begun', () => {
      const driver = bornSuspended(early);
      expect(move(driver, `${early}\nh: esp {\nhs: start beside signal help\nht: task\nhf: hs -> ht\n}`).ok).to.equal(true);
      goOn(driver);
      expect(waitsIn(driver.state)).to.deep.equal(['hs signal']);
    });

    it('looks at its inclusive joins when it is resumed', () => {
      const model = (way: string) =>
        `s: start\no: or\na: task\nb: task\nj: or\ne: end\nd: end\nf0: s -> o\nfa: o -> a [true]\nfb: o -> b [true]\nja: a -> j\nfe: j -> e\n${way}`;
      const driver = running(model('jb: b -> j'));
      driver.send(complete('a'));
      driver.send(suspend);
      expect(move(driver, model('bd: b -> d\njx: j2 -> j\nj2: task')).ok).to.equal(true);
      expect(activeIn(driver)).to.include('j');
      driver.send({ type: 'ResumeInstance', by: 'operator' });
      driver.send({ type: 'ContinueRun' });
      driver.send({ type: 'CatchUp' });
      expect(activeIn(driver)).to.deep.equal(['b']);
    });
  });

  it('fires a join for each pass that has all its tokens', () => {
    const twice = (more: string) =>
      `s: start\nx: and\na: pass\nb: pass\nc: task\nj: and\ne: end\nf0: s -> x\nf1: x -> a\nf2: x -> a\nf3: x -> b\nf4: x -> b\nf5: x -> c\nja: a -> j\njb: b -> j\nfe: j -> e\n${more}`;
    const driver = running(twice('jc: c -> j'));
    expect(move(driver, twice('d: end\ncd: c -> d')).ok).to.equal(true);
    expect(activeIn(driver)).to.deep.equal(['c']);
    driver.send(complete('c'));
    expect(driver.state.status).to.equal('completed');
  });
});
