import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { writePosition } from '../../src/requests/position.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, UNKNOWN_ID } from '../support/http/steps.ts';
import { messageWait, signalWait } from '../support/models/event-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const POSITION = /^[\x21-\x2b\x2d-\x7e]{1,256}$/;
const MALFORMED = 'Service-Min-Position is not a position issued by this service.';
const BEHIND = 'Lists do not contain the requested write yet. Repeat the request after the Retry-After delay.';

const positionOf = ({ headers }: HttpAnswer): string => headers['service-position'] as string;
const from = (...positions: readonly string[]) => ({ 'Service-Min-Position': positions.join(', ') });

describe('reading one’s writes (docs/contributing/spec/http.md#positions)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
  });
  after(() => service.stop());
  const write = (path: string, body?: object) => post(service.url, path, body);

  it('names a position when a POST wrote something, whatever it wrote', async () => {
    await deploy(service.url, messageWait('wait', 'payment', 'paid', 'orderId'));
    await deploy(service.url, signalWait('listen', 'stop', 'halt'));
    await start(service.url, 'wait', { Variables: { orderId: '7' } });
    await start(service.url, 'listen');
    const { taskId } = await startAtTask(service.url, 'ask');
    const [failing, cancelling] = [await startAtTask(service.url, 'ask'), await startAtTask(service.url, 'ask')];
    const instanceId = await start(service.url, 'order');
    const answers = [
      await write('/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) }),
      await write('/Definitions/disable', { ProcessDefinitionKey: 'order' }),
      await write('/Definitions/enable', { ProcessDefinitionKey: 'order' }),
      await write('/Execution/start', { WorkflowId: 'order' }),
      await write('/Execution/message', { MessageName: 'paid', CorrelationKey: '7' }),
      await write('/Execution/signal', { SignalName: 'halt' }),
      await write('/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: 'pack' }),
      await write(`/Instances/${await start(service.url, 'order')}/cancel`),
      await write(`/UserTasks/${taskId}/claim`, { UserId: 'a' }),
      await write(`/UserTasks/${taskId}/unclaim`),
      await write(`/UserTasks/${taskId}/claim`, { UserId: 'a' }),
      await write(`/UserTasks/${taskId}/complete`, { UserId: 'a' }),
      await write(`/UserTasks/${failing.taskId}/fail`, { errorMessage: 'no' }),
      await write(`/UserTasks/${cancelling.taskId}/cancel`),
    ];
    for (const answer of answers) {
      expect(answer.status, answer.text).to.equal(200);
      expect(positionOf(answer)).to.match(POSITION);
    }
  });

  it('names none when nothing was written', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'ask');
    expectEmpty(await write(`/UserTasks/${taskId}/cancel`));
    for (const answer of [
      await write(`/UserTasks/${taskId}/cancel`),
      await write(`/Instances/${instanceId}/cancel`),
      await write('/Execution/start', { WorkflowId: 'unknown' }),
      await write('/Execution/evaluate-conditions', { Variables: { a: 1 } }),
    ])
      expect(answer.headers).not.to.have.property('service-position');
  });

  itFull('shows every write immediately when lists and single reads ask for its position', async () => {
    for (let round = 0; round < 10; round++) {
      const key = `fresh-${round}`;
      const deployed = await write('/Definitions/deploy', { BpmnXml: sequence(key, userTask('review')) });
      const rows = await get(service.url, `/Definitions?filters=ProcessDefinitionKey==${key}`, from(positionOf(deployed)));
      expect(expectJson(rows).totalCount).to.equal(1);
      const started = await write('/Execution/start', { WorkflowId: key });
      const both = from(positionOf(deployed), positionOf(started));
      expect(expectJson(await get(service.url, `/Definitions/${key}/instances`, both)).totalCount).to.equal(1);
      const tasks = expectJson(await get(service.url, '/UserTasks?pageSize=1', both)).data;
      expect(tasks[0].workflowInstanceId).to.equal(started.json.WorkflowInstanceId);
      const claimed = await write(`/UserTasks/${tasks[0].activityInstanceId}/claim`, { UserId: 'ada' });
      const shown = await get(service.url, `/UserTasks/${tasks[0].activityInstanceId}`, from(positionOf(claimed)));
      expect(expectJson(shown).claimedBy).to.equal('ada');
      const disabled = await write('/Definitions/disable', { ProcessDefinitionKey: key });
      const row = await get(service.url, `/Definitions?filters=ProcessDefinitionKey==${key}`, from(positionOf(disabled)));
      expect(expectJson(row).items[0].isActive).to.equal(false);
    }
  });

  itFull('names a write that is too long for a header, and every read of it waits', async () => {
    await deploy(service.url, signalWait('many', 'go', 'all'));
    const ids = await Promise.all(Array.from({ length: 30 }, () => start(service.url, 'many')));
    const sent = await write('/Execution/signal', { SignalName: 'all' });
    expect(expectJson(sent).DeliveredCount).to.equal(30);
    expect(positionOf(sent)).to.match(POSITION);
    const list = await get(service.url, '/Definitions/many/instances?pageSize=100', from(positionOf(sent)));
    const ended = expectJson(list).items.filter((item: { isCompleted: boolean }) => item.isCompleted);
    expect(ended).to.have.length(ids.length);
  });

  it('repeats the position when the reply is a stored one', async () => {
    const key = { 'Idempotency-Key': 'position-of-a-repeat' };
    const first = await post(service.url, '/Execution/start', { WorkflowId: 'order' }, key);
    const second = await post(service.url, '/Execution/start', { WorkflowId: 'order' }, key);
    expect(second.headers['idempotency-replayed']).to.equal('true');
    expect(positionOf(second)).to.equal(positionOf(first)).and.to.match(POSITION);
  });

  it('refuses anything but a position, and more than 20, before the query and the 404 are looked at', async () => {
    const position = positionOf(await write('/Execution/start', { WorkflowId: 'order' }));
    const bad = ['', 'x', `${position}x.`, `${position},`, position.slice(0, -2), Array(21).fill(position).join(',')];
    for (const path of [
      '/Definitions',
      '/Definitions/order/instances',
      '/UserTasks',
      `/UserTasks/${UNKNOWN_ID}`,
      `/Instances/${UNKNOWN_ID}/state`,
    ]) {
      for (const header of bad) {
        const answer = await get(service.url, `${path}?page=x`, { 'Service-Min-Position': header });
        expectProblem(answer, 400, MALFORMED, path);
      }
    }
    expectJson(await get(service.url, '/Definitions', from(...Array(20).fill(position))));
    expectProblem(await get(service.url, '/Definitions?page=x', from(position)), 400, 'page must be an integer.', '/Definitions');
    expectError(await get(service.url, `/UserTasks/${UNKNOWN_ID}`, from(position)), 404, `User task '${UNKNOWN_ID}' not found`);
  });

  it('refuses a position immediately when it names what was never written', async () => {
    const forged = writePosition({ issuedAt: Date.now(), marks: [{ kind: 'i', subjectId: UNKNOWN_ID, seq: 1 }] });
    expectProblem(await get(service.url, '/Definitions', from(forged)), 400, MALFORMED, '/Definitions');
  });

  it('counts a position as reached when it is older than 24 hours or its command is forgotten', async () => {
    const issuedAt = Date.now() - 24 * 3_600_000 - 2000;
    const old = writePosition({ issuedAt, marks: [{ kind: 'i', subjectId: UNKNOWN_ID, seq: 1 }] });
    const forgotten = writePosition({ issuedAt: Date.now(), commandId: UNKNOWN_ID });
    expectJson(await get(service.url, '/Definitions', from(old, forgotten)));
  });

  it('is ignored when it is sent with a POST or to another endpoint', async () => {
    const bad = { 'Service-Min-Position': 'x' };
    expectJson(await post(service.url, '/Execution/start', { WorkflowId: 'order' }, bad));
    expect((await get(service.url, '/health', bad)).status).to.equal(200);
  });
});

