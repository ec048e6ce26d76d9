// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { elementOf } from '../../../src/engine/model.ts';
import { diagnosticsOf, elementIn, NAMESPACES, withStart } from './samples.ts';

const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

describe('the user task', () => {
  const assignment = (attributes: string, inner = '') => {
    const read = elementIn(withStart(`<bpmn:userTask id="t" ${attributes}>${inner}</bpmn:userTask>`), 'userTask', 't');
    const texts = (list: readonly { readonly text: string }[]): string[] => list.map(({ text }) => text);
    return {
      assignee: read.assignee?.text,
      users: texts(read.candidateUsers),
      groups: texts(read.candidateGroups),
      outputs: read.expectedOutputs,
    };
  };
  const owner = (tag: string, text: string): string =>
    `<bpmn:${tag}><bpmn:resourceAssignmentExpression><bpmn:formalExpression>${text}</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:${tag}>`;
  const nobody = { assignee: undefined, users: [], groups: [], outputs: [] };

  it('is for no one when nothing is specified', () => expect(assignment('')).to.deep.equal(nobody));

  it('reads camunda attributes', () => {
    expect(
      assignment(
        'camunda:assignee=" ${boss} " camunda:candidateUsers="ann, ,${pick(a, b)},bob" camunda:candidateGroups="${teams}"',
      ),
    ).to.deep.equal({ assignee: '${boss}', users: ['ann', '${pick(a, b)}', 'bob'], groups: ['${teams}'], outputs: [] });
  });

  it('reads zeebe assignment definitions, FEEL lists as one item', () => {
    const inner = ext(
      '<zeebe:assignmentDefinition assignee="=boss" candidateUsers="ann,bob" candidateGroups="=[&quot;a&quot;, &quot;b&quot;]" /><zeebe:userTask />',
    );
    expect(assignment('', inner)).to.deep.equal({
      assignee: '=boss',
      users: ['ann', 'bob'],
      groups: ['=["a", "b"]'],
      outputs: [],
    });
  });

  it('reads fleans assignment and expected outputs, names in any case', () => {
    const inner = ext(
      '<fleans:AssignmentDefinition Assignee="ann" /><fleans:expectedOutputs><fleans:expectedOutput name="ok" /><fleans:expectedOutput name=" " /><fleans:expectedOutput name="ok" /><fleans:output name="why" /></fleans:expectedOutputs>',
    );
    expect(assignment('', inner)).to.deep.equal({ ...nobody, assignee: 'ann', outputs: ['ok', 'why'] });
  });

  it('reads legacy fleans outputs', () => {
    const inner = ext('<legacy:expectedOutputs><legacy:output name="ok" /></legacy:expectedOutputs>');
    expect(assignment('', inner)).to.deep.equal({ ...nobody, outputs: ['ok'] });
  });

  it('reads performers of BPMN', () => {
    const inner =
      owner('humanPerformer', ' ${boss} ') +
      owner('potentialOwner', 'user(ann), group(hr), sales, user( ${x(1, 2)} )') +
      owner('potentialOwner', 'group(it)');
    expect(assignment('', inner)).to.deep.equal({
      assignee: '${boss}',
      users: ['ann', '${x(1, 2)}'],
      groups: ['hr', 'sales', 'it'],
      outputs: [],
    });
  });

  it('takes per property the first dialect that has it', () => {
    const inner =
      owner('humanPerformer', 'c') +
      owner('potentialOwner', 'user(c), group(c)') +
      ext('<zeebe:assignmentDefinition assignee="b" candidateUsers="b" />');
    expect(assignment('camunda:assignee="a" camunda:candidateUsers=" "', inner)).to.deep.equal({
      assignee: 'a',
      users: ['b'],
      groups: ['c'],
      outputs: [],
    });
  });
});

describe('the script task', () => {
  const script = (attributes: string, inner: string) =>
    elementIn(withStart(`<bpmn:scriptTask id="t" ${attributes}>${inner}</bpmn:scriptTask>`), 'scriptTask', 't').script;

  it('runs lenient statements when no format is given', () => {
    expect(script('', '<bpmn:script><![CDATA[_context.a = 1 < 2]]></bpmn:script>')).to.deep.equal({
      kind: 'script',
      dialect: 'lenient',
      source: '_context.a = 1 < 2',
    });
  });

  it('reads a camunda script with its result variable', () => {
    expect(script('scriptFormat="JavaScript" camunda:resultVariable="r"', '<bpmn:script>1 + 1;</bpmn:script>')).to.deep.equal({
      kind: 'script',
      dialect: 'javascript',
      source: '1 + 1;',
      resultVariable: 'r',
    });
  });

  it('reads a zeebe script expression', () => {
    expect(script('', ext('<zeebe:script expression="=a + 1" resultVariable="r" />'))).to.deep.equal({
      kind: 'script',
      dialect: 'feel',
      source: 'a + 1',
      resultVariable: 'r',
    });
  });

  it('reads a fleans script extension', () => {
    expect(script('scriptFormat="csharp"', ext('<fleans:Script>a = 1</fleans:Script>'))).to.include({
      dialect: 'lenient',
      source: 'a = 1',
    });
  });

  it('takes the script of BPMN when an extension has one, too', () => {
    expect(script('', `<bpmn:script>a = 1</bpmn:script>${ext('<fleans:script>a = 2</fleans:script>')}`)).to.include({
      source: 'a = 1',
    });
  });

  it('is accepted when it is empty', () => {
    expect(script('', '').source).to.equal('');
    expect(diagnosticsOf(withStart('<bpmn:scriptTask id="t" scriptFormat="cobol" />'))).to.have.length(1);
  });
});

describe('plain tasks', () => {
  const passes = (platform: string, options: Parameters<typeof parseDefinitions>[1] = {}): readonly boolean[] => {
    const parsed = parseDefinitions(
      `<bpmn:definitions ${NAMESPACES} ${platform}><bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:task id="t"/><bpmn:manualTask id="m"/></bpmn:process></bpmn:definitions>`,
      options,
    );
    if (!parsed.ok) throw new Error('refused');
    const { model } = parsed.processes[0]!;
    return ['t', 'm'].map((id) => {
      const element = elementOf(model, id);
      return 'passesThrough' in element && element.passesThrough;
    });
  };

  it('wait when the file names no platform, or another one', () => {
    expect(passes('')).to.deep.equal([false, false]);
    expect(passes('modeler:executionPlatform="Flowable"')).to.deep.equal([false, false]);
    expect(passes('executionPlatform="Camunda Cloud"')).to.deep.equal([false, false]);
  });

  for (const platform of ['Camunda Platform', 'Camunda Cloud', 'Operaton']) {
    it(`pass when the file names ${platform}`, () => {
      expect(passes(`modeler:executionPlatform="${platform}" modeler:executionPlatformVersion="7.20.0"`)).to.deep.equal([
        true,
        true,
      ]);
    });
  }

  it('pass when the installation specifies it', () => expect(passes('', { plainTasks: 'pass' })).to.deep.equal([true, true]));
});
