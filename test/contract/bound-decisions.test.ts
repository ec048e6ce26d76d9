import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { start, stateOf } from '../support/http/steps.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { sequence, task } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const ext = (inside: string) => `<extensionElements>${inside}</extensionElements>`;

/** A decision that gives a text whatever it reads. */
const fixed = (id: string, text: string, tag = '') => {
  const file = decisionFile(decisionTable(id, { inputs: ['1'], outputs: ['grade'], rules: [['-', `"${text}"`]] }));
  return tag === ''
    ? file
    : file.replace('<decision ', `<decision xmlns:c="http://camunda.org/schema/1.0/dmn" c:versionTag="${tag}" `);
};
const camunda7 = (id: string, more = '') =>
  `<businessRuleTask id="decide" camunda:decisionRef="${id}" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="grade" ${more}/>`;
const camunda8 = (id: string, more = '') =>
  `<businessRuleTask id="decide" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0">${ext(`<zeebe:calledDecision decisionId="${id}" resultVariable="grade" ${more}/>`)}</businessRuleTask>`;
const flowable = (id: string) =>
  `<serviceTask id="decide" xmlns:flowable="http://flowable.org/bpmn" flowable:type="dmn">${ext(
    `<flowable:field name="decisionTableReferenceKey" stringValue="${id}"/><flowable:field name="sameDeployment" stringValue="true"/>`,
  )}</serviceTask>`;

