import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { itKeepsCommonRows } from './common-rows.ts';
import { expectError, expectJson, expectProblem } from './expect-answer.ts';
import { type HttpAnswer, post } from './http-client.ts';
import { documentOf, flow, model, sequence, task } from './models.ts';

const PATH = '/Definitions/deploy';

describe('contract 2.1 POST /Definitions/deploy', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const deployXml = (BpmnXml: unknown): Promise<HttpAnswer> => post(service.url, PATH, { BpmnXml });

  itKeepsCommonRows(() => service.url, { path: PATH, bodyLimit: 10_485_760 });

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

  it('answers 400 when BpmnXml is no string (row 7b)', async () => {
    for (const value of [1, {}, [], true]) expectProblem(await deployXml(value), 400, 'BpmnXml must be a string.', PATH);
  });

  it('answers 400 when BpmnXml is absent, null, empty or blank', async () => {
    for (const value of [undefined, null, '', ' \n\t']) {
      expectError(await deployXml(value), 400, 'Invalid BPMN: BpmnXml is required');
    }
  });

  it('answers 400 with line and column when the XML is not well-formed', async () => {
    const answer = await deployXml('<definitions>\n  <process></definitions>');
    expect(answer.status).to.equal(400);
    expect(answer.json.error).to.match(/^Invalid BPMN: .+ \(line \d+, column \d+\)$/);
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
