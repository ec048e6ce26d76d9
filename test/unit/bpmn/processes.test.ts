import { expect } from 'chai';
import { diagnosticsOf, file, processesOf, warningsOf } from './samples.ts';

const process = (attributes: string, start = 's'): string =>
  `<bpmn:process ${attributes}><bpmn:startEvent id="${start}"/></bpmn:process>`;
const keys = (xml: string): string[] => processesOf(xml).map(({ model }) => model.key);

describe('the processes of a file', () => {
  it('are deployed in document order unless they specify they are not executable', () => {
    const xml = file(
      process('id="a" isExecutable="false"', 's1'),
      process('id="c"', 's2'),
      process('id="b" isExecutable="true"', 's3'),
    );
    expect(keys(xml)).to.deep.equal(['c', 'b']);
    expect(warningsOf(xml)).to.deep.equal([
      {
        event: 'more-than-one-process',
        processKey: 'c',
        elementId: 'a',
        text: 'process \'a\': process is not executable (isExecutable="false") and is skipped',
      },
    ]);
  });

  it('are represented by the first when none is executable', () => {
    const xml = file(process('id="a" isExecutable="false"', 's1'), process('id="b" isExecutable="false"', 's2'));
    expect(keys(xml)).to.deep.equal(['a']);
    expect(warningsOf(xml).map(({ text }) => text)).to.deep.equal([
      'process \'a\': isExecutable="false" is ignored: no process of the file is executable, and the first one is deployed',
      'process \'b\': process is not executable (isExecutable="false") and is skipped',
    ]);
  });

  it('report that they are not executable when the only one that could be deployed is refused', () => {
    const drawing = file('<bpmn:process id="a" isExecutable="false"><bpmn:task id="t"/></bpmn:process>');
    expect(diagnosticsOf(drawing)).to.deep.equal([
      "process 'a': process has no start event; process 'a' has isExecutable=\"false\" (line 2, column 1)",
    ]);
  });

  it('keep their elements apart', () => {
    const xml = file(process('id="a"', 's1'), process('id="b"', 's2'));
    expect(processesOf(xml).map(({ model }) => [...model.elements.keys()])).to.deep.equal([['s1'], ['s2']]);
  });

  it('are all refused when one is', () => {
    expect(diagnosticsOf(file(process('id="a"'), '<bpmn:process id="b" />'))).to.deep.equal([
      "process 'b': process has no start event (line 3, column 1)",
    ]);
  });
});

describe('global tasks', () => {
  const xml = file(
    process('id="a"'),
    '<bpmn:globalTask id="g1" name="One" />',
    '<bpmn:globalManualTask id="g2" />',
    '<bpmn:globalUserTask id="g3" camunda:assignee="ann" />',
    '<bpmn:globalScriptTask id="g4" scriptLanguage="javascript"><bpmn:script>a = 1</bpmn:script></bpmn:globalScriptTask>',
  );

  it('are deployed as processes of one task', () => {
    expect(keys(xml)).to.deep.equal(['a', 'g1', 'g2', 'g3', 'g4']);
    const { model, activitiesCount, sequenceFlowsCount } = processesOf(xml)[3]!;
    expect({ activitiesCount, sequenceFlowsCount }).to.deep.equal({ activitiesCount: 1, sequenceFlowsCount: 0 });
    expect(model.containers.get('g3')).to.deep.equal({
      id: 'g3',
      nodes: ['g3'],
      flows: [],
      starts: ['g3'],
      eventSubProcesses: [],
    });
    expect(model.elements.get('g3')).to.deep.include({ type: 'userTask', id: 'g3', container: 'g3' });
  });

  it('read the language of a script from its own attribute', () => {
    expect(processesOf(xml)[4]?.model.elements.get('g4')).to.deep.include({
      script: { kind: 'script', dialect: 'javascript', source: 'a = 1' },
    });
  });

  it('keep their name', () => expect(processesOf(xml)[1]?.model.name).to.equal('One'));

  it('are refused when there is no process', () => {
    expect(diagnosticsOf(file('<bpmn:globalTask id="g" />'))).to.deep.equal(['no process element found']);
  });

  it('are refused when their id is taken', () => {
    expect(diagnosticsOf(file(process('id="a"'), '<bpmn:globalTask id="a" />'))).to.deep.equal([
      "globalTask 'a': duplicate id (line 3, column 1)",
    ]);
  });
});
