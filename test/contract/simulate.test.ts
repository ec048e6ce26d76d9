import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/decisions/${name}`, import.meta.url), 'utf8');
const SIMULATE = '/Definitions/simulate';
const BpmnXml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="urn:t">
  <process id="tried" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="ask"/>
    <userTask id="ask" name="Ask" camunda:candidateGroups="sales"/><sequenceFlow id="g" sourceRef="ask" targetRef="e"/><endEvent id="e"/>
  </process>
</definitions>`;

describe('POST /Definitions/simulate (docs/contributing/spec/http/definitions.md#simulate)', function () {
  this.timeout(120_000);
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const simulate = (body: object) => post(service.url, SIMULATE, body);

  itKeepsCommonRefusals(() => service.url, { path: SIMULATE, bodyLimit: 1_048_576 });

  itFull('reports the state of the model after all acts, and stores nothing', async () => {
    const StartedAt = '2026-01-01T08:00:00Z';
    const Acts = [{ Act: 'start', Variables: { amount: 5 } }];
    const answer = expectJson(await simulate({ BpmnXml, StartedAt, Acts }));
    expect(answer).to.deep.equal({
      StartedAt: '2026-01-01T08:00:00.000+00:00',
      Now: '2026-01-01T08:00:00.000+00:00',
      Done: 1,
      Starts: [
        {
          ...{ ProcessDefinitionKey: 'tried', ProcessName: null, Element: 's', ElementName: null, Kind: 'None', Name: null },
          Suggested: {},
        },
      ],
      Instances: [{ ProcessDefinitionKey: 'tried', Status: 'Running', Variables: { amount: 5 }, Scopes: [] }],
      InstanceCount: 1,
      Waits: [
        {
          ...{ Instance: 0, Element: 'ask', ElementName: 'Ask', Index: 0, Kind: 'UserTask' },
          Text: "User task 'ask' (Ask) waits to be claimed by a member of the groups 'sales'.",
          ...{ Acts: ['complete', 'fail'], Suggested: {}, Subject: null, CorrelationKey: null, DueAt: null, People: ['sales'] },
        },
      ],
      WaitCount: 1,
      Elements: [
        { Id: 's', Active: 0, Completed: 1, Failed: 0, Cancelled: 0 },
        { Id: 'ask', Active: 1, Completed: 0, Failed: 0, Cancelled: 0 },
      ],
      Flows: [{ Id: 'f', Taken: 1 }],
    });
    const done = expectJson(await simulate({ BpmnXml, StartedAt, Acts: [...Acts, { Act: 'complete', Element: 'ask' }] }));
    expect([done.Done, done.Instances[0].Status]).to.deep.equal([2, 'Completed']);
    expect(expectJson(await get(service.url, '/Definitions')).totalCount).to.equal(0);
    expect(expectJson(await get(service.url, '/UserTasks')).totalCount).to.equal(0);
  });

  it('makes the deployed decisions, which the check knows too; the others are reported and wait', async () => {
    const parcel = example('parcel.camunda-8.bpmn');
    const Acts = [{ Act: 'start', Variables: { weight: 1, longestSide: 30, country: 'DE' } }];
    const findings = async () => {
      const { Findings } = expectJson(await post(service.url, '/Definitions/validate', { BpmnXml: parcel }));
      return (Findings as { Text: string }[]).map(({ Text }) => Text);
    };
    expect(await findings()).to.deep.equal([
      "businessRuleTask 'find-postage': calledDecision is not executed: decision 'postage' is not deployed; the task waits to be completed",
    ]);
    expect(expectJson(await simulate({ BpmnXml: parcel, Acts })).Waits[0]).to.include({ Element: 'find-postage' });
    expectJson(await post(service.url, '/Decisions/deploy', { DmnXml: example('postage.dmn') }));
    expect(await findings()).to.deep.equal([]);
    const answer = expectJson(await simulate({ BpmnXml: parcel, Acts }));
    expect(answer.Waits.filter(({ Element }: { Element: string }) => Element === 'find-postage')).to.deep.equal([]);
    expect(answer.Instances[0].Variables).to.have.property('postage');
    const tagged = parcel.replace('decisionId="postage"', '$& bindingType="versionTag" versionTag="none"');
    const [instance] = expectJson(await simulate({ BpmnXml: tagged, Acts })).Instances;
    expect(instance.Failure?.Message ?? '').to.contain("has no version with the tag 'none'");
  });

  it('has the forms of the start and of user tasks, from the model and from further files', async () => {
    const field =
      '<extensionElements><camunda:formData><camunda:formField id="size" label="Size" type="long"/></camunda:formData></extensionElements>';
    const xml = BpmnXml.replace('<startEvent id="s"/>', `<startEvent id="s">${field}</startEvent>`).replace(
      'camunda:candidateGroups="sales"',
      'camunda:formRef="order"',
    );
    const components = [{ type: 'select', key: 'kind', label: 'Kind', values: [{ value: 'a', label: 'Some a' }] }];
    const Resources = [{ Name: 'order.form', Content: JSON.stringify({ id: 'order', components }) }];
    const answer = expectJson(await simulate({ BpmnXml: xml, Resources, Acts: [{ Act: 'start' }] }));
    expect(answer.Starts[0].Form).to.deep.equal({ fields: [{ id: 'size', label: 'Size', type: 'number' }] });
    const values = [{ id: 'a', label: 'Some a' }];
    expect(answer.Waits[0].Form).to.deep.include({ id: 'order', fields: [{ id: 'kind', label: 'Kind', type: 'enum', values }] });
    expect(expectJson(await simulate({ BpmnXml, Acts: [{ Act: 'start' }] })).Waits[0]).to.not.have.property('Form');
  });

  it('stops before an act that cannot be done, and shows why', async () => {
    const Acts = [{ Act: 'start' }, { Act: 'fire', Element: 'ask' }, { Act: 'complete', Element: 'ask' }];
    const answer = expectJson(await simulate({ BpmnXml, Acts }));
    expect([answer.Done, answer.Refusal, answer.WaitCount]).to.deep.equal([
      1,
      "'fire' is not for what waits at 'ask'; there is complete, fail",
      1,
    ]);
  });

  it('reports how an instance failed, with element and reason', async () => {
    const Acts = [{ Act: 'start' }, { Act: 'fail', Element: 'ask', ErrorCode: 'NO' }];
    const answer = expectJson(await simulate({ BpmnXml, Acts }));
    expect(answer.Instances[0].Failure).to.deep.equal({ Code: 'NO', Message: 'NO', Element: 'ask', ElementName: 'Ask' });
  });

  it('refuses a model as a deploy does', async () => {
    expectError(await simulate({}), 400, 'Invalid BPMN: BpmnXml is required');
    expectError(await simulate({ BpmnXml: '<a>' }), 400, 'Invalid BPMN: Unclosed root tag (line 1, column 3)');
    expectError(
      await simulate({ BpmnXml, Resources: [{ Name: '../a.dmn', Content: '<a/>' }] }),
      400,
      'Resources[0].Name is not a valid file name.',
    );
  });

  for (const [what, members, detail] of [
    ['a time that is none', { StartedAt: 'yesterday' }, 'StartedAt must be a timestamp.'],
    ['acts that are no list', { Acts: 'start' }, 'Acts must be an array of objects.'],
    ['more than 200 acts', { Acts: Array(201).fill({ Act: 'start' }) }, 'Acts must have at most 200 items.'],
    [
      'an act nobody knows',
      { Acts: [{ Act: 'start' }, { Act: 'jump' }] },
      'Acts[1].Act must be one of start, complete, fail, retry, deliver, fire, set.',
    ],
    ['an act without its element', { Acts: [{ Act: 'complete' }] }, 'Acts[0].Element is required.'],
    [
      'a member of another act',
      { Acts: [{ Act: 'fire', Element: 'a', Variables: {} }] },
      "Acts[0]: 'fire' has no member 'Variables'.",
    ],
    ['an element that is no text', { Acts: [{ Act: 'fire', Element: 7 }] }, 'Acts[0].Element must be a string.'],
    [
      'an index below 0',
      { Acts: [{ Act: 'fire', Element: 'a', Index: -1 }] },
      'Acts[0].Index must be a whole number from 0 to 100000.',
    ],
    ['variables that are a list', { Acts: [{ Act: 'start', Variables: [] }] }, 'Acts[0].Variables must be an object.'],
  ] as const) {
    it(`names the member when it gets ${what}`, async () => {
      expectProblem(await simulate({ BpmnXml, ...members }), 400, detail, SIMULATE);
    });
  }

  it('refuses a number that would be rounded, and shows its act', async () => {
    const text = `{"BpmnXml":${JSON.stringify(BpmnXml)},"Acts":[{"Act":"start","Variables":{"n":12345678901234567890}}]}`;
    const answer = await fetch(`${service.url}${SIMULATE}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    });
    expect(answer.status).to.equal(400);
    expect(((await answer.json()) as { detail: string }).detail).to.equal(
      'Acts[0]: Variables contains a number that cannot be stored exactly: 12345678901234567890. Send it as a string.',
    );
  });

  // slow: a simulation has five seconds
  itFull('ends what takes too much, and continues answering', async () => {
    const every = (id: string, start: string) =>
      `<boundaryEvent id="${id}" cancelActivity="false" attachedToRef="ask"><timerEventDefinition>${start}</timerEventDefinition></boundaryEvent>`;
    const xml = BpmnXml.replace(
      '</process>',
      `${every('tick', '<timeCycle>R/PT1S</timeCycle>')}${every('late', '<timeDuration>P1Y</timeDuration>')}</process>`,
    );
    const answer = await simulate({ BpmnXml: xml, Acts: [{ Act: 'start' }, { Act: 'fire', Element: 'late' }] });
    expect(answer.status).to.equal(422);
    expect(answer.json.detail).to.match(/^The simulation stopped: (more than 1000 timers|it takes more than 5 seconds)/);
    expectJson(await simulate({ BpmnXml }));
  });
});