describe('decisions that are deployed elsewhere (docs/contributing/spec/decisions.md#binding)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const decide = async (DmnXml: string) => expectJson(await post(service.url, '/Decisions/deploy', { DmnXml }));
  const deploy = async (BpmnXml: string, more: object = {}) =>
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml, ...more }));
  const run = async (key: string) => stateOf(service.url, await start(service.url, key));
  const gradeOf = async (key: string) => (await run(key)).variableStates[0]?.variables.grade;

  for (const [dialect, taskOf] of [
    ['Camunda 7', camunda7],
    ['Camunda 8', camunda8],
    ['Flowable', flowable],
  ] as const) {
    it(`are made in their latest version when the task is one of ${dialect}, without a warning`, async () => {
      const id = `latest-${dialect.replace(' ', '')}`;
      await decide(fixed(id, 'first'));
      const answer = await deploy(sequence(id, taskOf(id), task('rest')), { Strict: true });
      expect(answer).to.not.have.property('Warnings');
      expect(await gradeOf(id)).to.equal('first');
      await decide(fixed(id, 'second'));
      expect(await gradeOf(id)).to.equal('second');
    });
  }

  itFull('are made in the version or with the tag that is asked for', async () => {
    await decide(fixed('bound', 'one', 'old'));
    await decide(fixed('bound', 'two', 'old'));
    await decide(fixed('bound', 'three', 'new'));
    const version = 'camunda:decisionRefBinding="version" camunda:decisionRefVersion';
    await deploy(sequence('by-version', camunda7('bound', `${version}="1"`)));
    await deploy(
      sequence('by-tag', camunda7('bound', 'camunda:decisionRefBinding="versionTag" camunda:decisionRefVersionTag="old"')),
    );
    await deploy(sequence('by-tag-8', camunda8('bound', 'bindingType="versionTag" versionTag="new"')));
    expect([await gradeOf('by-version'), await gradeOf('by-tag'), await gradeOf('by-tag-8')]).to.deep.equal([
      'one',
      'two',
      'three',
    ]);
  });

  it('are named in the history with their version and the rules that matched', async () => {
    await decide(fixed('told', 'one'));
    await decide(fixed('told', 'two'));
    await deploy(sequence('tells', camunda7('told')));
    const id = await start(service.url, 'tells');
    await stateOf(service.url, id);
    const { items } = expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`));
    const ends = items.filter((item: { type: string; activityId: string }) => item.type === 'ActivityCompleted');
    const made = ends.find((item: { activityId: string }) => item.activityId === 'decide');
    expect(made.data).to.deep.equal({ decision: { key: 'told', version: 2, rules: [1] } });
  });

  it('fail the task when the id is there and the version is not', async () => {
    await decide(fixed('young', 'one'));
    const more = 'camunda:decisionRefBinding="version" camunda:decisionRefVersion="7"';
    const { Warnings } = await deploy(sequence('too-early', camunda7('young', more)));
    expect(Warnings).to.have.length(1);
    const [entry] = (await run('too-early')).completedActivities.filter(({ activityId }) => activityId === 'decide');
    expect(entry?.errorState).to.deep.include({ code: '500', message: "decision 'young' has no version '7'" });
  });

  it('leave the task to its other attributes when the id is not deployed, until it is', async () => {
    const { Warnings } = await deploy(sequence('before', camunda7('awaited'), task('rest')));
    expect(Warnings).to.deep.equal([
      "businessRuleTask 'decide': decisionRef is not executed: decision 'awaited' is not deployed; the task waits to be completed",
    ]);
    expect((await run('before')).activeActivityIds).to.deep.equal(['decide']);
    await decide(fixed('awaited', 'here'));
    expect(await gradeOf('before')).to.equal('here');
  });

  it('are not asked when the deploy has one of the id, whatever the binding', async () => {
    await decide(fixed('own', 'elsewhere'));
    const Resources = [{ Name: 'own.dmn', Content: fixed('own', 'own') }];
    const model = sequence('keeps-own', camunda7('own', 'camunda:decisionRefBinding="version" camunda:decisionRefVersion="1"'));
    const { Warnings } = await deploy(model, { Resources });
    expect(Warnings).to.have.length(1);
    expect(await gradeOf('keeps-own')).to.equal('own');
    await deploy(sequence('same-deploy', camunda7('own', 'camunda:decisionRefBinding="deployment"'), task('rest')));
    expect((await run('same-deploy')).activeActivityIds).to.deep.equal(['decide']);
  });

  for (const [dialect, taskOf] of [
    ['Camunda 7', camunda7('here', 'camunda:decisionRefBinding="deployment"')],
    ['Camunda 8', camunda8('here', 'bindingType="deployment"')],
  ] as const) {
    it(`are not used for the binding deployment of ${dialect}: check, simulation and deploy agree`, async () => {
      await decide(fixed('here', 'elsewhere'));
      const BpmnXml = sequence(`deployment-${dialect.replace(' ', '')}`, taskOf, task('rest'));
      const Resources = [{ Name: 'here.dmn', Content: fixed('here', 'here') }];
      const check = async (more: object) =>
        expectJson(await post(service.url, '/Definitions/validate', { BpmnXml, ...more })) as {
          IsAccepted: boolean;
          Findings: { Text: string }[];
        };
      const textsOf = async (more: object) => (await check(more)).Findings.map(({ Text }) => Text);
      const simulate = async (more: object) =>
        expectJson(await post(service.url, '/Definitions/simulate', { BpmnXml, Acts: [{ Act: 'start' }], ...more })) as {
          Waits: { Element: string }[];
          Instances: { Variables: Record<string, unknown> }[];
        };
      const { Warnings, ProcessDefinitionKey: key } = await deploy(BpmnXml);
      expect(Warnings[0]).to.contain("decision 'here' is not deployed with the process; the task waits to be completed");
      expect(await textsOf({})).to.deep.equal(Warnings);
      expect((await run(key)).activeActivityIds).to.deep.equal(['decide']);
      expect((await simulate({})).Waits.map(({ Element }) => Element)).to.deep.equal(['decide']);

      expect(await deploy(BpmnXml, { Resources, Validation: 'strict' })).to.not.have.property('Warnings');
      expect(await check({ Resources, Validation: 'strict' })).to.deep.equal({ IsAccepted: true, Findings: [] });
      expect((await check({ Validation: 'strict' })).IsAccepted).to.equal(false);
      expect(await gradeOf(key)).to.equal('here');
      const simulated = await simulate({ Resources });
      expect(simulated.Waits.map(({ Element }) => Element)).to.deep.equal(['rest']);
      expect(simulated.Instances[0]?.Variables.grade).to.equal('here');

      for (const file of [
        { Name: 'here.dmn', Content: '<a/>' },
        { Name: 'other.bpmn', Content: BpmnXml.replace('<startEvent', '<x') },
      ]) {
        const refused = await post(service.url, '/Definitions/deploy', { BpmnXml, Resources: [file] });
        const { IsAccepted, Findings } = await check({ Resources: [file] });
        expect([refused.status, IsAccepted]).to.deep.equal([400, false]);
        expect(Findings.map(({ Text }) => `Invalid BPMN: ${Text}`)).to.include(refused.json.error ?? refused.json.Error);
      }
      expect(
        (await post(service.url, '/Definitions/validate', { BpmnXml, Resources: [{ Name: '../a.dmn', Content: 'x' }] })).status,
      ).to.equal(400);
    });
  }

  it('are found where they were deployed with another process', async () => {
    await deploy(sequence('owner', task('rest')), { Resources: [{ Name: 'shared.dmn', Content: fixed('shared', 'shared') }] });
    await deploy(sequence('borrower', camunda8('shared')));
    expect(await gradeOf('borrower')).to.equal('shared');
  });

  itFull('are made in called instances and behind timers too', async () => {
    await decide(fixed('later', 'on time'));
    await deploy(sequence('called', camunda7('later'), task('rest')));
    await deploy(sequence('caller', '<callActivity id="call" calledElement="called"/>'));
    const { activeActivities } = await run('caller');
    const child = activeActivities[0]?.childWorkflowInstanceId ?? '';
    expect((await stateOf(service.url, child)).activeActivityIds).to.deep.equal(['rest']);
    const timer =
      '<intermediateCatchEvent id="t"><timerEventDefinition><timeDuration>PT0.2S</timeDuration></timerEventDefinition></intermediateCatchEvent>';
    await deploy(sequence('timed', timer, camunda7('later'), task('rest')));
    const id = await start(service.url, 'timed');
    for (;;) {
      const { activeActivityIds, variableStates } = await stateOf(service.url, id);
      if (!activeActivityIds.includes('rest')) continue;
      expect(variableStates[0]?.variables.grade).to.equal('on time');
      break;
    }
  });

  it('cannot be deleted while a deployed process would find no other', async () => {
    await decide(fixed('needed', 'one'));
    await deploy(sequence('needs', camunda7('needed')));
    const path = '/Decisions/needed/1';
    const drop = () => http(service.url, { method: 'DELETE', path });
    const text =
      "Version 1 of decision 'needed' is the only version that a deployed process can use. Deploy another version of the decision, or delete the process version, first.";
    expectProblem(await drop(), 409, text, path);
    await decide(fixed('needed', 'two'));
    expect(expectJson(await drop()).LatestVersion).to.equal(2);
    expect(expectJson(await http(service.url, { method: 'DELETE', path: '/Definitions/needs/1' })).LatestVersion).to.equal(null);
    expect(expectJson(await http(service.url, { method: 'DELETE', path: '/Decisions/needed/2' })).LatestVersion).to.equal(null);
    expect((await get(service.url, '/Decisions/needed')).status).to.equal(404);
  });

  it('are not asked for by a version that was deployed to a release before', async () => {
    await decide(fixed('new-here', 'new'));
    await deploy(sequence('as-before', camunda7('new-here'), task('rest')));
    for (const url of service.databaseUrls) {
      await queryOnce(url, `update definition_version set reading = 2 where key = 'as-before'`);
    }
    expect((await run('as-before')).activeActivityIds).to.deep.equal(['decide']);
  });
});
