import { expect } from 'chai';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { startedByCondition, startedByMessage, startedBySignal } from '../support/models/event-models.ts';
import { flow, model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

describe('versions of a key (docs/contributing/spec/http/definitions.md#versions)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const complete = (WorkflowInstanceId: string, ActivityId: string) =>
    post(service.url, '/Execution/complete-activity', { WorkflowInstanceId, ActivityId });

  it('leave running instances where they are and start new ones at the latest', async () => {
    await deploy(service.url, sequence('moving', task('old')));
    const running = await start(service.url, 'moving');
    await deploy(service.url, sequence('moving', task('new')));
    const fresh = await stateOf(service.url, await start(service.url, 'moving'));
    expect([fresh.activeActivityIds, fresh.processDefinitionId.split(':')[1]]).to.deep.equal([['new'], '2']);
    expectEmpty(await complete(running, 'old'));
    const old = await stateOf(service.url, running);
    expect([old.isCompleted, old.processDefinitionId.split(':')[1]]).to.deep.equal([true, '1']);
  });

  it('are taken by a call activity at the moment it runs', async () => {
    await deploy(service.url, sequence('called', task('old')));
    await deploy(service.url, sequence('caller', task('first'), '<callActivity id="call" calledElement="called"/>'));
    const id = await start(service.url, 'caller');
    await deploy(service.url, sequence('called', task('new')));
    expectEmpty(await complete(id, 'first'));
    const child = (await stateOf(service.url, id)).activeActivities[0]?.childWorkflowInstanceId ?? '';
    expect((await stateOf(service.url, child)).activeActivityIds).to.deep.equal(['new']);
  });

  itFull('replace the message, signal and conditional start events of the one before', async () => {
    const statuses = async (name: string) => [
      (await post(service.url, '/Execution/message', { MessageName: name })).status,
      (await post(service.url, '/Execution/signal', { SignalName: name })).status,
      expectJson(await post(service.url, '/Execution/evaluate-conditions', { WorkflowId: 'c', Variables: { name } }))
        .StartedInstanceIds.length,
    ];
    const deployAll = async (name: string) => {
      await deploy(service.url, startedByMessage('m', name));
      await deploy(service.url, startedBySignal('s', name));
      await deploy(service.url, startedByCondition('c', `name == "${name}"`));
    };
    await deployAll('one');
    expect([await statuses('one'), await statuses('two')]).to.deep.equal([
      [200, 200, 1],
      [404, 404, 0],
    ]);
    await deployAll('two');
    expect([await statuses('one'), await statuses('two')]).to.deep.equal([
      [404, 404, 0],
      [200, 200, 1],
    ]);
  });

  it('replace the timer start events of the one before', async () => {
    const timed = (text: string, node: string) =>
      model(
        'timed',
        `<startEvent id="s"><timerEventDefinition>${text}</timerEventDefinition></startEvent>${task(node)}<endEvent id="e"/>` +
          flow('f0', 's', node) +
          flow('f1', node, 'e'),
      );
    await deploy(service.url, timed('<timeDuration>PT1H</timeDuration>', 'hourly'));
    await deploy(service.url, timed('<timeDuration>PT0S</timeDuration>', 'atOnce'));
    const list = async () => {
      const answer = await fetch(`${service.url}/Definitions/timed/instances`);
      return (await answer.json()) as { items: { instanceId: string; businessId: string | null }[] };
    };
    const { items } = await until(list, (page) => page.items.length > 0);
    expect(items[0]?.businessId).to.equal(null);
    expect((await stateOf(service.url, items[0]?.instanceId ?? '')).activeActivityIds).to.deep.equal(['atOnce']);
  });

  it('come with the warnings of the parser when there are some, and without that member when none exist', async () => {
    const odd = model('odd', '<startEvent id="s"/><endEvent id="e"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/>');
    const quiet = expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: odd }));
    const forked = model(
      'forked',
      '<startEvent id="s"/><complexGateway id="g"><activationCondition>1</activationCondition></complexGateway><endEvent id="a"/><endEvent id="b"/>' +
        [flow('f0', 's', 'g'), flow('f1', 'g', 'a'), flow('f2', 'g', 'b')].join(''),
    );
    const warned = expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: forked }));
    expect(warned.Warnings).to.be.an('array').that.is.not.empty;
    expect(Object.keys(quiet)).to.include.members(['ProcessDefinitionKey', 'Version']);
    for (const warning of [...warned.Warnings, ...(quiet.Warnings ?? [])]) expect(warning).to.be.a('string');
  });
});

describe('where an instance begins (docs/contributing/spec/http/execution.md#which-start-event)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is the first start event in document order when there is no none start event', async () => {
    await deploy(service.url, startedByMessage('triggered', 'never', task('pack')));
    const state = await stateOf(service.url, await start(service.url, 'triggered'));
    expect([state.completedActivityIds, state.activeActivityIds]).to.deep.equal([['start'], ['pack']]);
  });

  it('has the variables already, so that an event sub-process can take its key from them', async () => {
    const message =
      '<message id="m" name="aside"><extensionElements><fleans:subscription correlationKey="= number"/></extensionElements></message>';
    const content =
      `<startEvent id="s"/>${task('work')}<endEvent id="e"/>${flow('f0', 's', 'work')}${flow('f1', 'work', 'e')}` +
      '<subProcess id="sub" triggeredByEvent="true"><startEvent id="begin"><messageEventDefinition messageRef="m"/></startEvent>' +
      `<endEvent id="done"/>${flow('f2', 'begin', 'done')}</subProcess>`;
    await deploy(service.url, model('listening', content).replace('<process ', `${message}<process `));
    const id = await start(service.url, 'listening', { Variables: { number: 'N7' } });
    const answer = await post(service.url, '/Execution/message', { MessageName: 'aside', CorrelationKey: 'N7' });
    expect(expectJson(answer).WorkflowInstanceIds).to.deep.equal([id]);
  });
});
