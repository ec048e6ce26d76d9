import { BpmnModdle } from 'bpmn-moddle';
import { expect } from 'chai';
import { allowAnyName } from '../../../src/ui/web/components/diagram/any-name.ts';
import { describeModel } from '../../../src/ui/web/pages/process/compare/describe-model.ts';
import { differencesOf } from '../../../src/ui/web/pages/process/compare/differences.ts';
import type { ModelNode } from '../../../src/ui/web/pages/process/compare/model-node.ts';

const SPACES = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"',
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
].join(' ');

describe('what is different between two versions', () => {
  const read = async (content: string, spaces = SPACES) => {
    const moddle = new BpmnModdle();
    allowAnyName(moddle);
    const xml = `<definitions ${spaces} targetNamespace="t">${content}</definitions>`;
    const { rootElement } = (await moddle.fromXML(xml, 'bpmn:Definitions', {})) as { rootElement: ModelNode };
    return describeModel(rootElement);
  };
  const compare = async (before: string, after: string) => differencesOf(await read(before), await read(after));
  const process = (content: string) => `<process id="p" isExecutable="true">${content}</process>`;
  /** Every change in one line: `id attribute: before -> after`. */
  const linesOf = async (before: string, after: string) =>
    (await compare(process(before), process(after))).flatMap(({ id, changes }) =>
      changes.map(({ attribute, before: was, after: is }) => `${id} ${attribute}: ${was ?? '—'} -> ${is ?? '—'}`),
    );

  it('is nothing when both have the same meaning', async () => {
    const was = '<task id="a" name="A"/><exclusiveGateway id="g"/>';
    const is = '<!-- a note -->\n<task name="A" id="a" isForCompensation="false"></task><exclusiveGateway id="g"/>';
    expect(await compare(process(was), process(is))).to.deep.equal([]);
  });

  it('names the element, the attribute and both values when a name changes', async () => {
    expect(await compare(process('<task id="prüfung" name="A"/>'), process('<task id="prüfung" name="B"/>'))).to.deep.equal([
      {
        kind: 'changed',
        id: 'prüfung',
        type: 'task',
        name: 'B',
        changes: [{ attribute: 'name', before: 'A', after: 'B' }],
        isMoved: false,
      },
    ]);
  });

  it('shows added and removed elements', async () => {
    const differences = await compare(
      process('<task id="a"/><task id="old" name="Old"/>'),
      process('<task id="a"/><task id="new" name="New"/>'),
    );
    expect(differences.map(({ kind, id, name }) => [kind, id, name])).to.deep.equal([
      ['added', 'new', 'New'],
      ['removed', 'old', 'Old'],
    ]);
  });

  it('has the flows at an added element as its consequence, but not those with another change', async () => {
    const flow = (id: string, from: string, to: string, content = '') =>
      `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${content}</sequenceFlow>`;
    const condition = '<conditionExpression>x</conditionExpression>';
    const was = `<task id="a" name="A"/><task id="b"/>${flow('f', 'a', 'b')}${flow('k', 'a', 'b')}`;
    const is = `<task id="a" name="A"/><task id="new" name="New"/><task id="b"/>${flow('f', 'a', 'new')}${flow('g', 'new', 'b')}${flow('k', 'a', 'new', condition)}${flow('h', 'a', 'b')}`;
    const differences = await compare(process(was), process(is));
    expect(differences.map(({ id, kind, consequence }) => [id, kind, consequence])).to.deep.equal([
      ['f', 'changed', { of: 'new', before: { source: 'A', target: 'b' }, after: { source: 'A', target: 'New' } }],
      ['k', 'changed', undefined],
      ['new', 'added', undefined],
      ['g', 'added', { of: 'new', before: undefined, after: { source: 'New', target: 'b' } }],
      ['h', 'added', undefined],
    ]);
    const back = await compare(process(is), process(was));
    expect(back.find(({ id }) => id === 'g')?.consequence?.of).to.equal('new');
  });

  describe('with elements that have another id', () => {
    const flow = (id: string, from: string, to: string, content = '') =>
      `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${content}</sequenceFlow>`;
    const kinds = async (before: string, after: string) =>
      (await compare(process(before), process(after))).map(({ kind, id, formerId }) => [
        kind,
        id,
        ...(formerId ? [formerId] : []),
      ]);

    it('reports the new id when type and name are the same, and the flows with a new id as its consequence', async () => {
      const model = (id: string, [f, g]: readonly [string, string]) =>
        `<startEvent id="s"/><userTask id="${id}" name="Check"/><endEvent id="e"/>${flow(f, 's', id)}${flow(g, id, 'e')}`;
      expect(await linesOf(model('a', ['f', 'g']), model('b', ['f', 'g']))).to.deep.equal(['b id: a -> b']);
      const differences = await compare(process(model('a', ['f', 'g'])), process(model('b', ['f2', 'g2'])));
      expect(differences.map(({ kind, id, consequence }) => [kind, id, consequence?.of])).to.deep.equal([
        ['changed', 'b', undefined],
        ['changed', 'f2', 'b'],
        ['changed', 'g2', 'b'],
      ]);
    });

    it('reports a new name and id when the type and the neighbours are the same, one after the other', async () => {
      const model = (id: string, name: string, event: string) =>
        `<startEvent id="s"/><userTask id="${id}" name="${name}"/><boundaryEvent id="${event}" attachedToRef="${id}"><timerEventDefinition/></boundaryEvent><task id="late"/>
         <endEvent id="e"/>${flow('f', 's', id)}${flow('g', id, 'e')}${flow('h', event, 'late')}`;
      expect(await linesOf(model('a', 'Check', 'x'), model('b', 'Rate risk', 'y'))).to.deep.equal([
        'b id: a -> b',
        'b name: Check -> Rate risk',
        'y id: x -> y',
      ]);
    });

    it('keeps what refers to them: messages, lanes and containers', async () => {
      const model = (message: string, sub: string, inner: string) =>
        `<message id="${message}" name="paid"/><process id="p"><laneSet id="l"><lane id="lane"><flowNodeRef>${sub}</flowNodeRef><flowNodeRef>r</flowNodeRef></lane></laneSet>
         <receiveTask id="r" messageRef="${message}"/><subProcess id="${sub}" name="Pack"><task id="${inner}" name="Wrap"/></subProcess></process>`;
      const differences = await compare(model('m1', 'a', 'i'), model('m2', 'z', 'j'));
      expect(differences.map(({ id, changes }) => [id, changes.map(({ attribute }) => attribute)])).to.deep.equal([
        ['m2', ['id']],
        ['z', ['id']],
        ['j', ['id']],
      ]);
    });

    it('matches none when there are two candidates, another type, another event, or no neighbour', async () => {
      const two = (ids: readonly string[], name = 'Check') => ids.map((id) => `<task id="${id}" name="${name}"/>`).join('');
      expect(await kinds(two(['a']), two(['b', 'c']))).to.have.deep.members([
        ['removed', 'a'],
        ['added', 'b'],
        ['added', 'c'],
      ]);
      const parallel = (ids: readonly string[], type = 'task') =>
        `<startEvent id="s"/>${ids.map((id) => `<${type} id="${id}" name="Do ${id}"/>${flow(`f${id}`, 's', id)}`).join('')}`;
      const added = async (before: string, after: string) =>
        (await kinds(before, after)).filter(([kind, id]) => kind !== 'changed' && id?.startsWith('f') === false);
      expect(await added(parallel(['a', 'b']), parallel(['c', 'd']))).to.have.length(4);
      expect(await added(parallel(['a']), parallel(['c'], 'userTask'))).to.have.length(2);
      expect(await kinds('<task id="a" name="A"/>', '<task id="b" name="B"/>')).to.have.length(2);
      const event = (id: string, definition: string) =>
        `<startEvent id="s"/><intermediateCatchEvent id="${id}"><${definition}/></intermediateCatchEvent>${flow('g', 's', id)}`;
      expect(await added(event('a', 'timerEventDefinition'), event('b', 'messageEventDefinition'))).to.have.length(2);
    });

    it('matches flows by their ends, never by the name alone', async () => {
      const tasks = '<task id="a"/><task id="b"/><task id="c"/>';
      const named = (id: string, from: string, to: string) =>
        flow(id, from, to).replace('<sequenceFlow', '<sequenceFlow name="yes"');
      expect(await kinds(tasks + named('f', 'a', 'b'), tasks + named('g', 'b', 'c'))).to.deep.equal([
        ['added', 'g'],
        ['removed', 'f'],
      ]);
      expect(await kinds(tasks + flow('f', 'a', 'b'), tasks + flow('g', 'a', 'b'))).to.deep.equal([['changed', 'g', 'f']]);
      const double = (ids: readonly string[]) => tasks + ids.map((id) => flow(id, 'a', 'b')).join('');
      expect(await kinds(double(['f', 'g']), double(['h', 'i']))).to.have.length(4);
    });

    it('matches flows by their ends before their ids when their ids are those of others', async () => {
      const tasks = (ids: string) => [...ids].map((id) => `<task id="${id}"/>`).join('');
      const condition = '<conditionExpression>x</conditionExpression>';
      const was = `${tasks('abcd')}${flow('f1', 'a', 'b')}${flow('f2', 'b', 'c')}${flow('f3', 'c', 'd')}`;
      const is = `${tasks('abncd')}${flow('f1', 'a', 'b')}${flow('f2', 'b', 'n')}${flow('f3', 'n', 'c')}${flow('f4', 'c', 'd', condition)}`;
      expect(await kinds(was, is)).to.deep.equal([
        ['changed', 'f2'],
        ['changed', 'f4', 'f3'],
        ['added', 'n'],
        ['added', 'f3'],
      ]);
      const swapped = tasks('abc') + flow('f', 'b', 'c') + flow('g', 'a', 'b');
      expect(await kinds(tasks('abc') + flow('f', 'a', 'b') + flow('g', 'b', 'c'), swapped)).to.deep.equal([]);
      // the id of the removed flow is that of another one in the later version
      const before = tasks('abc') + flow('f', 'a', 'b') + flow('g', 'a', 'c');
      expect(await kinds(before, tasks('abc') + flow('g', 'a', 'b'))).to.deep.equal([['removed', 'before g', 'g']]);
      // twice between the same elements: by id
      const twice = (ids: readonly string[]) => tasks('ab') + ids.map((id) => flow(id, 'a', 'b')).join('');
      expect(await kinds(twice(['f', 'g']), twice(['g', 'f']))).to.deep.equal([]);
    });
  });

  it('has the type when an element becomes another one', async () => {
    expect(await linesOf('<task id="a"/>', '<userTask id="a"/>')).to.include('a type: task -> userTask');
  });

  it('has conditions, scripts and their languages when they change', async () => {
    const model = (condition: string, script: string, format: string) =>
      `<scriptTask id="s" scriptFormat="${format}"><script>${script}</script></scriptTask><task id="b"/>
       <sequenceFlow id="f" sourceRef="s" targetRef="b"><conditionExpression id="c1">${condition}</conditionExpression></sequenceFlow>`;
    expect(await linesOf(model('x = 1', 'a', 'js'), model('x = 2', 'b', 'feel'))).to.deep.equal([
      's scriptFormat: js -> feel',
      's script: a -> b',
      'f conditionExpression: x = 1 -> x = 2',
    ]);
  });

  it('has attributes and extensions of every dialect when they change', async () => {
    const model = (topic: string, input: string, retries: string, source: string) =>
      `<serviceTask id="a" camunda:topic="${topic}"><extensionElements>
         <camunda:inputOutput><camunda:inputParameter name="x">${input}</camunda:inputParameter></camunda:inputOutput>
         <zeebe:taskDefinition type="t" retries="${retries}"/>
         <zeebe:ioMapping><zeebe:input source="${source}" target="in"/></zeebe:ioMapping>
       </extensionElements></serviceTask>`;
    expect(await linesOf(model('one', '1', '3', '= x'), model('two', '2', '5', '= y'))).to.deep.equal([
      "a camunda:inputOutput › camunda:inputParameter 'x': 1 -> 2",
      'a zeebe:taskDefinition › retries: 3 -> 5',
      "a zeebe:ioMapping › zeebe:input 'in' › source: = x -> = y",
      'a camunda:topic: one -> two',
    ]);
  });

  it('is nothing when a file writes the namespace of a dialect with another prefix', async () => {
    const model = (prefix: string) =>
      `<process id="p"><serviceTask id="a" ${prefix}:topic="t"><extensionElements><${prefix}:field name="f" stringValue="1"/></extensionElements></serviceTask></process>`;
    const other = SPACES.replace('xmlns:camunda', 'xmlns:c7');
    expect(differencesOf(await read(model('camunda')), await read(model('c7'), other))).to.deep.equal([]);
  });

  it('has events with their definitions and references when they change, but not their own ids', async () => {
    const model = (id: string, time: string, ref: string) =>
      `<message id="m1" name="one"/><message id="m2" name="two"/>
       <process id="p"><startEvent id="s"><timerEventDefinition id="${id}"><timeDuration>${time}</timeDuration></timerEventDefinition></startEvent>
       <receiveTask id="r" messageRef="${ref}"/></process>`;
    const changes = (await compare(model('t1', 'PT1H', 'm1'), model('t2', 'PT2H', 'm2'))).flatMap((one) => one.changes);
    expect(changes).to.deep.equal([
      { attribute: 'timerEventDefinition › timeDuration', before: 'PT1H', after: 'PT2H' },
      { attribute: 'messageRef', before: 'm1', after: 'm2' },
    ]);
  });

  it('has the sub-process when an element went into it, and the loop when one begins to repeat', async () => {
    const loop = '<multiInstanceLoopCharacteristics isSequential="true"/>';
    const lines = await linesOf(
      '<subProcess id="sub"/><task id="a"/>',
      `<subProcess id="sub"><task id="a">${loop}</task></subProcess>`,
    );
    expect(lines).to.include.members([
      'a container: p -> sub',
      'a loopCharacteristics › type: — -> multiInstanceLoopCharacteristics',
      'a loopCharacteristics › isSequential: — -> true',
    ]);
  });

  it('lets definitions without anything inside count when they come or go', async () => {
    const end = (content: string) => `<endEvent id="e">${content}</endEvent>`;
    expect(await linesOf(end(''), end('<terminateEventDefinition/>'))).to.deep.equal(['e terminateEventDefinition: — -> ✓']);
  });

  describe('in the drawing', () => {
    const drawn = (places: Readonly<Record<string, number>>) => {
      const shapes = Object.entries(places).map(
        ([id, x]) =>
          `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="0" width="100" height="80"/></bpmndi:BPMNShape>`,
      );
      const tasks = Object.keys(places).map((id) => `<task id="${id}"/>`);
      const plane = `<bpmndi:BPMNPlane id="plane" bpmnElement="p">${shapes.join('')}</bpmndi:BPMNPlane>`;
      return `${process(tasks.join(''))}<bpmndi:BPMNDiagram id="d">${plane}</bpmndi:BPMNDiagram>`;
    };
    const spaces = SPACES.replace(
      'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" ',
      'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" ',
    ).replace('xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"', 'xmlns:di="http://www.omg.org/spec/DD/20100524/DI"');
    const compareDrawn = async (before: Record<string, number>, after: Record<string, number>) =>
      differencesOf(await read(drawn(before), spaces), await read(drawn(after), spaces)).map(({ kind, id }) => [kind, id]);

    it('reports elements of other files when the rest stays', async () => {
      expect(await compareDrawn({ a: 0, b: 200, c: 400 }, { a: 0, b: 200, c: 600 })).to.deep.equal([['moved', 'c']]);
    });

    it('is nothing when all was shifted together, and one thing when one stayed behind', async () => {
      expect(await compareDrawn({ a: 0, b: 200, c: 400 }, { a: 50, b: 250, c: 450 })).to.deep.equal([]);
      expect(await compareDrawn({ a: 0, b: 200, c: 400 }, { a: 50, b: 250, c: 400 })).to.deep.equal([['moved', 'c']]);
    });
  });
});
