import { expect } from 'chai';
import type { CommandOf } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { findDefinition } from '../../../src/store/definitions.ts';
import { decision, decisionFile, literal } from '../../support/models/decisions.ts';
import { sequence } from '../../support/models/models.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('scripts that are deployed with a model (docs/contributing/spec/http/definitions.md#resources)', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  it('are those of the new version when the id of a command comes again after its reply was dropped', async () => {
    const id = newId();
    const deploy = (content: string): CommandOf<'DeployDefinition'> => ({
      kind: 'DeployDefinition',
      id,
      bpmnXml: sequence('order', '<scriptTask id="sum" scriptFormat="javascript" camunda:resource="sum.js"/>'),
      scripts: [{ name: 'sum.js', content }],
    });
    const scriptsOf = async (version: number) => {
      const found = 'select definition_id from definition_version where version = $1';
      const definition = await findDefinition(side.connection, await side.value<string>(found, [version]));
      return definition?.scripts;
    };
    await side.run(deploy('1'));
    await side.sql('delete from inbox');
    await side.run(deploy('2'));
    expect([await scriptsOf(1), await scriptsOf(2)]).to.deep.equal([{ 'sum.js': '1' }, { 'sum.js': '2' }]);
  });
});

describe('the reading of decisions (docs/contributing/spec/decisions.md#languages)', () => {
  let side: WriteSide;
  before(async () => {
    side = await openWriteSide();
  });
  after(() => side.close());

  it('is that of the release that a version was deployed to, and makes its own version when the file comes again', async () => {
    const content = decisionFile(decision('half', literal('10 / 4', 'expressionLanguage="groovy"')));
    const deploy = async () =>
      (await side.run({ kind: 'DeployDecisions', id: newId(), files: [{ name: 'half.dmn', content }] }))[0];
    const half = async (version: number) => {
      const [reply] = await side.run({ kind: 'EvaluateDecision', id: newId(), key: 'half', version, variables: {} });
      return JSON.stringify(reply).match(/"value":([\d.]+)/)?.[1];
    };
    await deploy();
    await side.sql('update decision_version set reading = null');
    expect(await half(1)).to.equal('2');
    expect(await deploy()).to.deep.nested.include({ 'result.decisions[0].version': 2 });
    expect([await half(1), await half(2)]).to.deep.equal(['2', '2.5']);
    expect(await deploy()).to.deep.nested.include({ 'result.decisions[0].isUnchanged': true });
  });
});
