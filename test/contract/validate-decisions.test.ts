import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const VALIDATE = '/Decisions/validate';
const HEAD = '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:d">';
const rule = (test: string, value: string) =>
  `<rule><inputEntry><text>${test}</text></inputEntry><outputEntry><text>${value}</text></outputEntry></rule>`;
const table = (id: string, rules: string, policy = 'FIRST') => `${HEAD}
  <decision id="${id}" name="Fee">
    <decisionTable hitPolicy="${policy}">
      <input label="Amount"><inputExpression typeRef="number"><text>amount</text></inputExpression></input>
      <output name="fee" typeRef="number"/>
      ${rules}
    </decisionTable>
  </decision>
</definitions>`;
const SOUND = table('fee', rule('&lt; 100', '5') + rule('-', '7'));

describe('POST /Decisions/validate (docs/contributing/spec/decisions.md#validate)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const validate = (body: object) => post(service.url, VALIDATE, body);

  itKeepsCommonRefusals(() => service.url, { path: VALIDATE, bodyLimit: 10_485_760 });

  it('reports nothing of a sound table, and stores nothing', async () => {
    expect(expectJson(await validate({ DmnXml: SOUND }))).to.deep.equal({ IsAccepted: true, Findings: [] });
    expect(expectJson(await get(service.url, '/Decisions')).totalCount).to.equal(0);
  });

  it('names rule, row and column of a table when a cell or a rule does not decide', async () => {
    const { IsAccepted, Findings } = expectJson(
      await validate({ DmnXml: table('fee', rule('-', '5') + rule('&gt; 7', '"a"') + rule('"x"', '1')) }),
    );
    expect(IsAccepted).to.equal(true);
    const places = Findings.map(({ Severity, Rule, Row, Input, Output }: Record<string, unknown>) => [
      Severity,
      Rule,
      Row,
      Input,
      Output,
    ]);
    expect(places).to.deep.include(['warning', 'dmn-unreachable-rule', 2, undefined, undefined]);
    expect(places).to.deep.include(['warning', 'dmn-cell-type', 3, 1, undefined]);
    expect(places).to.deep.include(['warning', 'dmn-output-type', 2, undefined, 1]);
  });

  it('answers a file that cannot be deployed, with its errors', async () => {
    const wrong = expectJson(await validate({ DmnXml: table('fee', rule('&lt;&lt; 1', '5')) }));
    expect(wrong.IsAccepted).to.equal(false);
    expect(wrong.Findings[0]).to.include({ Severity: 'error', Rule: 'dmn-text', Element: "decision 'fee'" });
    for (const DmnXml of ['<a/>', 'no xml', '<definitions', `${HEAD}</definitions>`.slice(0, 40)]) {
      const { IsAccepted, Findings } = expectJson(await validate({ DmnXml }));
      expect([IsAccepted, Findings[0].Severity], DmnXml).to.deep.equal([false, 'error']);
    }
  });

  it('reads further files with the first one, and names them in their findings', async () => {
    const total = `${HEAD}<decision id="total" name="Total"><informationRequirement><requiredDecision href="#fee"/></informationRequirement>
      <literalExpression><text>amount + fee</text></literalExpression></decision></definitions>`;
    const alone = expectJson(await validate({ DmnXml: total }));
    expect(alone.IsAccepted).to.equal(false);
    const together = expectJson(await validate({ DmnXml: total, Resources: [{ Name: 'fee.dmn', Content: SOUND }] }));
    expect(together).to.deep.equal({ IsAccepted: true, Findings: [] });
    const unsound = table('fee', rule('-', '5') + rule('-', '6'));
    const { Findings } = expectJson(await validate({ DmnXml: total, Resources: [{ Name: 'fee.dmn', Content: unsound }] }));
    expect(Findings.map(({ Resource, Rule }: Record<string, unknown>) => [Resource, Rule])).to.deep.equal([
      ['fee.dmn', 'dmn-unreachable-rule'],
    ]);
  });

  it('refuses missing parts, and a further file that is not a decision', async () => {
    expectError(await validate({ DmnXml: ' ' }), 400, 'Invalid DMN: DmnXml is required');
    expectError(
      await validate({ DmnXml: SOUND, Resources: [{ Name: 'a.bpmn', Content: '<a/>' }] }),
      400,
      "Resource 'a.bpmn' is not a decision file (.dmn).",
    );
  });

  itFull('gives at most 1,000 findings when a table of 5,000 rules has more', async () => {
    const rules = Array.from({ length: 5000 }, (_, at) => rule('-', String(at))).join('');
    const { Findings } = expectJson(await validate({ DmnXml: table('fee', rules) }));
    expect(Findings.length).to.be.greaterThan(1).and.at.most(1000);
  });
});
