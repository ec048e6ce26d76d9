// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of BPMN models are written like that
import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { http } from '../support/http/http-client.ts';
import { decision, decisionFile, literal } from '../support/models/decisions.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { type ClerkAndChief, startClerkAndChief } from '../support/sign-in/clerk-and-chief.ts';
import { itFull } from '../support/tier.ts';

const MODELS = [
  sequence('order-review', userTask('review')),
  sequence('bill-review', userTask('review')),
  sequence('order', userTask('review')),
  sequence('extra', userTask('review')),
];
const forProcess = (roles: string, key: string) => `This needs the role ${roles} for the process '${key}'.`;

describe('roles for some process keys: definitions, decisions and deploys (docs/contributing/spec/roles.md#key-patterns)', () => {
  let world: ClerkAndChief;
  before(async () => {
    world = await startClerkAndChief(MODELS);
  });
  after(() => world?.stop());

  it('keep decisions of other keys unseen, unmade and unchanged, also in a deploy of processes', async () => {
    const tableOf = (id: string, text: string) => decisionFile(decision(id, literal(`"${text}"`)));
    for (const id of ['order-fee', 'bill-fee'])
      expectJson(await world.send(world.chief, '/Decisions/deploy', { DmnXml: tableOf(id, 'of the chief') }));
    const refused = await world.send(world.clerk, '/Decisions/deploy', { DmnXml: tableOf('bill-fee', 'of the clerk') });
    expect(refused.status).to.equal(403);
    expect(refused.text).to.contain(
      "Your roles do not cover the decision 'bill-fee'. Ask an administrator for a role with this key.",
    );
    expectJson(await world.send(world.clerk, '/Decisions/deploy', { DmnXml: tableOf('order-fee', 'of the clerk') }));
    const Resources = [{ Name: 'bill.dmn', Content: tableOf('bill-fee', 'in passing') }];
    const BpmnXml = sequence('order-passing', userTask('review'));
    expectJson(await world.send(world.clerk, '/Definitions/deploy', { BpmnXml, Resources }));
    const { items } = expectJson(await world.ask(world.clerk, '/Decisions'));
    expect(items.map(({ decisionKey }: { decisionKey: string }) => decisionKey)).to.deep.equal(['order-fee', 'order-fee']);
    for (const path of ['/Decisions/bill-fee', '/Decisions/bill-fee/1/xml', '/Decisions/bill-none'])
      expect((await world.ask(world.clerk, path)).status, path).to.equal(403);
    const unmade = await world.send(world.clerk, '/Decisions/bill-fee/evaluate');
    expect([unmade.status, unmade.text.includes("for the decision 'bill-fee'.")]).to.deep.equal([403, true]);
    expect(
      (await http(world.service.url, { method: 'DELETE', path: '/Decisions/bill-fee/1', headers: world.clerk })).status,
    ).to.equal(403);
    expect(expectJson(await world.send(world.clerk, '/Decisions/order-fee/evaluate')).Result).to.equal('of the clerk');
    expect(expectJson(await world.send(world.chief, '/Decisions/bill-fee/evaluate')).Result).to.equal('of the chief');
  });

  it('keep ignored failures of other keys unseen and unchanged', async () => {
    const group = (key: string) => ({ ProcessDefinitionKey: key, ActivityId: 'review', Reason: `of ${key}` });
    for (const key of ['bill-review', 'order-review'])
      expectEmpty(await world.send(world.chief, '/Incidents/ignore', group(key)));
    for (const path of ['/Incidents/ignore', '/Incidents/show']) {
      const refused = await world.send(world.clerk, path, group('bill-review'));
      expectProblem(refused, 403, forProcess('operator or admin', 'bill-review'), path);
    }
    const { items } = expectJson(await world.ask(world.clerk, '/Incidents/ignored'));
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ processDefinitionKey: 'order-review', ignoredBy: 'chief', reason: 'of order-review' });
    expectEmpty(await world.send(world.clerk, '/Incidents/show', group('order-review')));
  });

  it('answer 403 when the path or the body names another key, whether it exists or not', async () => {
    for (const key of ['bill-review', 'nothing', 'order', 'Order-review', 'extra-', '*']) {
      for (const path of [`/Definitions/${key}/instances`, `/Definitions/${key}/1/instances`]) {
        expectProblem(await world.ask(world.clerk, path), 403, forProcess('viewer, operator, author or admin', key), path);
      }
      const started = await world.send(world.clerk, '/Execution/start', { WorkflowId: key });
      expectProblem(started, 403, forProcess('operator or admin', key), '/Execution/start');
      const evaluated = await world.send(world.clerk, '/Execution/evaluate-conditions', { WorkflowId: key, Variables: { x: 2 } });
      expectProblem(evaluated, 403, forProcess('operator or admin', key), '/Execution/evaluate-conditions');
      for (const path of ['/Definitions/disable', '/Definitions/enable']) {
        const switched = await world.send(world.clerk, path, { ProcessDefinitionKey: key });
        expectProblem(switched, 403, forProcess('author or admin', key), path);
      }
    }
    for (const key of ['order-review', 'order-nothing', 'extra']) {
      expectJson(await world.ask(world.clerk, `/Definitions/${key}/instances`));
      expect((await world.send(world.clerk, '/Execution/start', { WorkflowId: key })).status).to.equal(
        key === 'order-nothing' ? 404 : 200,
      );
    }
  });

  itFull('answer 403 to a deploy that brings another key, and deploy nothing of it', async () => {
    const BpmnXml = sequence('bill-new', userTask('a'));
    const inside = sequence('order-new', userTask('a'));
    const refused = "Your roles do not cover the process 'bill-new'. Ask an administrator for a role with this key.";
    const deploys: readonly object[] = [{ BpmnXml }, { BpmnXml: inside, Resources: [{ Name: 'b.bpmn', Content: BpmnXml }] }];
    for (const body of deploys) {
      expectProblem(await world.send(world.clerk, '/Definitions/deploy', body), 403, refused, '/Definitions/deploy');
    }
    const known = sequence('bill-review', userTask('other'));
    expect((await world.send(world.clerk, '/Definitions/deploy', { BpmnXml: known })).status).to.equal(403);
    for (const key of ['bill-new', 'order-new']) {
      expect((await world.send(world.chief, '/Execution/start', { WorkflowId: key })).status, key).to.equal(404);
    }
    expect(expectJson(await world.send(world.clerk, '/Definitions/deploy', { BpmnXml: inside })).Version).to.equal(1);
    expectJson(await world.send(world.clerk, '/Definitions/validate', { BpmnXml }));
    expectJson(await world.send(world.clerk, '/Definitions/disable', { ProcessDefinitionKey: 'order-new' }));
  });

  itFull(
    'answer 403 to a deploy whose elements call a process or ask for a decision of another key, and deploy nothing of it',
    async () => {
      const call = (key: string) => `<callActivity id="fetch" calledElement="${key}"/>`;
      const zeebe = 'xmlns:z="http://camunda.org/schema/zeebe/1.0"';
      const inner = (element: string) => `<extensionElements>${element}</extensionElements>`;
      const flowable = inner('<f:field name="decisionTableReferenceKey" stringValue="bill-table"/>');
      const named: readonly [element: string, key: string][] = [
        [call('bill-review'), "process 'bill-review'"],
        [call('bill-none'), "process 'bill-none'"],
        [
          `<subProcess id="outer"><startEvent id="in"/>${call('order')}<sequenceFlow id="f" sourceRef="in" targetRef="fetch"/></subProcess>`,
          "process 'order'",
        ],
        [
          `<callActivity id="fetch">${inner(`<z:calledElement ${zeebe} processId="bill-review"/>`)}</callActivity>`,
          "process 'bill-review'",
        ],
        ['<businessRuleTask id="fetch" camunda:decisionRef="bill-table" camunda:resultVariable="x"/>', "decision 'bill-table'"],
        [
          '<businessRuleTask id="fetch" camunda:decisionRef="bill-table" camunda:decisionRefBinding="version" camunda:decisionRefVersion="1" camunda:resultVariable="x"/>',
          "decision 'bill-table'",
        ],
        [
          `<businessRuleTask id="fetch">${inner(`<z:calledDecision ${zeebe} decisionId="bill-table" resultVariable="x"/>`)}</businessRuleTask>`,
          "decision 'bill-table'",
        ],
        [
          `<serviceTask id="fetch" xmlns:f="http://flowable.org/bpmn" f:type="dmn">${flowable}</serviceTask>`,
          "decision 'bill-table'",
        ],
      ];
      for (const [element, what] of named) {
        const refused = `Your roles do not cover the ${what}, which the element 'fetch' calls. Ask an administrator for a role with this key.`;
        const BpmnXml = sequence('order-refers', element);
        expectProblem(await world.send(world.clerk, '/Definitions/deploy', { BpmnXml }), 403, refused, '/Definitions/deploy');
        const Resources = [{ Name: 'second.bpmn', Content: BpmnXml }];
        const both = { BpmnXml: sequence('order-beside', userTask('a')), Resources };
        expect((await world.send(world.clerk, '/Definitions/deploy', both)).status).to.equal(403);
        expectJson(await world.send(world.chief, '/Definitions/deploy', { BpmnXml: sequence('chief-refers', element) }));
      }
      for (const key of ['order-refers', 'order-beside'])
        expect((await world.send(world.chief, '/Execution/start', { WorkflowId: key })).status).to.equal(404);
      for (const key of ['order-review', 'order-none', 'extra', 'shared-review'])
        expectJson(await world.send(world.clerk, '/Definitions/deploy', { BpmnXml: sequence('order-refers', call(key)) }));
    },
  );

  itFull(
    'let a call by an expression reach the keys that the author of the version may call, whatever user starts it',
    async () => {
      const BpmnXml = sequence('order-chooses', '<callActivity id="fetch" calledElement="${target}"/>');
      const deploy = async (who: Record<string, string>) =>
        expectJson(await world.send(who, '/Definitions/deploy', { BpmnXml, KeepUnchanged: true })).Version;
      const choose = async (target: string) => {
        const id = expectJson(
          await world.send(world.clerk, '/Execution/start', { WorkflowId: 'order-chooses', Variables: { target } }),
        );
        return world.state(id.WorkflowInstanceId);
      };
      expect([await deploy(world.clerk), await deploy(world.clerk)]).to.deep.equal([1, 1]);
      for (const target of ['bill-review', 'bill-none', 'order', 'order-review ']) {
        const { isFailed, activeActivities, ...rest } = await choose(target);
        const isInside = target.startsWith('order-');
        expect([isFailed, activeActivities], JSON.stringify(rest)).to.deep.equal([true, []]);
        const told = isInside
          ? `Process '${target}' is not deployed`
          : `The roles of the author of this version are not for the process '${target}'`;
        expect(JSON.stringify(rest)).to.contain(told);
      }
      expect((await choose('order-review')).activeActivities[0].childWorkflowInstanceId).to.be.a('string');
      expect([await deploy(world.chief), await deploy(world.chief)]).to.deep.equal([2, 2]);
      expect((await choose('bill-review')).activeActivities[0].childWorkflowInstanceId).to.be.a('string');
    },
  );

  it('give no client the stored reply of another when both send the same key', async () => {
    const key = { 'Idempotency-Key': 'same-for-both' };
    const body = { WorkflowId: 'order-review' };
    const first = expectJson(await world.send({ ...world.chief, ...key }, '/Execution/start', body)).WorkflowInstanceId;
    const second = await world.send({ ...world.clerk, ...key }, '/Execution/start', body);
    expect(second.headers).not.to.have.property('idempotency-replayed');
    expect(expectJson(second).WorkflowInstanceId).not.to.equal(first);
  });
});
