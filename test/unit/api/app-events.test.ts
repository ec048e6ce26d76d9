import { expect } from 'chai';
import type { CommandRejection } from '../../../src/messages/commands.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { RECEIVER, useApp } from './app-under-test.ts';

const GUID = '11111111-2222-4333-8444-555555555555';
const MESSAGE = '/Execution/message';
const SIGNAL = '/Execution/signal';
const CONDITIONS = '/Execution/evaluate-conditions';
const CANCEL = `/Instances/${GUID}/cancel`;

describe('the API writes that reach instances through events', () => {
  const app = useApp();

  function refuse(rejection: CommandRejection): void {
    app.reply = () => ({ kind: 'reply', replayed: false, reply: { ok: false, rejection } });
  }

  const commands: readonly [path: string, body: object, command: object][] = [
    [
      MESSAGE,
      { MessageName: 'paid', CorrelationKey: 'PO-1', Variables: { a: [1] }, BusinessId: 'B 1' },
      { kind: 'DeliverMessage', name: 'paid', correlationKey: 'PO-1', variables: { a: [1] }, businessId: 'B 1' },
    ],
    [
      MESSAGE,
      { messagename: ' paid ' },
      { kind: 'DeliverMessage', name: ' paid ', correlationKey: '', variables: {}, businessId: null },
    ],
    [MESSAGE, { MessageName: 'paid', CorrelationKey: null }, { kind: 'DeliverMessage', correlationKey: '' }],
    [MESSAGE, { MessageName: 'paid', CorrelationKey: ' \t' }, { kind: 'DeliverMessage', correlationKey: '' }],
    [MESSAGE, { MessageName: 'paid', CorrelationKey: ' 1 ' }, { kind: 'DeliverMessage', correlationKey: ' 1 ' }],
    [
      SIGNAL,
      { SignalName: 'go', Variables: { a: 1 } },
      { kind: 'BroadcastSignal', name: 'go', variables: { a: 1 }, exceptInstanceId: null },
    ],
    [SIGNAL, { SIGNALNAME: 'go' }, { kind: 'BroadcastSignal', name: 'go', variables: {}, exceptInstanceId: null }],
    [CONDITIONS, { WorkflowId: 'order', Variables: { a: 1 } }, { kind: 'EvaluateConditions', key: 'order', variables: { a: 1 } }],
    [CONDITIONS, { WorkflowId: ' ', Variables: { a: null } }, { kind: 'EvaluateConditions', key: null, variables: { a: null } }],
    ['/Definitions/disable', { ProcessDefinitionKey: 'order' }, { kind: 'DisableProcess', key: 'order' }],
    ['/definitions/ENABLE/', { processDefinitionKey: 'order' }, { kind: 'EnableProcess', key: 'order' }],
    [CANCEL, { reason: 'late' }, { kind: 'CancelInstance', instanceId: GUID, reason: 'late' }],
    [CANCEL.toUpperCase(), { Reason: ' ' }, { kind: 'CancelInstance', instanceId: GUID, reason: 'Cancelled by operator' }],
    [CANCEL, { reason: null }, { kind: 'CancelInstance', instanceId: GUID, reason: 'Cancelled by operator' }],
  ];
  for (const [path, body, command] of commands) {
    it(`become ${(command as { kind: string }).kind} when ${path} gets ${JSON.stringify(body)}`, async () => {
      const answer = await post(app.url, path, body);
      expect(answer.status, answer.text).to.equal(200);
      expect(app.sent).to.have.length(1);
      expect(app.sent[0]?.command).to.deep.include(command);
    });
  }

  describe('answer', () => {
    it('in PascalCase the reached instances when a message or signal was delivered', async () => {
      expect(expectJson(await post(app.url, MESSAGE, { MessageName: 'paid' }))).to.deep.equal({
        Delivered: true,
        WorkflowInstanceIds: [RECEIVER],
      });
      expect(expectJson(await post(app.url, SIGNAL, { SignalName: 'go' }))).to.deep.equal({
        DeliveredCount: 2,
        WorkflowInstanceIds: [RECEIVER],
      });
    });

    it('with Errors when a condition failed, and only then', async () => {
      const body = { Variables: { a: 1 } };
      expect(expectJson(await post(app.url, CONDITIONS, body))).to.deep.equal({ StartedInstanceIds: [RECEIVER] });
      const result = { startedInstanceIds: [], errors: ["order:hot: variable 'temperature' is not a number"] };
      app.reply = () => ({ kind: 'reply', replayed: false, reply: { ok: true, result } });
      expect(expectJson(await post(app.url, CONDITIONS, body))).to.deep.equal({
        StartedInstanceIds: [],
        Errors: ["order:hot: variable 'temperature' is not a number"],
      });
    });

    it('with the row of the latest version when a key is switched', async () => {
      for (const isActive of [false, true]) {
        const path = `/Definitions/${isActive ? 'enable' : 'disable'}`;
        const answer = await post(app.url, path, { ProcessDefinitionKey: 'order' });
        expect(Object.entries(expectJson(answer))).to.deep.equal([
          ['processDefinitionId', 'order:2:20260131T102030123Z'],
          ['processDefinitionKey', 'order'],
          ['version', 2],
          ['deployedAt', '2026-01-31T10:20:30.123+00:00'],
          ['activitiesCount', 5],
          ['sequenceFlowsCount', 4],
          ['isActive', isActive],
        ]);
      }
    });

    it('with nothing when an instance is cancelled, with or without a body', async () => {
      expectEmpty(await post(app.url, CANCEL));
      expectEmpty(await post(app.url, CANCEL, { reason: 'late' }));
    });

    it('as in the table when the worker refuses', async () => {
      refuse({ code: 'NO_MESSAGE_SUBSCRIPTION', name: 'paid', correlationKey: '' });
      const nobody = "No active subscription found for message 'paid' with correlation key ''";
      expectError(await post(app.url, MESSAGE, { MessageName: 'paid' }), 404, nobody);
      refuse({ code: 'NO_SIGNAL_SUBSCRIPTION', name: 'go' });
      expectError(await post(app.url, SIGNAL, { SignalName: 'go' }), 404, "No active subscription found for signal 'go'");
      refuse({ code: 'PROCESS_NOT_REGISTERED', key: 'order' });
      for (const path of ['/Definitions/disable', '/Definitions/enable']) {
        const detail = "Workflow with id 'order' is not registered. Ensure the workflow is deployed before creating instances.";
        expectProblem(await post(app.url, path, { ProcessDefinitionKey: 'order' }), 404, detail, path);
      }
    });

    it('an unknown instance in the words of the endpoint when it is cancelled or completes an activity', async () => {
      refuse({ code: 'INSTANCE_NOT_FOUND', instanceId: GUID });
      expectError(await post(app.url, CANCEL), 404, `Instance ${GUID} not found`);
      const path = '/Execution/complete-activity';
      const answer = await post(app.url, path, { WorkflowInstanceId: GUID, ActivityId: 'pack' });
      expectProblem(answer, 404, `Workflow instance '${GUID}' not found.`, path);
    });
  });

  describe('are refused without a command', () => {
    const refusals: readonly [path: string, body: object, answer: string][] = [
      [MESSAGE, { MessageName: 1, BusinessId: 1 }, '400 P MessageName must be a string.'],
      [MESSAGE, { CorrelationKey: 1, Variables: 1 }, '400 P CorrelationKey must be a string.'],
      [MESSAGE, { Variables: [] }, '400 P Variables must be an object.'],
      [MESSAGE, { BusinessId: '' }, '400 E MessageName is required'],
      [MESSAGE, { MessageName: '\u3000' }, '400 E MessageName is required'],
      [
        MESSAGE,
        { MessageName: 'a', BusinessId: ' ', Variables: { prototype: 1 } },
        '400 P BusinessId must not be empty or white space.',
      ],
      [MESSAGE, { MessageName: 'a\0', Variables: { prototype: 1 } }, "400 P Variables contains the reserved name 'prototype'."],
      [MESSAGE, { MessageName: 'a', CorrelationKey: '\0' }, '400 P CorrelationKey contains a character that cannot be stored.'],
      [SIGNAL, { SignalName: {} }, '400 P SignalName must be a string.'],
      [SIGNAL, { SignalName: ' ' }, '400 E SignalName is required'],
      [SIGNAL, { SignalName: '\0' }, '400 P SignalName contains a character that cannot be stored.'],
      [CONDITIONS, { WorkflowId: 1 }, '400 P WorkflowId must be a string.'],
      [CONDITIONS, { WorkflowId: '\0' }, '400 E Variables are required for condition evaluation'],
      [CONDITIONS, { Variables: null }, '400 E Variables are required for condition evaluation'],
      [CONDITIONS, { Variables: {} }, '400 E Variables are required for condition evaluation'],
      [CONDITIONS, { Variables: { a: 1 }, WorkflowId: '\0' }, '400 P WorkflowId contains a character that cannot be stored.'],
      ['/Definitions/disable', { ProcessDefinitionKey: 1 }, '400 P ProcessDefinitionKey must be a string.'],
      ['/Definitions/disable', {}, '400 E ProcessDefinitionKey is required'],
      ['/Definitions/enable', { ProcessDefinitionKey: ' ' }, '400 E ProcessDefinitionKey is required'],
      [
        '/Definitions/enable',
        { ProcessDefinitionKey: '\0' },
        '400 P ProcessDefinitionKey contains a character that cannot be stored.',
      ],
      [CANCEL, { reason: 1 }, '400 P reason must be a string.'],
      [CANCEL, { reason: '\0' }, '400 P reason contains a character that cannot be stored.'],
      ['/Instances/x/cancel', {}, '404 P No endpoint matches this path.'],
    ];
    for (const [path, body, expected] of refusals) {
      it(`with ${expected} when ${path} gets ${JSON.stringify(body)}`, async () => {
        const answer = await post(app.url, path, body);
        const { error, detail } = answer.json;
        expect(`${answer.status} ${error === undefined ? `P ${detail}` : `E ${error}`}`).to.equal(expected);
        expect(app.sent).to.deep.equal([]);
      });
    }
  });
});
