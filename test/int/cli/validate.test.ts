import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decision, decisionFile, decisionTable, literal } from '../../support/models/decisions.ts';
import { runVerb } from '../../support/run-verb.ts';

const HEAD = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t">';
const model = (inside: string): string => `${HEAD}\n<process id="p" isExecutable="true">\n${inside}\n</process></definitions>\n`;
const KEPT =
  '<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/><userTask id="a" name="Prüfen"/><sequenceFlow id="g" sourceRef="a" targetRef="e"/><endEvent id="e"/>';

describe('sluice validate', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-validate-'));
    await writeFile(join(folder, 'kept.bpmn'), model(KEPT));
    await writeFile(join(folder, 'lax.bpmn'), model('<startEvent id="s"/>'));
    await writeFile(join(folder, 'wrong.bpmn'), model('<startEvent id="s"/>\n<task id="s"/>\n<task/>'));
    const latin = `<?xml version="1.0" encoding="ISO-8859-1"?>\n${model(KEPT)}`;
    await writeFile(join(folder, 'latin.bpmn'), Buffer.from(latin, 'latin1'));
    await writeFile(join(folder, 'wide.bpmn'), Buffer.from(`\uFEFF${model(KEPT)}`, 'utf16le'));
    const rules = [
      ['< 10', '1'],
      ['>= 5', '2'],
    ];
    await writeFile(
      join(folder, 'fee.dmn'),
      decisionFile(decisionTable('fee', { inputs: [['n', 'number']], outputs: ['o'], rules })),
    );
    const needs = decision('total', literal('fee + 1'), ['fee']);
    const imports = '<import name="" namespace="http://example.org/file" importType="dmn"/>';
    await writeFile(join(folder, 'total.dmn'), decisionFile(imports + needs));
  });
  after(() => rm(folder, { recursive: true }));

  const sluice = (...operands: readonly string[]) => runVerb(['validate', ...operands], {}, folder);

  it('ends with 0 when every file is accepted, whatever its encoding', async () => {
    const { code, stdout } = await sluice('--level', 'strict', 'kept.bpmn', 'latin.bpmn', 'wide.bpmn');
    expect(stdout).to.equal('kept.bpmn: no findings\nlatin.bpmn: no findings\nwide.bpmn: no findings\n');
    expect(code).to.equal(0);
  });

  it('ends with 2 and names the line when a file has bytes that are illegal in its encoding', async () => {
    await writeFile(join(folder, 'illegal.bpmn'), Buffer.from(model(KEPT), 'latin1'));
    const { code, stdout } = await sluice('illegal.bpmn');
    const text = 'line 3 has bytes that are not UTF-8. Save the file in the encoding that it declares.';
    expect(stdout).to.equal(`illegal.bpmn: ${text}\n`);
    expect(code).to.equal(2);
    const deployed = await runVerb(['deploy', 'illegal.bpmn'], {}, folder);
    expect(deployed.stderr).to.contain(`illegal.bpmn: ${text}`);
    expect(deployed.code).to.equal(2);
  });

  it('finds the decision of a model in the given files, also with the binding deployment', async () => {
    const called =
      '<businessRuleTask id="r" xmlns:z="http://camunda.org/schema/zeebe/1.0"><extensionElements><z:calledDecision decisionId="fee" resultVariable="fee" bindingType="deployment"/></extensionElements></businessRuleTask>';
    await writeFile(
      join(folder, 'calls.bpmn'),
      model(`<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="r"/>${called}`),
    );
    expect((await sluice('calls.bpmn')).stdout).to.contain("decision 'fee' is not deployed with the process");
    expect((await sluice('calls.bpmn', 'fee.dmn')).stdout).to.contain('calls.bpmn: no findings\n');
  });

  it('names rule, row and column when files of decisions have findings, and holds them together', async () => {
    const { code, stdout } = await sluice('fee.dmn', 'total.dmn');
    expect(stdout.split('\n')).to.deep.equal([
      "fee.dmn:6:1: warning: decision 'fee': rule 1 and rule 2 match together when input 1 'n' is 5, UNIQUE allows one [dmn-rules-overlap]",
      'total.dmn: no findings',
      '',
    ]);
    expect(code).to.equal(0);
    const json = JSON.parse((await sluice('--json', 'fee.dmn', 'total.dmn')).stdout) as { findings: { row?: number }[] }[];
    expect(json[0]?.findings[0]?.row).to.equal(2);
    const alone = await sluice('total.dmn');
    expect(alone.stdout).to.contain("requires decision 'fee', which is not deployed with it [dmn-requirement]");
    expect(alone.code).to.equal(1);
  });

  it('prints every finding with file, line, column, rule and clause, and ends with 1, when a file is refused', async () => {
    const { code, stdout } = await sluice('wrong.bpmn');
    expect(stdout.split('\n')).to.deep.equal([
      "wrong.bpmn:4:1: error: task 's': duplicate id [unique-ids, BPMN 2.0.2 clause 8.3.1]",
      "wrong.bpmn:4:1: warning: task 's': no path leads here [ignored]",
      'wrong.bpmn:5:1: error: task: id is required [executable]',
      'wrong.bpmn:5:1: warning: task: no path leads here [ignored]',
      'wrong.bpmn:4:1: warning: duplicate ID <s> [ignored]',
      '',
    ]);
    expect(code).to.equal(1);
  });

  it('holds a file against the standard only when the level is strict', async () => {
    expect(await sluice('lax.bpmn')).to.include({ code: 0 });
    const { code, stdout } = await sluice('--level=strict', 'lax.bpmn');
    expect(stdout).to.contain("lax.bpmn:2:1: error: process 'p': it has start event 's' and no end event [start-needs-end, BPMN");
    expect(code).to.equal(1);
    expect(await sluice('--level', 'off', 'wrong.bpmn')).to.include({ code: 0 });
  });

  it('prints JSON when asked to', async () => {
    const { stdout } = await sluice('--json', '--level', 'strict', 'kept.bpmn', 'lax.bpmn');
    const reports = JSON.parse(stdout);
    expect(reports[0]).to.deep.equal({ file: 'kept.bpmn', isAccepted: true, findings: [] });
    expect(reports[1]).to.deep.include({ file: 'lax.bpmn', isAccepted: false });
    expect(reports[1].findings[0]).to.deep.include({
      severity: 'error',
      rule: 'start-needs-end',
      clause: '10.5.2',
      line: 2,
      column: 1,
    });
  });

  it('ends with 2 when a file cannot be opened or the arguments are wrong', async () => {
    const missing = await sluice('kept.bpmn', 'gone.bpmn');
    expect(missing.code).to.equal(2);
    expect(missing.stdout).to.match(/^kept\.bpmn: no findings\ngone\.bpmn: ENOENT/);
    for (const operands of [
      ['--level', 'harsh', 'kept.bpmn'],
      ['--require', 'errorRef', 'kept.bpmn'],
      ['--odd', 'kept.bpmn'],
      ['--json'],
    ]) {
      const wrong = await sluice(...operands);
      expect(wrong.code, operands.join(' ')).to.equal(2);
      expect(wrong.stderr).to.contain('Usage: sluice validate');
    }
  });
});
