import { expect } from 'chai';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { start, stateOf, until } from '../support/http/steps.ts';
import { model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const PATH = '/Definitions/deploy';
const CALL = '<callActivity id="call" calledElement="called" camunda:calledElementBinding="deployment"/>';

describe('files that are deployed together (docs/contributing/spec/http/definitions.md#resources)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const deploy = (body: object, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    post(service.url, PATH, body, headers);
  const resource = (Name: string, Content: string) => ({ Name, Content });
  const versionsOf = async (key: string): Promise<number> => {
    const listed = expectJson(await get(service.url, `/Definitions?filters=ProcessDefinitionKey==${key}`));
    return listed.totalCount;
  };

  it('become a version each, and the answer names the file of each, when all are accepted', async () => {
    const body = {
      BpmnXml: sequence('one', task('a')),
      Resources: [
        resource('two.bpmn', sequence('two', task('a'))),
        resource('sub/three.bpmn20.xml', sequence('three', task('a'))),
      ],
    };
    expect(expectJson(await deploy(body))).to.deep.equal({
      ProcessDefinitionKey: 'one',
      Version: 1,
      AdditionalDefinitions: [
        { ProcessDefinitionKey: 'two', Version: 1, Resource: 'two.bpmn' },
        { ProcessDefinitionKey: 'three', Version: 1, Resource: 'sub/three.bpmn20.xml' },
      ],
    });
    await start(service.url, 'three');
  });

  it('are all refused, and nothing is stored, when one is', async () => {
    const Resources = [resource('good.bpmn', sequence('good', task('a'))), resource('bad.bpmn', model('bad', '<startEvent/>'))];
    const answer = await deploy({ BpmnXml: sequence('first', task('a')), Resources });
    expectError(
      answer,
      400,
      `Invalid BPMN: bad.bpmn: startEvent: id is required (line 1, column ${model('bad', '').indexOf('</process>') + 1})`,
    );
    await start(service.url, 'one');
    for (const key of ['first', 'good', 'bad']) expect(await versionsOf(key), key).to.equal(0);
  });

  it('are refused when two of them have one process', async () => {
    const answer = await deploy({
      BpmnXml: sequence('twice', task('a')),
      Resources: [resource('again.bpmn', sequence('twice', task('b')))],
    });
    expectError(answer, 400, "Invalid BPMN: again.bpmn: process 'twice' is in another file too");
    expect(await versionsOf('twice')).to.equal(0);
  });

  it('are what the binding deployment means when one calls another', async () => {
    const together = { BpmnXml: sequence('caller', CALL), Resources: [resource('called.bpmn', sequence('called', task('a')))] };
    expectJson(await deploy(together));
    expectJson(await deploy({ BpmnXml: sequence('called', task('b')) }));
    await start(service.url, 'caller');
    const children = await until(
      async () => expectJson(await get(service.url, '/Definitions/called/1/instances')).totalCount,
      (count) => count > 0,
    );
    expect(children).to.equal(1);
  });

  const script = (attributes: string): string => `<scriptTask id="calc" camunda:resultVariable="total" ${attributes}/>`;

  itFull('are run by the script tasks that refer to them when they are scripts', async () => {
    const body = {
      BpmnXml: sequence('js', script('scriptFormat="javascript" camunda:resource="deployment://sum.js"'), task('a')),
      Resources: [
        resource('sum.js', 'var a = 1; a + 2;'),
        resource('rules/sum.feel', '1 + 3'),
        resource('feel.bpmn', sequence('feel', script('camunda:resource="rules/sum.feel"'), task('a'))),
      ],
    };
    expectJson(await deploy(body));
    for (const [key, total] of [
      ['js', 3],
      ['feel', 4],
    ] as const) {
      const state = await stateOf(service.url, await start(service.url, key));
      expect(JSON.stringify(state.variableStates), key).to.contain(`"total":${total}`);
    }
  });

  it('are refused when a script is not among them or cannot be read, and warned about when nothing refers to one', async () => {
    const BpmnXml = sequence('lost', script('scriptFormat="javascript" camunda:resource="deployment://gone.js"'));
    const lost = "scriptTask 'calc': script resource 'deployment://gone.js' is not deployed with the file";
    expect((await deploy({ BpmnXml, Resources: [resource('sum.js', '1')] })).json.error).to.contain(lost);
    expect((await deploy({ BpmnXml })).json.error).to.contain("scriptTask 'calc': script resource is not supported");
    const broken = await deploy({ BpmnXml, Resources: [resource('gone.js', 'var = ;')] });
    expect(broken.json.error).to.match(/scriptTask 'calc': script: cannot parse/);
    for (const name of ['__proto__', 'constructor']) {
      const odd = sequence('lost', script(`scriptFormat="javascript" camunda:resource="${name}"`));
      expect((await deploy({ BpmnXml: odd, Resources: [resource('sum.js', '1')] })).status).to.equal(400);
    }
    const unused = await deploy({ BpmnXml: sequence('unused', task('a')), Resources: [resource('sum.js', '1')] });
    expect(expectJson(unused).Warnings).to.deep.equal(['sum.js: no file refers to this script']);
    expect(await versionsOf('lost')).to.equal(0);
  });

  it('show which file a warning is about', async () => {
    const odd = model('odd', '<startEvent id="s" camunda:strange="1"/>');
    const answer = expectJson(await deploy({ BpmnXml: sequence('plain', task('a')), Resources: [resource('odd.bpmn', odd)] }));
    expect(answer.Warnings).to.deep.equal(["odd.bpmn: startEvent 's': attribute strange is ignored"]);
  });

  it('are deployed once when the request is repeated with its key', async () => {
    const body = { BpmnXml: sequence('r1', task('a')), Resources: [resource('r2.bpmn', sequence('r2', task('a')))] };
    const [first, second] = [await deploy(body, { 'Idempotency-Key': 't-1' }), await deploy(body, { 'Idempotency-Key': 't-1' })];
    expect(second.text).to.equal(first.text).and.to.contain('r2.bpmn');
    const other = { ...body, Resources: [resource('r2.bpmn', sequence('r2', task('b')))] };
    expect((await deploy(other, { 'Idempotency-Key': 't-1' })).status).to.equal(422);
  });

  it('are refused by name when they cannot be taken', async () => {
    const BpmnXml = sequence('named', task('a'));
    const send = (...Resources: object[]) => deploy({ BpmnXml, Resources });
    for (const name of [
      '',
      '/etc/a.bpmn',
      '../a.bpmn',
      'a/../b.bpmn',
      'a//b.bpmn',
      './a.bpmn',
      'a\\b.bpmn',
      'a\n.bpmn',
      `${'x'.repeat(252)}.bpmn`,
    ]) {
      expectError(await send(resource(name, BpmnXml)), 400, 'Resources[0].Name is not a valid file name.');
    }
    expectError(await send(resource('a.bpmn', BpmnXml), resource('a.bpmn', BpmnXml)), 400, "Resources has two files 'a.bpmn'.");
    expect((await send(resource('a.txt', 'x = 1'))).json.error).to.contain("Resource 'a.txt' is not a BPMN file");
    expectError(await send(resource('a.bpmn', ' ')), 400, "Content of resource 'a.bpmn' is required.");
    for (const content of ['1\0', '"\ud800"']) {
      const refusal = "Content of resource 'a.js' contains a character that cannot be stored.";
      expectError(await send(resource('b.js', '1'), resource('a.js', content)), 400, refusal);
    }
    expectError(await send(resource('a\0.js', '1')), 400, 'Resources[0].Name is not a valid file name.');
    const many = Array.from({ length: 51 }, (_, n) => resource(`${n}.bpmn`, BpmnXml));
    expectError(await send(...many), 400, 'Resources has 51 files, at most 50 are allowed.');
    for (const Resources of [{}, 'a', [null], ['a'], [{ Name: 'a.bpmn' }], [{ Name: 1, Content: '' }]]) {
      expectProblem(
        await deploy({ BpmnXml, Resources }),
        400,
        'Resources must be an array of objects with Name and Content.',
        PATH,
      );
    }
    expect(await versionsOf('named')).to.equal(0);
  });
});
