// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions in models are written like that
import { expect } from 'chai';
import { openLog } from '../../src/platform/log.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { documentOf, flow, model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Definitions/deploy';

describe('POST /Definitions/deploy (docs/contributing/spec/http/definitions.md#deploy)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const deployXml = (BpmnXml: unknown): Promise<HttpAnswer> => post(service.url, PATH, { BpmnXml });

  itKeepsCommonRefusals(() => service.url, { path: PATH, bodyLimit: 10_485_760 });

  it('answers key and version 1, 2, 3 when the same text is deployed again', async () => {
    const xml = sequence('order', task('pack'));
    for (const Version of [1, 2, 3]) {
      expect(expectJson(await deployXml(xml))).to.deep.equal({ ProcessDefinitionKey: 'order', Version });
    }
  });

  it('gives versions without gaps when deploys run at the same time', async () => {
    const xml = sequence('busy', task('pack'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => deployXml(xml)));
    expect(answers.map((answer) => expectJson(answer).Version).sort()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('deploys every executable process and names the first one when there are several', async () => {
    const processes = ['first', 'second'].map(
      (key) => `<process id="${key}" isExecutable="true"><startEvent id="${key}-start"/></process>`,
    );
    expect(expectJson(await deployXml(documentOf(processes.join(''))))).to.deep.include({
      ProcessDefinitionKey: 'first',
      Version: 1,
      AdditionalDefinitions: [{ ProcessDefinitionKey: 'second', Version: 1 }],
    });
  });

  it('lists unsupported parts, ours first, when a model specifies more than is executed', async () => {
    const xml = model('wordy', '<startEvent id="s" camunda:strange="1" odd="2"/>');
    const answer = expectJson(await deployXml(xml));
    expect(answer).to.deep.equal({
      ProcessDefinitionKey: 'wordy',
      Version: 1,
      Warnings: ["startEvent 's': attribute strange is ignored", "startEvent 's': unknown attribute <odd>"],
    });
  });

  it('names the start events that start nothing when their texts give no name or time without variables', async () => {
    const start = (id: string, definition: string) => `<startEvent id="${id}">${definition}</startEvent>`;
    const timer = (text: string) => `<timerEventDefinition><timeCycle>${text}</timeCycle></timerEventDefinition>`;
    const nodes = [
      start('later', timer('${rhythm}')),
      start('often', timer('= "often"')),
      start('nameless', '<messageEventDefinition messageRef="m"/>'),
      start('good', timer('R/PT1H')),
    ];
    const xml = documentOf(`<message id="m" name="= name"/><process id="deaf">${nodes.join('')}</process>`);
    const answer = expectJson(await deployXml(xml));
    expect(answer.Warnings).to.deep.equal([
      "startEvent 'later': timer '${rhythm}' cannot be read without variables: unknown name 'rhythm'; it starts nothing",
      "startEvent 'often': timer '= \"often\"' is read without variables and gives 'often', neither a repeating interval nor a cron text; it starts nothing",
      "startEvent 'nameless': message name '= name' is read without variables and gives null, which is not a name; it starts nothing",
    ]);
    const quiet = expectJson(await post(service.url, PATH, { BpmnXml: xml, Validation: 'off' }));
    expect(quiet).to.not.have.property('Warnings');
  });

  it('lists the same warnings again when the request is repeated with its key', async () => {
    const send = () =>
      post(service.url, PATH, { BpmnXml: model('again', '<startEvent id="s" odd="2"/>') }, { 'Idempotency-Key': 'w-1' });
    const [first, second] = [await send(), await send()];
    expect(second.text).to.equal(first.text).and.to.contain('Warnings');
  });

  it('has no member Warnings when none exists', async () => {
    expect(expectJson(await deployXml(sequence('quiet', task('pack'))))).not.to.have.property('Warnings');
  });

  it('answers 400 when BpmnXml is not a string', async () => {
    for (const value of [1, {}, [], true]) expectProblem(await deployXml(value), 400, 'BpmnXml must be a string.', PATH);
  });

  it('answers 400 when BpmnXml is absent, null, empty or blank', async () => {
    for (const value of [undefined, null, '', ' \n\t']) {
      expectError(await deployXml(value), 400, 'Invalid BPMN: BpmnXml is required');
    }
  });

  it('answers 400 with line and column when the XML is not well-formed', async () => {
    for (const text of ['<definitions>\n  <process></definitions>', '<?xml version="1.0"?>', '<!-- no model yet -->\n']) {
      const answer = await deployXml(text);
      expect(answer.status, text).to.equal(400);
      expect(answer.json.error).to.match(/^Invalid BPMN: .+ \(line \d+, column \d+\)$/);
    }
  });

  it('answers 400 when there is a document type declaration', async () => {
    const answer = await deployXml(`<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY e "v">]>\n${sequence('a', task('b'))}`);
    expect(answer.status).to.equal(400);
    expect(answer.json.error).to.match(/^Invalid BPMN: document type declarations are not allowed \(line 2, column \d+\)$/);
  });

  const start = '<startEvent id="s"/>';
  const refused: readonly [title: string, xml: string, text: RegExp][] = [
    ['there is no process', documentOf(''), /^Invalid BPMN: no process element found$/],
    ['a process has no id', documentOf(`<process isExecutable="true">${start}</process>`), /process/],
    ['nothing can start the process', model('p', ''), /start/],
    ['a flow node has no id', model('p', `${start}<task/>`), /task/],
    ['an id stands twice', model('p', `${start}<task id="twin"/><task id="twin"/>`), /'twin'/],
    ['a flow leads nowhere', model('p', `${start}${flow('astray', 's', 'nobody')}`), /'astray'/],
    [
      'a default flow does not exist',
      model('p', `${start}<exclusiveGateway id="g" default="nobody"/>${flow('f', 's', 'g')}`),
      /'g'/,
    ],
    [
      'a boundary event is attached to nothing',
      model('p', `${start}<boundaryEvent id="b" attachedToRef="x"><errorEventDefinition/></boundaryEvent>`),
      /'b'/,
    ],
    ['an element cannot be executed', model('p', `${start}<callChoreography id="strange"/>`), /strange|callChoreography/],
    [
      'a condition cannot be parsed',
      model(
        'p',
        `${start}<exclusiveGateway id="g"/><endEvent id="e"/>${flow('f', 's', 'g')}${flow('bad', 'g', 'e', 'a &gt;&gt;&gt;')}`,
      ),
      /'bad'/,
    ],
    [
      'a script format is unknown',
      model('p', `${start}<scriptTask id="odd" scriptFormat="cobol"><script>x</script></scriptTask>${flow('f', 's', 'odd')}`),
      /'odd'/,
    ],
    ['an id is longer than 256 characters', model('p', `${start}<task id="${'x'.repeat(257)}"/>`), /x{20}/],
  ];
  for (const [title, xml, text] of refused) {
    it(`answers 400 and stores nothing when ${title}`, async () => {
      const answer = await deployXml(xml);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.headers['content-type']).to.match(/^application\/json\b/);
      expect(Object.keys(answer.json)).to.deep.equal(['error']);
      expect(answer.json.error)
        .to.match(/^Invalid BPMN: /)
        .and.to.match(text);
      expect(answer.json.error.length).to.be.at.most('Invalid BPMN: '.length + 300);
    });
  }

  it('reports the first fault in document order when there are several', async () => {
    const answer = await deployXml(model('p', `${start}${flow('one', 's', 'x')}${flow('two', 's', 'y')}`));
    expect(answer.json.error).to.contain("'one'").and.not.to.contain("'two'");
  });
});

describe('warnings about a deployed model (docs/reference/log-events.md#9000-to-9099-warnings-about-models)', () => {
  it('are logged with the ids of the catalogue when the deploy is committed', async () => {
    const lines: string[] = [];
    const log = openLog({
      level: 'Warning',
      role: 'all',
      processName: 'test',
      destination: { write: (line: string) => lines.push(line) },
    });
    const service = await startService({ log });
    const nodes = [
      '<startEvent id="s" camunda:strange="1" odd="2"/><task id="t"/><complexGateway id="g"/><endEvent id="e"/>',
      '<boundaryEvent id="b" attachedToRef="t"><errorEventDefinition errorRef="E1"/></boundaryEvent>',
      `${flow('f', 's', 't')}${flow('h', 't', 'g')}${flow('i', 'g', 'e')}`,
    ];
    const loud = `<process id="loud">${nodes.join('').replace('id="g"', 'id="g" activationCondition="true"')}</process>`;
    expectJson(await post(service.url, PATH, { BpmnXml: documentOf(`${loud}<process id="other" isExecutable="false"/>`) }));
    await service.stop();
    const told = lines.map((line) => JSON.parse(line)).filter(({ eventId }) => eventId >= 9000 && eventId < 9100);
    const properties = told.map(({ level, message, role, processName, timestamp, Text, ...rest }) => rest);
    const ProcessDefinitionKey = 'loud';
    expect(properties).to.deep.equal([
      { eventId: 9002, ProcessDefinitionKey, ElementId: 's', Name: 'strange' },
      { eventId: 9000, ProcessDefinitionKey, ElementId: 'g' },
      { eventId: 9003, ProcessDefinitionKey, ElementId: 'b' },
      { eventId: 9001, ProcessDefinitionKey, Ignored: 'other' },
      { eventId: 9002, ProcessDefinitionKey },
      { eventId: 9004, ProcessDefinitionKey },
    ]);
    expect(told[4].Text).to.equal("startEvent 's': unknown attribute <odd>");
  });
});
