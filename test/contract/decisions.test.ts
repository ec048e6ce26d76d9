import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { decision, decisionFile } from '../support/models/decisions.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const HEAD = '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:d"';

/** A decision with one table: what an amount costs. */
const fee = (large = 'amount * 0.02', more = '', id = 'fee') => `${HEAD} xmlns:camunda="http://camunda.org/schema/1.0/dmn">
  <decision id="${id}" name="Fee" ${more}>
    <decisionTable>
      <input label="Amount"><inputExpression typeRef="number"><text>amount</text></inputExpression></input>
      <output name="fee" typeRef="number"/>
      <rule id="small"><inputEntry><text>&lt; 100</text></inputEntry><outputEntry><text>5</text></outputEntry></rule>
      <rule id="large"><inputEntry><text>&gt;= 100</text></inputEntry><outputEntry><text>${large}</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>`;

/** A decision that requires the fee of another file. */
const total = `${HEAD}><decision id="total" name="Total"><informationRequirement><requiredDecision href="#fee"/></informationRequirement>
  <literalExpression><text>amount + fee</text></literalExpression></decision></definitions>`;

describe('/Decisions (docs/contributing/spec/decisions.md#decisions-over-http)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const deploy = (body: object) => post(service.url, '/Decisions/deploy', body);
  const evaluate = (key: string, body: object = {}) => post(service.url, `/Decisions/${key}/evaluate`, body);
  const drop = (key: string, version: number | string) =>
    http(service.url, { method: 'DELETE', path: `/Decisions/${key}/${version}` });
  const versionsOf = async (key: string) =>
    expectJson(await get(service.url, `/Decisions?filters=DecisionKey==${key}`)).items.map(
      ({ version }: { version: number }) => version,
    );

  itKeepsCommonRefusals(() => service.url, { path: '/Decisions/deploy', bodyLimit: 10_485_760 });
  itKeepsCommonRefusals(() => service.url, { path: '/Decisions/fee/evaluate' });

  it('gives a version to new decisions, and keeps it when the file is the same', async () => {
    const first = fee('1', '', 'kept');
    expect(expectJson(await deploy({ DmnXml: first }))).to.deep.equal({ DecisionKey: 'kept', Version: 1 });
    expect(expectJson(await deploy({ DmnXml: first }))).to.deep.equal({ DecisionKey: 'kept', Version: 1, Unchanged: true });
    expect(expectJson(await deploy({ DmnXml: fee('2', '', 'kept') }))).to.deep.equal({ DecisionKey: 'kept', Version: 2 });
    expect(await versionsOf('kept')).to.deep.equal([2, 1]);
    const xml = await get(service.url, '/Decisions/kept/1/xml');
    expect([xml.status, xml.text]).to.deep.equal([200, first]);
  });

  it('gives a new version to what requires a file that has changed, and names further files', async () => {
    const files = (large: string) => ({ DmnXml: total, Resources: [{ Name: 'fee.dmn', Content: fee(large) }] });
    const first = expectJson(await deploy(files('7')));
    expect(first.AdditionalDecisions).to.deep.equal([{ DecisionKey: 'fee', Version: 1, Resource: 'fee.dmn' }]);
    const second = expectJson(await deploy(files('8')));
    expect([first.Version, second.Version, second.AdditionalDecisions[0].Version]).to.deep.equal([1, 2, 2]);
  });

  it('shows which cells hold, also of rules that do not match, when the client asks for cells', async () => {
    const cell = (text: string) => `<inputEntry><text>${text}</text></inputEntry>`;
    const rule = (...cells: string[]) => `<rule>${cells.map(cell).join('')}<outputEntry><text>1</text></outputEntry></rule>`;
    const input = (name: string) => `<input><inputExpression><text>${name}</text></inputExpression></input>`;
    const rules = [rule('1', '2'), rule('-', '? + 1 = 10'), rule('1', 'assert(?, false, "no")'), rule('9', '9')];
    const logic = `<decisionTable hitPolicy="FIRST">${input('a')}${input('b')}<output name="o"/>${rules.join('')}</decisionTable>`;
    await deploy({ DmnXml: decisionFile(decision('cells', logic)) });
    const body = { Variables: { a: 1, b: 9 } };
    const cells = [
      [true, false],
      [true, true],
      [true, null],
      [false, true],
    ];
    const asked = expectJson(await evaluate('cells', { ...body, Cells: true }));
    const plain = expectJson(await evaluate('cells', body));
    expect(asked.Decisions[0].Tables[0].Rules[0].Number).to.equal(2);
    expect(asked.Decisions[0].Tables[0].Cells).to.deep.equal(cells);
    expect(plain.Decisions[0].Tables[0]).to.have.all.keys('Inputs', 'Rules');
  });

  it('shows what every decision of the graph was made of when it is evaluated', async () => {
    await deploy({ DmnXml: total, Resources: [{ Name: 'fee.dmn', Content: fee('amount * 0.02') }] });
    const made = expectJson(await evaluate('total', { Variables: { amount: 250 } }));
    expect(made.Result).to.equal(255);
    expect(made.Decisions).to.deep.equal([
      {
        DecisionKey: 'fee',
        Name: 'Fee',
        Result: 5,
        Tables: [{ Inputs: [{ Name: 'Amount', Value: 250 }], Rules: [{ Number: 2, Id: 'large', Outputs: { fee: 5 } }] }],
      },
      { DecisionKey: 'total', Name: 'Total', Result: 255, Tables: [] },
    ]);
  });

  it('makes the version that is asked for, and the latest when none is', async () => {
    await deploy({ DmnXml: fee('1', '', 'choice') });
    await deploy({ DmnXml: fee('2', '', 'choice') });
    const of = async (body: object) => expectJson(await evaluate('choice', { Variables: { amount: 100 }, ...body })).Result;
    expect([await of({ Version: 1 }), await of({ Version: 2 }), await of({})]).to.deep.equal([1, 2, 2]);
    expectProblem(
      await evaluate('choice', { Version: 3 }),
      404,
      "Version 3 of decision 'choice' is not deployed.",
      '/Decisions/choice/evaluate',
    );
    expectProblem(await evaluate('nobody'), 404, "Decision 'nobody' is not deployed.", '/Decisions/nobody/evaluate');
  });

  it('names decision, input and value when a decision cannot be made', async () => {
    await deploy({ DmnXml: fee('1', '', 'typed') });
    expectProblem(
      await evaluate('typed', { Variables: { amount: 'much' } }),
      409,
      "The decision cannot be made: decision 'typed': input 'Amount': 'much' is not of type number",
      '/Decisions/typed/evaluate',
    );
  });

  itFull('ends a text that takes too long, and continues to answer others', async () => {
    const endless = `${HEAD}><decision id="endless" name="e"><literalExpression>
      <text>count(for a in 1..100000, b in 1..100000 return a * b)</text></literalExpression></decision></definitions>`;
    await deploy({ DmnXml: endless });
    const [slow, quick] = await Promise.all([evaluate('endless'), deploy({ DmnXml: fee('1', '', 'beside') })]);
    expect([slow.status, quick.status]).to.deep.equal([409, 200]);
  });

  it('refuses anything but a decision, and stores nothing', async () => {
    expectError(await deploy({}), 400, 'Invalid DMN: DmnXml is required');
    const empty = await deploy({ DmnXml: `${HEAD}/>` });
    expectError(empty, 400, 'Invalid DMN: no decision that can be made was found');
    expect((await deploy({ DmnXml: '<a' })).status).to.equal(400);
    expect((await deploy({ DmnXml: `<!DOCTYPE a><a/>` })).status).to.equal(400);
    const other = await deploy({ DmnXml: fee(), Resources: [{ Name: 'a.bpmn', Content: '<a/>' }] });
    expectError(other, 400, "Resource 'a.bpmn' is not a decision file (.dmn).");
    const long = await deploy({ DmnXml: fee('1', '', 'x'.repeat(256)) });
    expect(long.status).to.equal(400);
    const twice = await deploy({ DmnXml: fee('1', '', 'twice'), Resources: [{ Name: 'b.dmn', Content: fee('2', '', 'twice') }] });
    expect(twice.status).to.equal(400);
    expect(await versionsOf('twice')).to.deep.equal([]);
  });

  it('is refused with Strict when something would be warned about, and warned about without', async () => {
    const idle = fee('1', '', 'idle').replace('</definitions>', '<decision id="none" name="None"/></definitions>');
    const { error } = JSON.parse((await deploy({ DmnXml: idle, Strict: true })).text);
    expect(error).to.match(/^Deployment rejected: Strict is true and the model has warnings. First warning: /);
    expect(expectJson(await deploy({ DmnXml: idle })))
      .to.have.property('Warnings')
      .that.has.length(1);
  });

  it('deletes a version once, does not give its number again, and shows the one before', async () => {
    await deploy({ DmnXml: fee('1', '', 'gone') });
    await deploy({ DmnXml: fee('2', '', 'gone') });
    const answer = { DecisionKey: 'gone', Version: 2, LatestVersion: 1 };
    expect(expectJson(await drop('gone', 2))).to.deep.equal(answer);
    expect(expectJson(await drop('gone', 2))).to.deep.equal(answer);
    expect(expectJson(await get(service.url, '/Decisions/gone')).version).to.equal(1);
    expect(expectJson(await deploy({ DmnXml: fee('2', '', 'gone') })).Version).to.equal(3);
    expectProblem(await drop('gone', 4), 404, "Version 4 of decision 'gone' is not deployed.", '/Decisions/gone/4');
    expectProblem(await drop('nobody', 1), 404, "Version 1 of decision 'nobody' is not deployed.", '/Decisions/nobody/1');
  });

  it('gives versions without gaps when many deploys run concurrently', async () => {
    const all = await Promise.all([...Array(8).keys()].map((n) => deploy({ DmnXml: fee(`${n}`, '', 'many') })));
    expect(all.map((answer) => expectJson(answer).Version).sort()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('lists what was deployed with processes too, and its version tag', async () => {
    const tagged = fee('1', 'camunda:versionTag="gold"', 'beside-process');
    const bpmn = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p" isExecutable="true"><startEvent id="s"/></process></definitions>`;
    const body = { BpmnXml: bpmn, Resources: [{ Name: 'fee.dmn', Content: tagged }] };
    expectJson(await post(service.url, '/Definitions/deploy', body));
    expectJson(await post(service.url, '/Definitions/deploy', body));
    const row = expectJson(await get(service.url, '/Decisions/beside-process'));
    expect(row).to.deep.include({ decisionKey: 'beside-process', version: 1, name: 'Fee', versionTag: 'gold' });
  });

  it('answers 404 when a key is invalid, whatever it looks like', async () => {
    for (const key of ['__proto__', 'a%20b', 'constructor', 'x'.repeat(3000)]) {
      expect((await get(service.url, `/Decisions/${key}`)).status, key).to.equal(404);
      expect((await evaluate(key)).status, key).to.equal(404);
      expect((await drop(key, 1)).status, key).to.equal(404);
    }
    expect((await drop('fee', 'x')).status).to.equal(404);
    expect((await drop('fee', '99999999999')).status).to.equal(404);
  });
});
