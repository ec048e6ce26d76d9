import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../../support/http/expect-answer.ts';
import { get, http, post } from '../../support/http/http-client.ts';
import { saysYes, startWith, useApp } from './app-under-test.ts';

const GUID = '11111111-2222-4333-8444-555555555555';
const START = '/Execution/start';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the API', () => {
  const app = useApp();

  describe('a write', () => {
    it('becomes a command and answers in PascalCase when it is a start', async () => {
      const answer = await post(app.url, START, { WorkflowId: 'order', Variables: { a: [1] }, BusinessId: 'PO-1' });
      const [sent] = app.sent;
      expect(sent?.command).to.deep.include({ kind: 'StartInstance', key: 'order', variables: { a: [1] }, businessId: 'PO-1' });
      expect(sent?.fingerprint).to.equal(undefined);
      expect(expectJson(answer)).to.deep.equal({
        WorkflowInstanceId: sent?.command.kind === 'StartInstance' && sent.command.instanceId,
      });
      expect(app.logged).to.deep.equal([{ id: 7000, properties: { Endpoint: `POST ${START}`, CommandId: sent?.command.id } }]);
    });

    const commands: readonly [path: string, body: object, command: object][] = [
      [START, { WorkflowId: 'order' }, { kind: 'StartInstance', key: 'order', variables: {}, businessId: null }],
      [
        '/Execution/complete-activity',
        { WorkflowInstanceId: GUID.toUpperCase(), ActivityId: 'pack', Variables: { a: 1 } },
        { kind: 'CompleteActivity', instanceId: GUID, activityId: 'pack', variables: { a: 1 } },
      ],
      [
        `/UserTasks/${GUID}/claim`,
        { UserId: 'john', UserGroups: ['a'] },
        { kind: 'ClaimUserTask', taskId: GUID, userId: 'john', userGroups: ['a'] },
      ],
      [`/UserTasks/${GUID}/unclaim`, { any: 'thing' }, { kind: 'UnclaimUserTask', taskId: GUID }],
      [
        `/UserTasks/${GUID}/edit`,
        { Assignee: 'zoe', DueDate: '2030-01-01T00:00:00Z', Clear: ['Priority', 'CandidateUsers'] },
        {
          kind: 'EditUserTask',
          taskId: GUID,
          edit: { assignee: 'zoe', dueAt: 1_893_456_000_000, priority: null, candidateUsers: [] },
        },
      ],
      [
        `/UserTasks/${GUID}/complete`,
        { UserId: 'john', Variables: { ok: true } },
        { kind: 'CompleteUserTask', taskId: GUID, userId: 'john', variables: { ok: true } },
      ],
      [
        `/UserTasks/${GUID}/fail`,
        { errorMessage: 'no', errorCode: ' ' },
        { kind: 'FailUserTask', taskId: GUID, errorCode: '500', errorMessage: 'no' },
      ],
      [
        `/UserTasks/${GUID}/fail`,
        { ErrorMessage: 'no', ErrorCode: 'E1' },
        { kind: 'FailUserTask', taskId: GUID, errorCode: 'E1', errorMessage: 'no' },
      ],
      [
        `/UserTasks/${GUID}/comments`,
        { UserId: 'john', Text: 'hm' },
        { kind: 'CommentUserTask', taskId: GUID, author: 'john', text: 'hm' },
      ],
      [
        '/Incidents/ignore',
        {
          ProcessDefinitionKey: 'order',
          ActivityId: 'pack',
          ErrorCode: ' ',
          Reason: 'known',
          Until: '2099-01-01T01:00:00+01:00',
        },
        {
          ...{ kind: 'IgnoreFailures', key: 'order', activityId: 'pack', code: null, message: null },
          ...{ reason: 'known', endsAt: '2099-01-01T00:00:00.000Z' },
        },
      ],
      [
        '/Incidents/show',
        { ProcessDefinitionKey: 'order', ErrorMessage: 'no' },
        { kind: 'ShowFailures', key: 'order', activityId: null, code: null, message: 'no' },
      ],
      [`/UserTasks/${GUID}/cancel`, { reason: 'late' }, { kind: 'CancelUserTask', taskId: GUID, reason: 'late' }],
      [`/UserTasks/${GUID}/cancel`, {}, { kind: 'CancelUserTask', taskId: GUID, reason: 'User task cancelled by operator' }],
    ];
    for (const [path, body, command] of commands) {
      it(`becomes ${(command as { kind: string }).kind} when ${path} gets ${JSON.stringify(body)}`, async () => {
        const answer = await post(app.url, path, body);
        expect(app.sent[0]?.command).to.deep.include(command);
        if (path !== START && !path.endsWith('/comments')) expectEmpty(answer);
      });
    }

    it('names further processes and warnings when a deploy has some, and only then', async () => {
      const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="order" isExecutable="true"><startEvent id="s"/></process></definitions>`;
      expect(expectJson(await post(app.url, '/Definitions/deploy', { BpmnXml: xml }))).to.deep.equal({
        ProcessDefinitionKey: 'order',
        Version: 1,
      });
      expect(app.sent[0]?.command).to.deep.include({ kind: 'DeployDefinition', bpmnXml: xml });
      const definitions = [
        { key: 'a', version: 2 },
        { key: 'b', version: 7 },
      ];
      app.reply = () => ({ kind: 'reply', replayed: false, reply: { ok: true, result: { definitions, warnings: ['w'] } } });
      expect(expectJson(await post(app.url, '/Definitions/deploy', { BpmnXml: xml }))).to.deep.equal({
        ProcessDefinitionKey: 'a',
        Version: 2,
        AdditionalDefinitions: [{ ProcessDefinitionKey: 'b', Version: 7 }],
        Warnings: ['w'],
      });
    });

    it('is refused without a command when the model cannot be deployed', async () => {
      expectError(await post(app.url, '/Definitions/deploy', {}), 400, 'Invalid BPMN: BpmnXml is required');
      expectError(await post(app.url, '/Definitions/deploy', { BpmnXml: ' ' }), 400, 'Invalid BPMN: BpmnXml is required');
      const answer = await post(app.url, '/Definitions/deploy', { BpmnXml: 'nothing' });
      expect(answer.status).to.equal(400);
      expect(answer.json.error).to.match(/^Invalid BPMN: .+ \(line \d+, column \d+\)$/);
      expect(app.sent).to.deep.equal([]);
    });

    it('answers as in the table and logs the rule when the engine refuses', async () => {
      app.reply = () => ({
        kind: 'reply',
        replayed: false,
        reply: { ok: false, rejection: { code: 'PROCESS_DISABLED', key: 'order' } },
      });
      const answer = await post(app.url, '/execution/START/', { WorkflowId: 'order' });
      expectProblem(answer, 409, "Process 'order' is disabled. Enable it before creating new instances.", '/execution/START/');
      expect(app.logged[0]).to.deep.equal({
        id: 7001,
        properties: { Endpoint: `POST ${START}`, CommandId: app.sent[0]?.command.id, Status: 409, Rule: 'PROCESS_DISABLED' },
      });
    });

    it('names the task of the path in lower case when it is unknown', async () => {
      app.reply = () => ({ kind: 'reply', replayed: false, reply: { ok: false, rejection: { code: 'USER_TASK_NOT_FOUND' } } });
      const id = 'ABCDEF01-2345-6789-ABCD-EF0123456789';
      expectError(await post(app.url, `/UserTasks/${id}/cancel`), 404, `User task '${id.toLowerCase()}' not found`);
    });
  });

  describe('the queue behind a write', () => {
    it('answers 503 with Retry-After 5 when it is unreachable', async () => {
      app.reply = () => ({ kind: 'queue-unreachable' });
      const answer = await post(app.url, START, { WorkflowId: 'a' });
      expectProblem(answer, 503, 'The command queue is not reachable. Nothing was done.', START);
      expect(answer.headers['retry-after']).to.equal('5');
      expect(app.logged[0]?.id).to.equal(7017);
    });

    it('answers 503 with Retry-After 1 when it is full', async () => {
      app.reply = () => ({ kind: 'overloaded' });
      const answer = await post(app.url, START, { WorkflowId: 'a' });
      expectProblem(answer, 503, 'Too many commands are waiting. Nothing was done.', START);
      expect(answer.headers['retry-after']).to.equal('1');
    });

    it('answers 503 with a key that joins the first command when it times out and no key was sent', async () => {
      app.reply = () => ({ kind: 'timeout' });
      const answer = await post(app.url, START, { WorkflowId: 'a' });
      expect(answer.status).to.equal(503);
      expect(answer.json.detail).to.match(/^No worker answered within 15 seconds\. /);
      expect(answer.headers['retry-after']).to.equal('5');
      const key = answer.headers['idempotency-key'] as string;
      app.reply = saysYes;
      expectJson(await post(app.url, START, { WorkflowId: 'a' }, { 'Idempotency-Key': key }));
      expect(app.sent[1]?.command.id).to.equal(app.sent[0]?.command.id);
      expectProblem(
        await post(app.url, START, { WorkflowId: 'b' }, { 'Idempotency-Key': key }),
        422,
        'Idempotency-Key was already used with a different request.',
        START,
      );
      expect(app.sent).to.have.length(2);
      expect(app.logged.map(({ id }) => id)).to.deep.equal([7016, 7000, 7015]);
    });

    it('adds no key when it times out and one was sent', async () => {
      app.reply = () => ({ kind: 'timeout' });
      const answer = await post(app.url, START, { WorkflowId: 'a' }, { 'Idempotency-Key': 'mine' });
      expect(answer.status).to.equal(503);
      expect(answer.headers).not.to.have.property('idempotency-key');
    });

    it('answers 500 and logs the stack when it throws', async () => {
      app.reply = () => {
        throw new Error('boom');
      };
      const answer = await post(app.url, START, { WorkflowId: 'a' });
      expectProblem(answer, 500, 'An unexpected error occurred. See server logs for details.', START);
      expect(app.logged[0]).to.deep.include({ id: 7030 });
      expect(app.logged[0]?.properties).to.include({ Endpoint: `POST ${START}`, ErrorMessage: 'boom' });
    });
  });

  describe('Idempotency-Key', () => {
    const key = { 'Idempotency-Key': 'order-1' };

    it('gives the same command id and fingerprint when the content is the same', async () => {
      await post(app.url, START, { WorkflowId: 'a', Variables: { x: 1, y: 2 } }, key);
      await startWith(app, ' { "Variables" : {"y":2.0,"x":1}, "WorkflowId":"a" } ', { ...JSON_TYPE, ...key });
      const [first, second] = app.sent;
      expect(second?.command.id).to.equal(first?.command.id);
      expect(first?.fingerprint).to.be.a('string');
      expect(second?.fingerprint).to.equal(first?.fingerprint);
    });

    it('gives one fingerprint for any body when the endpoint reads none', async () => {
      const path = `/UserTasks/${GUID}/unclaim`;
      await post(app.url, path, undefined, key);
      await http(app.url, { method: 'POST', path: path.toUpperCase(), body: '{"broken', headers: key });
      expect(app.sent[1]?.fingerprint).to.equal(app.sent[0]?.fingerprint);
    });

    it('marks the answer when the reply was stored, a refusal too', async () => {
      const rejection = { code: 'PROCESS_DISABLED', key: 'a' } as const;
      app.reply = () => ({ kind: 'reply', replayed: true, reply: { ok: false, rejection } });
      const answer = await post(app.url, START, { WorkflowId: 'a' }, key);
      expect(answer.status).to.equal(409);
      expect(answer.headers['idempotency-replayed']).to.equal('true');
      expect(app.logged.map(({ id }) => id)).to.deep.equal([7014]);
    });

    it('is refused with 422 when the queue knows it with another content', async () => {
      app.reply = () => ({ kind: 'conflict' });
      const answer = await post(app.url, START, { WorkflowId: 'a' }, key);
      expectProblem(answer, 422, 'Idempotency-Key was already used with a different request.', START);
    });

    for (const bad of ['', 'a b', 'x'.repeat(256)]) {
      it(`is refused before the body is looked at when it has ${bad.length} characters like "${bad.slice(0, 3)}"`, async () => {
        const answer = await startWith(app, '{', { 'Content-Type': 'text/plain', 'Idempotency-Key': bad });
        expectProblem(answer, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', START);
      });
    }

    it('is ignored when the request is a read', async () => {
      expect((await get(app.url, '/health', { 'Idempotency-Key': 'a b' })).status).to.equal(200);
    });
  });
});
