import { expect } from 'chai';
import type { Variables } from '../../../src/engine/values.ts';
import type { ListedIncident, ShownInstanceState } from '../../../src/ui/web/api/service-types.ts';
import { changesOf, kindOf, rowsOf } from '../../../src/ui/web/components/variable-rows.ts';
import { actsOf } from '../../../src/ui/web/pages/instance/acts.ts';
import { causeOf } from '../../../src/ui/web/pages/instance/cause-words.ts';
import { changedVariables } from '../../../src/ui/web/pages/instance/changed-variables.ts';
import { failureBefore, failureOf, failureSteps } from '../../../src/ui/web/pages/instance/failures.ts';
import { marksOf } from '../../../src/ui/web/pages/instance/moment-marks.ts';
import { namedValues } from '../../../src/ui/web/pages/instance/named-values.ts';
import { framesOf, Replay } from '../../../src/ui/web/pages/instance/replay.ts';
import { inputOf } from '../../../src/ui/web/pages/instance/step-input.ts';
import { instructionsOf, NO_PLAN, sentencesOf } from '../../../src/ui/web/pages/instance/token-plan.ts';
import { troublesOf } from '../../../src/ui/web/pages/instance/trouble.ts';
import type { JournalRowView } from '../../../src/ui/wire/instances.ts';
import { complete, start } from '../../support/given-when-then.ts';
import { Driver, type Stimulus } from '../../support/given-when-then-driver.ts';
import { LEFT, retry } from '../../support/incident-stimuli.ts';
import { processOf } from '../../support/process-builder.ts';

const FAILING = 's: start\na: task\nbad: script x = n * 2\nb: task\nf1: s -> a\nf2: a -> bad\nf3: bad -> b';