describe('reading one’s writes across replicas (docs/contributing/spec/http.md#positions)', () => {
  it('answers 503 after two seconds without a projector, and 200 on every replica when one runs', async () => {
    const service = await startService({ roles: [startWorker, startApi] });
    try {
      const other = await service.start(startApi);
      const deployed = await post(service.url, '/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
      const began = performance.now();
      const late = await http(other.url ?? '', { path: '/Definitions', headers: from(positionOf(deployed)) });
      expectProblem(late, 503, BEHIND, '/Definitions');
      expect(late.headers['retry-after']).to.equal('1');
      expect(performance.now() - began).to.be.at.least(1800);
      expectJson(await get(other.url ?? '', '/Definitions'));
      const waiting = get(other.url ?? '', '/Definitions', from(positionOf(deployed)));
      await service.start(startProjector);
      expect(expectJson(await waiting).totalCount).to.equal(1);
    } finally {
      await service.stop();
    }
  });

  for (const backend of TIER_BACKENDS) {
    it(`shows a write when it was made at one replica and is read at another on ${backend}`, async () => {
      const service = await startService({ backend });
      try {
        const other = (await service.start(startApi)).url ?? '';
        await deploy(service.url, sequence('order', task('pack')));
        for (let n = 1; n <= 10; n++) {
          const started = await post(service.url, '/Execution/start', { WorkflowId: 'order' });
          const list = await get(other, '/Definitions/order/instances', from(positionOf(started)));
          expect(expectJson(list).totalCount).to.equal(n);
        }
      } finally {
        await service.stop();
      }
    });
  }
});
