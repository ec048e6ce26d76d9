import { expect } from 'chai';
import { expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { start, stateOf } from '../support/http/steps.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const DECIDE =
  '<businessRuleTask id="decide" camunda:decisionRef="grade" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="grade"/>';
const gradeOf = (gold: string, silver = '"silver"') =>
  decisionFile(
    decisionTable('grade', {
      hitPolicy: 'FIRST',
      inputs: ['total'],
      outputs: ['grade'],
      rules: [
        ['> 100', gold],
        ['-', silver],
      ],
    }),
  );

describe('decisions and forms that are deployed with a process (docs/contributing/spec/http/definitions.md#resources)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const deploy = (BpmnXml: string, ...Resources: readonly { Name: string; Content: string }[]): Promise<HttpAnswer> =>
    post(service.url, '/Definitions/deploy', { BpmnXml, Resources });
  const resource = (Name: string, Content: string) => ({ Name, Content });
  const outcomeOf = async (key: string, Variables: object): Promise<string> =>
    JSON.stringify((await stateOf(service.url, await start(service.url, key, { Variables }))).variableStates);

  it('are made by its tasks, and stay those of its version when a later deploy brings others', async () => {
    expectJson(await deploy(sequence('order', DECIDE, task('a')), resource('rules/grade.dmn', gradeOf('"gold"'))));
    expect(await outcomeOf('order', { total: 200 })).to.contain('"grade":"gold"');
    expectJson(await deploy(sequence('other', DECIDE, task('a')), resource('rules/grade.dmn', gradeOf('"platinum"'))));
    expect(await outcomeOf('order', { total: 200 })).to.contain('"grade":"gold"');
    expect(await outcomeOf('other', { total: 200 })).to.contain('"grade":"platinum"');
  });

  it('are refused with their file, decision, rule and line when a text in them cannot be read', async () => {
    const answer = await deploy(sequence('broken', DECIDE), resource('grade.dmn', gradeOf('"gold"', 'total +')));
    expect(answer.status).to.equal(400);
    expect(answer.json.error).to.match(
      /^Invalid BPMN: grade\.dmn: decision 'grade': rule 2, output 'grade': cannot parse 'total \+': .* \(line \d+, column \d+\)$/,
    );
    expectError(
      await deploy(sequence('broken', task('a')), resource('x.dmn', '<definitions/>')),
      400,
      'Invalid BPMN: x.dmn: root element must be definitions of DMN 1.1 to 1.5 (line 1, column 1)',
    );
    expectError(
      await deploy(sequence('broken', task('a')), resource('x.form', '[]')),
      400,
      'Invalid BPMN: x.form: a form is a JSON object',
    );
  });

  it('cause a warning when a task uses one that does not exist', async () => {
    const answer = expectJson(await deploy(sequence('lonely', DECIDE.replaceAll('grade"', 'nowhere"'))));
    expect(answer.Warnings).to.deep.equal([
      "businessRuleTask 'decide': decisionRef is not executed: decision 'nowhere' is not deployed; the task waits to be completed",
    ]);
  });

  it('give their fields to the user tasks that name them when they are forms', async () => {
    const form = JSON.stringify({ id: 'contact', components: [{ type: 'textfield', key: 'phone', label: 'Phone' }] });
    const html = '<form><input cam-variable-name="age" cam-variable-type="Integer" required><input name="other"></form>';
    const asks = (id: string, attribute: string) => `<userTask id="${id}" ${attribute}/>`;
    const body = model(
      'ask',
      `<startEvent id="s"/>${asks('one', 'camunda:formRef="contact"')}${asks('two', 'camunda:formKey="embedded:deployment:forms/age.html"')}
       <sequenceFlow id="f1" sourceRef="s" targetRef="one"/><sequenceFlow id="f2" sourceRef="s" targetRef="two"/>`,
    );
    const answer = expectJson(
      await deploy(body, resource('contact.form', form), resource('forms/age.html', html), resource('unused.form', '{}')),
    );
    expect(answer.Warnings).to.deep.equal(['unused.form: no file refers to this form']);
    await stateOf(service.url, await start(service.url, 'ask'));
    const { data } = expectJson(await get(service.url, '/UserTasks'));
    const forms = (data as readonly { form: unknown }[]).map((item) => item.form);
    expect(forms).to.deep.include({ id: 'contact', fields: [{ id: 'phone', label: 'Phone', type: 'text' }] });
    expect(forms).to.deep.include({
      key: 'embedded:deployment:forms/age.html',
      fields: [{ id: 'age', type: 'number', isRequired: true }],
    });
  });
});