describe('the repairs of the page of an instance', () => {
  it('find the steps that failed, their input and their cause', () => {
    const frames = [...framesOf(lifeOf(FAILING, start({ n: 'x' }), complete('a', { more: 1 })))];
    const failures = failureSteps(frames);
    expect(failures.map(({ element }) => element)).to.deep.equal(['bad']);
    const [failure] = failures;
    if (failure === undefined) throw new Error('nothing failed');
    expect(causeOf(frames[failure.position - 1]?.event)).to.match(/^An expression or a script/);
    expect(inputOf(frames, failure)?.values).to.deep.include(['n', 'x']);
    expect(failureBefore(failures, 1)).to.equal(failure);
    expect(failureOf(failures, failure.entry)).to.equal(failure);
    expect(failureOf(failures, null)).to.equal(undefined);
    expect(failureBefore([], 3)).to.equal(undefined);
  });

  it('show first the values that the error names, of long objects only these members', () => {
    const customer = {
      name: 'Customer 7',
      email: 'c7@example.org',
      address: { city: 'Bern', note: 'x'.repeat(80) },
      country: null,
    };
    const long = 'y'.repeat(90);
    const shown = namedValues(
      [
        ['url', long],
        ['total', 3],
        ['customer', customer],
      ],
      "Cannot read properties of null (reading 'code')",
    );
    expect(shown.map(({ name, text }) => [name, text])).to.deep.equal([
      ['customer.country', 'null'],
      ['url', `"${'y'.repeat(59)}…`],
      ['total', '3'],
    ]);
    expect(shown.map(({ whole }) => whole)).to.deep.equal([JSON.stringify(customer), JSON.stringify(long), undefined]);
    const [city, total] = namedValues(
      [
        ['total', 3],
        ['customer', customer],
      ],
      'unknown city of total',
    );
    expect([total?.name, city?.name].sort()).to.deep.equal(['customer.address.city', 'total']);
  });

  it('show a repeated failure as what came of its repetition', () => {
    const edit: Stimulus = () => ({ type: 'EditVariables', scope: null, values: { n: 4 }, removed: [] });
    const frames = [...framesOf(lifeOf(FAILING, start({ n: 'x' }), complete('a'), edit, retry('bad')))];
    const { marks } = marksOf(new Replay(frames).at(frames.length));
    expect(marks.get('bad')).to.equal('completed');
    expect(marks.get('b')).to.equal('active');
    const before = frames.findIndex(({ event }) => event.type === 'IncidentRaised');
    expect(marksOf(new Replay(frames).at(before + 1)).marks.get('bad')).to.equal('failed');
  });

  it('compare the variables of a step with those before its command', () => {
    const frames = [
      ...framesOf(
        lifeOf('s: start\na, b: task\nf1: s -> a\nf2: a -> b', start({ n: 1, kept: [1] }), complete('a', { n: 2, m: 3 })),
      ),
    ];
    const moment = new Replay(frames).at(frames.length);
    const { changed, removed } = changedVariables(frames, new Replay(frames), moment);
    expect([...changed.values()].map((names) => [...names])).to.deep.equal([
      [
        ['n', 1],
        ['m', undefined],
      ],
    ]);
    expect(removed.size).to.equal(0);
    const first = changedVariables(frames, new Replay(frames), new Replay(frames).at(1));
    expect([...(first.changed.values().next().value?.keys() ?? [])]).to.deep.equal(['n', 'kept']);
  });

  it('send what was changed and nothing else', () => {
    const typed = rowsOf({ customer: 'Ann', quantity: 'three', __proto__x: 1 }, "'quantity' needs numbers");
    const rows = typed.map(({ typed: _typed, ...row }) => row);
    expect(rows.map(({ name }) => name)).to.deep.equal(['quantity', 'customer', '__proto__x']);
    expect(changesOf(rows)).to.deep.equal({ variables: undefined, removed: [], count: 0, fault: undefined, isUnclear: false });
    const edited = rows.map((row) => (row.name === 'quantity' ? { ...row, text: '12345678901234567890' } : row));
    expect(changesOf(edited).variables?.text).to.equal('{"quantity":12345678901234567890}');
    const plain = rows.map((row) => (row.name === 'quantity' ? { ...row, text: 'a lot' } : row));
    expect(changesOf(plain).variables?.text).to.equal('{"quantity":"a lot"}');
    const broken = rows.map((row) => (row.name === 'quantity' ? { ...row, text: '{"a":' } : row));
    expect(changesOf(broken).fault).to.equal(
      "The value of 'quantity' is not valid JSON (line 1, column 6). Write texts in quotation marks.",
    );
    const asText = typed.map((row) => (row.name === 'quantity' ? { ...row, text: '{"a":' } : row));
    expect(changesOf(asText).fault, 'in a field of type text').to.equal(undefined);
    const misplaced = rows.map((row) => (row.name === 'quantity' ? { ...row, text: '{"a":1,\n"b" 2}' } : row));
    expect(changesOf(misplaced).fault).to.equal(
      `The value of 'quantity' is not valid JSON (line 2, column 5). Write texts in quotation marks.`,
    );
    expect(['{}', '[1]', '7', 'a lot', '"7"', 'true', 'null'].map(kindOf)).to.deep.equal([
      ...['object', 'list', 'number', 'text', 'text', 'boolean', 'null'],
    ]);
    const removed = rows.map((row) => (row.name === 'customer' ? { ...row, isRemoved: true } : row));
    expect(changesOf(removed))
      .to.include({ count: 1 })
      .and.to.deep.include({ removed: ['customer'] });
    const added = [...rows, { id: 9, name: 'customer', text: '1', before: null, isRemoved: false }];
    expect(changesOf(added).fault).to.equal("'customer' is used twice.");
    expect(changesOf([...rows, { id: 9, name: ' ', text: '1', before: null, isRemoved: false }]).count).to.equal(0);
  });

  it('make instructions of a plan, and sentences of what the engine answers', () => {
    expect(instructionsOf(NO_PLAN)).to.deep.equal([]);
    expect(instructionsOf({ entryId: 'e', target: null, side: 'before' })).to.deep.equal([{ cancel: { entry: 'e' } }]);
    expect(instructionsOf({ entryId: 'e', target: 't', side: 'after' })).to.deep.equal([
      { cancel: { entry: 'e' } },
      { startAfter: { element: 't' } },
    ]);
    const after = { isCompleted: false, isFailed: false, activeActivityIds: ['b', 'c', 'b'], errorState: null, isCut: false };
    const answer = { cancelledCount: 2, started: [{ activityId: 'b', openedActivityIds: ['sub'] }], after };
    const say = (more: object) => sentencesOf({ ...answer, after: { ...after, ...more } }, (id) => id.toUpperCase());
    expect(say({})).to.deep.equal(['2 activity instances end.', 'SUB is started around it.', 'Active afterwards: B (2), C.']);
    expect(say({ isCompleted: true }).at(-1)).to.equal('The instance would be complete.');
    expect(say({ isFailed: true, errorState: { code: '1', message: 'no' } }).at(-1)).to.contain('[1] no');
    expect(say({ isCut: true }).at(-1)).to.contain('step limit');
  });

  it('show the problems since the point where the instance continued', () => {
    const entry = (id: string, completedAt: string, failed = true) => ({
      activityId: id,
      activityInstanceId: id,
      completedAt,
      errorState: failed ? { code: '500', message: id } : null,
    });
    const state = (isFailed: boolean, ...completedActivities: object[]) =>
      ({ isFailed, completedActivities, activeActivities: [] }) as unknown as ShownInstanceState;
    const incident = { incidentId: 'i', activityId: 'x', activityInstanceId: 'x1', errorCode: '1', errorMessage: 'm', count: 3 };
    const names = (told: ReturnType<typeof troublesOf>) =>
      [told.open, told.past].map((list) => list.map(({ element }) => element));
    const ended = state(true, entry('caught', '1'), entry('inner', '2'), entry('outer', '2'), entry('fine', '3', false));
    expect(names(troublesOf(ended, []))).to.deep.equal([['inner', 'outer'], ['caught']]);
    const running = troublesOf(state(false, entry('caught', '1')), [incident as unknown as ListedIncident]);
    expect(names(running)).to.deep.equal([['x'], ['caught']]);
    expect(running.open[0]).to.include({ incidentId: 'i', count: 3, entryId: 'x1' });
    expect(troublesOf(state(false), []).open).to.deep.equal([]);
    const retried = [entry('job', '1'), entry('job', '2', false), entry('next', '3')];
    expect(names(troublesOf(state(false, ...retried), [])), 'a retry continued the same activity instance').to.deep.equal([
      [],
      ['job', 'next'],
    ]);
    expect(names(troublesOf(state(true, entry('job', '1'), entry('job', '2')), [])), 'failed again').to.deep.equal([
      ['job'],
      ['job'],
    ]);
  });

  it('list what people did, newest first, with the step', () => {
    const rows = lifeOf(FAILING, start({ n: 'x' }), complete('a'), retry('bad')).map((row) => ({ ...row, actor: 'ann' }));
    const acts = actsOf(rows);
    expect(acts.map(({ title, about }) => `${title} ${about}`.trim())).to.deep.equal(['Retried bad', 'Completed a', 'Started']);
    expect(acts.every(({ actor }) => actor === 'ann')).to.equal(true);
    expect([...framesOf(rows)][(acts[0]?.position ?? 0) - 1]?.event.type).to.equal('IncidentEnded');
  });

  it('list the values before and after an edit, part by part', () => {
    const edit = (values: Variables, removed: readonly string[] = []): Stimulus => {
      return () => ({ type: 'EditVariables', scope: null, values, removed, reason: 'wrong' });
    };
    const rows = lifeOf(
      's: start\na: task\nf1: s -> a',
      start({ n: { a: 1, list: [1, 2] }, gone: 'x' }),
      edit({ n: { a: 2, list: [1, 3, 4] }, fresh: true }, ['gone']),
      edit({ n: 'text' }),
    );
    expect(actsOf(rows).map(({ about }) => about)).to.deep.equal([
      'wrong\nn: {"a":2,"list":[1,3,4]} → "text"',
      'wrong\nn.a: 1 → 2\nn.list[1]: 2 → 3\nn.list[2]: — → 4\nfresh: — → true\ngone: "x" → —',
    ]);
    const same = actsOf(lifeOf('s: start\na: task\nf1: s -> a', start({ n: { a: 1 } }), edit({ n: { a: 1 } })));
    expect(same[0]?.about).to.equal('wrong\nn');
    const many = edit({ n: Array.from({ length: 30 }, (_, index) => index) });
    const [act] = actsOf(lifeOf('s: start\na: task\nf1: s -> a', start({ n: [] }), many));
    expect(act?.about.split('\n').at(-1)).to.equal('and 10 more changes');
  });
});

function lifeOf(notation: string, ...commands: readonly Stimulus[]): JournalRowView[] {
  const driver = new Driver(processOf(notation), LEFT);
  for (const command of commands) expect(driver.send(command).ok).to.equal(true);
  return driver.batches.map((events, index) => ({
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 31) + index * 1000).toISOString(),
    commandId: '',
    actor: null,
    events: JSON.parse(JSON.stringify(events)) as unknown[],
  }));
}
