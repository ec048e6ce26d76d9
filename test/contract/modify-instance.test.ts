import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, startAtTask, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { flow, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const pathOf = (id: string) => `/Instances/${id}/modify`;

describe('POST /Instances/{instanceId}/modify (docs/contributing/spec/http/instances.md#modify-an-instance)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('two', task('pack'), userTask('review')));
    const inner = `<startEvent id="in"/>${task('a')}${task('b')}${flow('i1', 'in', 'a')}${flow('i2', 'a', 'b')}`;
    const loop = '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';
    await deploy(service.url, sequence('nested', task('first'), `<subProcess id="sub">${inner}</subProcess>`));
    await deploy(service.url, sequence('loop', `<subProcess id="each">${loop}${inner}</subProcess>`));
    await deploy(
      service.url,
      sequence('failing', task('first'), '<scriptTask id="bad"><script>x = 1 + null</script></scriptTask>'),
    );
    await deploy(service.url, sequence('calling', '<callActivity id="call" calledElement="two"/>'));
  });
  after(() => service.stop());
  const modify = (id: string, ...instructions: readonly object[]) => post(service.url, pathOf(id), { instructions });
  const activeIn = async (id: string) => (await stateOf(service.url, id)).activeActivityIds;

  it('cancels and starts in one command, and the instance continues when its only token was cancelled', async () => {
    const id = await start(service.url, 'two');
    const body = { INSTRUCTIONS: [{ cancel: { element: 'pack' } }, { startBefore: { element: 'review' } }], reason: 'by hand' };
    const answer = await post(service.url, pathOf(id.toUpperCase()), body);
    expect(expectJson(answer)).to.deep.equal({
      isDryRun: false,
      cancelledCount: 1,
      started: [{ activityId: 'review', position: 'before', scope: null, openedActivityIds: [] }],
      after: null,
    });
    expect(answer.headers['service-position']).to.be.a('string');
    const { activeActivityIds, completedActivities } = await stateOf(service.url, id);
    expect(activeActivityIds).to.deep.equal(['review']);
    expect(completedActivities.at(-1)?.cancellationReason).to.equal('by hand');
  });

  it('records in the history what was requested and what became of it', async () => {
    const id = await start(service.url, 'two');
    const pack = await activeEntry(service.url, id, 'pack');
    expectJson(await modify(id, { cancel: { entry: pack.toUpperCase() } }, { startAfter: { element: 'pack' } }));
    const { items } = expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`));
    const [modified] = items.filter(({ type }: { type: string }) => type === 'WorkflowModified');
    expect(modified.data).to.deep.equal({
      cancelled: [{ activityId: 'pack', activityInstanceId: pack }],
      started: [{ activityId: 'pack', position: 'after', openedActivityIds: [] }],
      reason: null,
    });
    const reasons = items.flatMap(({ data }: { data: { reason?: string } }) => data?.reason ?? []);
    expect(reasons).to.deep.equal(['Cancelled by modification']);
  });

  it('opens a sub-process on the way, or uses the scope that is named', async () => {
    const id = await start(service.url, 'nested');
    const variables = { n: 1, deep: { list: [1] } };
    const opened = expectJson(await modify(id, { startBefore: { element: 'b', variables } }));
    expect(opened.started).to.deep.equal([{ activityId: 'b', position: 'before', scope: null, openedActivityIds: ['sub'] }]);
    const host = await activeEntry(service.url, id, 'sub');
    const within = expectJson(await modify(id, { startBefore: { element: 'a', scope: host } }));
    expect(within.started).to.deep.equal([{ activityId: 'a', position: 'before', scope: host, openedActivityIds: [] }]);
    expect(await activeIn(id)).to.have.members(['first', 'sub', 'b', 'a']);
  });

  it('shows what would happen and does nothing when it is a dry run', async () => {
    const id = await start(service.url, 'failing');
    const before = await stateOf(service.url, id);
    const dry = async (...instructions: readonly object[]) =>
      expectJson(await post(service.url, pathOf(id), { instructions, dryRun: true })).after;
    const none = { isCompleted: false, isCancelled: false, isFailed: false, errorState: null, isCut: false };
    expect(await dry({ startBefore: { element: 'first' } })).to.deep.equal({ ...none, activeActivityIds: ['first', 'first'] });
    const cancelled = await dry({ cancel: { element: 'first' } });
    expect(cancelled).to.deep.equal({ ...none, isCompleted: true, isCancelled: true, activeActivityIds: [] });
    const failed = await dry({ startAfter: { element: 'first' } });
    expect(failed).to.deep.include({ isCompleted: true, isFailed: true });
    expect(failed.errorState.code).to.equal('500');
    const answer = await post(service.url, pathOf(id), { instructions: [{ startBefore: { element: 'x' } }], dryRun: true });
    expectProblem(answer, 409, "instructions[0]: the process has no element 'x'.", pathOf(id));
    expect(await stateOf(service.url, id)).to.deep.equal(before);
  });

  it('removes user tasks, cancels children, and cancels the instance when nothing is left', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'two', 'pack');
    expectJson(await modify(instanceId, { startBefore: { element: 'review' } }));
    const review = await activeEntry(service.url, instanceId, 'review');
    expectJson(await modify(instanceId, { cancel: { entry: taskId } }, { cancel: { element: 'review' } }));
    expect((await stateOf(service.url, instanceId)).isCancelled).to.equal(true);
    expectError(await get(service.url, `/UserTasks/${review}`), 404, `User task '${review}' not found`);
    const calling = await start(service.url, 'calling');
    const state = await until(
      () => stateOf(service.url, calling),
      ({ activeActivities: [entry] }) => entry?.childWorkflowInstanceId !== null,
    );
    expectJson(await modify(calling, { cancel: { element: 'call' } }, { startAfter: { element: 'call' } }));
    const child = state.activeActivities[0]?.childWorkflowInstanceId ?? '';
    await until(
      () => stateOf(service.url, child),
      ({ isCancelled }) => isCancelled,
    );
    expect((await stateOf(service.url, calling)).isCancelled).to.equal(false);
  });

  itFull(
    'answers 409 with the number and the reason when an instruction is refused, and nothing of the others is done',
    async () => {
      const loop = await start(service.url, 'loop');
      const nested = await start(service.url, 'nested');
      const first = await activeEntry(service.url, nested, 'first');
      const cases: readonly [id: string, instruction: object, reason: string][] = [
        [nested, { cancel: { entry: UNKNOWN_ID } }, 'the activity instance is not active in this instance'],
        [nested, { cancel: { element: 'b' } }, "no activity instance of 'b' is active"],
        [nested, { cancel: { element: '__proto__' } }, "the process has no element '__proto__'"],
        [nested, { startBefore: { element: 'to-end' } }, "the process has no element 'to-end'"],
        [nested, { startAfter: { element: 'end' } }, "nothing follows 'end'"],
        [nested, { startBefore: { element: 'b', scope: UNKNOWN_ID } }, 'the scope is not active in this instance'],
        [nested, { startBefore: { element: 'b', scope: first } }, "the scope does not contain 'b'"],
        [loop, { startBefore: { element: 'b' } }, "'b' lies in the loop 'each': name one of its iterations as scope"],
      ];
      for (const [id, instruction, reason] of cases) {
        const before = await stateOf(service.url, id);
        const answer = await modify(id, { startBefore: { element: 'start' } }, instruction);
        expectProblem(answer, 409, `instructions[1]: ${reason}.`, pathOf(id));
        expect(await stateOf(service.url, id)).to.deep.equal(before);
      }
    },
  );

  it('answers 404 when the instance is unknown, and 409 when it has ended', async () => {
    const go = { startBefore: { element: 'pack' } };
    expectError(await modify(UNKNOWN_ID, go), 404, `Instance ${UNKNOWN_ID} not found`);
    const id = await start(service.url, 'two');
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    expectProblem(await modify(id, go), 409, 'The instance has ended.', pathOf(id));
  });

  it('answers 400 when the members are not what they should be, and names the place', async () => {
    const path = pathOf(UNKNOWN_ID);
    for (const body of [{}, { instructions: null }, { instructions: [] }])
      expectError(await post(service.url, path, body), 400, 'instructions is required');
    for (const instructions of [{}, 'x', [1], [null], [[]]])
      expectProblem(await post(service.url, path, { instructions }), 400, 'instructions must be an array of objects.', path);
    const one = 'must have exactly one of cancel, startBefore, startAfter.';
    const wrong: readonly [instruction: object, detail: string][] = [
      [{}, `instructions[0] ${one}`],
      [{ cancel: {}, startBefore: {} }, `instructions[0] ${one}`],
      [{ constructor: {} }, `instructions[0] ${one}`],
      [{ cancel: [] }, 'instructions[0].cancel must be an object.'],
      [{ cancel: {} }, 'instructions[0].cancel must have exactly one of entry, element.'],
      [{ cancel: { entry: UNKNOWN_ID, element: 'a' } }, 'instructions[0].cancel must have exactly one of entry, element.'],
      [{ cancel: { entry: 'a' } }, 'instructions[0].cancel.entry must be a GUID.'],
      [{ cancel: { element: 1 } }, 'instructions[0].cancel.element must be a string.'],
      [{ cancel: { scope: 'a' } }, "instructions[0].cancel has no member 'scope'."],
      [{ startBefore: { element: ' ' } }, 'instructions[0].startBefore.element is required.'],
      [{ startAfter: { element: 'a', scope: 'b' } }, 'instructions[0].startAfter.scope must be a GUID.'],
      [{ startAfter: { element: 'a', variables: {} } }, "instructions[0].startAfter has no member 'variables'."],
      [{ startBefore: { element: 'a', variables: [] } }, 'instructions[0].startBefore.variables must be an object.'],
      [
        { startBefore: { element: 'a', variables: { constructor: 1 } } },
        "instructions[0].startBefore: Variables contains the reserved name 'constructor'.",
      ],
      [{ startBefore: { element: 'a\u0000' } }, 'instructions contains a character that cannot be stored.'],
    ];
    for (const [instruction, detail] of wrong)
      expectProblem(await post(service.url, path, { instructions: [instruction] }), 400, detail, path);
    const number = `{"Instructions":[{"startBefore":{"element":"a","variables":{"n":9007199254740993}}}]}`;
    const inexact =
      'instructions[0].startBefore: Variables contains a number that cannot be stored exactly: 9007199254740993. Send it as a string.';
    const headers = { 'Content-Type': 'application/json' };
    expectProblem(await http(service.url, { method: 'POST', path, body: number, headers }), 400, inexact, path);
    const many = Array.from({ length: 1001 }, () => ({ cancel: { element: 'a' } }));
    expectProblem(await modify(UNKNOWN_ID, ...many), 400, 'instructions must have at most 1000 items.', path);
    const flag = await post(service.url, path, { instructions: [{ cancel: { element: 'a' } }], dryRun: 'yes' });
    expectProblem(flag, 400, 'dryRun must be true or false.', path);
  });

  it('modifies once when it is repeated with its Idempotency-Key, and answers 422 for another body', async () => {
    const id = await start(service.url, 'two');
    const send = (element: string) =>
      http(service.url, {
        method: 'POST',
        path: pathOf(id),
        body: { instructions: [{ startBefore: { element } }] },
        headers: { 'Idempotency-Key': `modify-${id}` },
      });
    const first = expectJson(await send('review'));
    const again = await send('review');
    expect(expectJson(again)).to.deep.equal(first);
    expect(again.headers['idempotency-replayed']).to.equal('true');
    expect(await activeIn(id)).to.deep.equal(['pack', 'review']);
    const detail = 'Idempotency-Key was already used with a different request.';
    expectProblem(await send('pack'), 422, detail, pathOf(id));
  });

  it('lets one of two win when both move the same token concurrently', async () => {
    const id = await start(service.url, 'two');
    const entry = await activeEntry(service.url, id, 'pack');
    const move = () => modify(id, { cancel: { entry } }, { startAfter: { element: 'pack' } });
    const statuses = (await Promise.all([move(), move(), move()])).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 409, 409]);
    expect(await activeIn(id)).to.deep.equal(['review']);
  });

  it('runs a thousand instructions in one command', async () => {
    const id = await start(service.url, 'nested');
    const many = Array.from({ length: 999 }, () => ({ startBefore: { element: 'b' } }));
    const { started } = expectJson(await modify(id, ...many, { cancel: { element: 'first' } }));
    expect(started).to.have.length(999);
    const active = await activeIn(id);
    expect(active.filter((element) => element === 'b')).to.have.length(999);
    expect(active.filter((element) => element === 'sub')).to.have.length(1);
    const { cancelledCount } = expectJson(await modify(id, { cancel: { element: 'sub' } }));
    expect(cancelledCount).to.equal(1000);
    expect((await stateOf(service.url, id)).isCancelled).to.equal(true);
  });

  itKeepsCommonRefusals(() => service.url, { path: pathOf(UNKNOWN_ID) });
});
