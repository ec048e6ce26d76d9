// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { BUNDLED } from '../../../src/engine/model/bundled-plugins.ts';
import { BUNDLED_TASK_TYPES } from '../../../src/platform/config/config-engine.ts';
import { diagnosticsOf, elementIn, ext, warningsOf } from './samples.ts';

const PREFIXES = {
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
} as const;

/** A file in one dialect only, with a service task `t`. */
function file(prefix: keyof typeof PREFIXES, attributes: string, inner = ''): string {
  return [
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:${prefix}="${PREFIXES[prefix]}">`,
    '<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
    `<bpmn:serviceTask id="t" ${attributes}>${inner}</bpmn:serviceTask></bpmn:process></bpmn:definitions>`,
  ].join('\n');
}

/** What is special about the work of `t`: the task type as a text, mappings by target. */
function workOf(xml: string): Record<string, unknown> {
  const { work } = elementIn(xml, 'serviceTask', 't');
  if (work.kind !== 'typed') return { kind: work.kind };
  const { taskType, headers, parameters = [], sharesVariables, priority } = work;
  return {
    type: taskType.source,
    ...(sharesVariables === undefined ? {} : { sharesVariables }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(priority === undefined ? {} : { priority }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(({ target }) => target) }),
  };
}

const textsOf = (xml: string): string[] => warningsOf(xml).map(({ text }) => text);

describe('a job of another engine', () => {
  it('shares variables and gets its headers when it is one of Camunda 8', () => {
    const headers = '<zeebe:taskHeaders><zeebe:header key="a" value="=1"/><zeebe:header key="b"/></zeebe:taskHeaders>';
    const xml = file('zeebe', '', ext(`<zeebe:taskDefinition type="x"/>${headers}`));
    expect(workOf(xml)).to.deep.equal({ type: 'x', sharesVariables: 'always', headers: { a: '=1', b: '' } });
    expect(textsOf(xml)).to.deep.equal([]);
  });

  it('gets its extension properties as headers when it is one of Camunda 7', () => {
    const properties =
      '<camunda:properties><camunda:property name="a" value="1"/><camunda:property name="b"/></camunda:properties>';
    const xml = file('camunda', 'camunda:type="external" camunda:topic="x"', ext(properties));
    expect(workOf(xml)).to.deep.equal({ type: 'x', sharesVariables: 'always', headers: { a: '1', b: '' } });
    expect(textsOf(xml)).to.deep.equal([]);
  });

  it('has the priority of its task, else of its process, when that is a whole number of 32 bits', () => {
    const external = 'camunda:type="external" camunda:topic="x"';
    const priorityOf = (xml: string, ofProcess = '') => workOf(xml.replace('id="p" ', `id="p" ${ofProcess} `))['priority'];
    expect(priorityOf(file('camunda', `${external} camunda:taskPriority="-7"`), 'camunda:taskPriority="9"')).to.equal(-7);
    expect(priorityOf(file('camunda', external), 'camunda:taskPriority="9"')).to.equal(9);
    for (const other of ['0', '${bean.rank()}', 'high', '1.5', '2147483648', ' '])
      expect(priorityOf(file('camunda', `${external} camunda:taskPriority="${other}"`)), other).to.equal(undefined);
    const definition = '<zeebe:taskDefinition type="x"/><zeebe:jobPriorityDefinition priority="80"/>';
    expect(priorityOf(file('zeebe', '', ext(definition)))).to.equal(80);
  });

  it('has an expression as its priority when the task or its process has one', () => {
    const textOf = (xml: string) => {
      const { work } = elementIn(xml, 'serviceTask', 't');
      return work.kind === 'typed' ? [work.priority, work.priorityText?.text] : [];
    };
    const external = 'camunda:type="external" camunda:topic="x"';
    expect(textOf(file('camunda', `${external} camunda:taskPriority="\${p + 1}"`))).to.deep.equal([undefined, '${p + 1}']);
    const definition = '<zeebe:taskDefinition type="x"/><zeebe:jobPriorityDefinition priority="=p"/>';
    expect(textOf(file('zeebe', '', ext(definition)))).to.deep.equal([undefined, '=p']);
  });

  it('warns when a part of its headers is misspelt', () => {
    const headers = '<zeebe:taskHeaders><zeebe:heder key="a" value="1"/></zeebe:taskHeaders>';
    const [text] = textsOf(file('zeebe', '', ext(`<zeebe:taskDefinition type="x"/>${headers}`)));
    expect(text).to.match(/^serviceTask 't': element heder of taskHeaders is ignored; the nearest known name is header/);
  });

  for (const [prefix, type, sharesVariables] of [
    ['camunda', 'external', 'always'],
    ['flowable', 'external-worker', 'unmapped'],
  ] as const) {
    it(`shares variables when it is an external task of ${prefix}`, () => {
      const xml = file(prefix, `${prefix}:type="${type}" ${prefix}:topic="x"`);
      expect(workOf(xml)).to.deep.equal({ type: 'x', sharesVariables });
    });
  }

  it('keeps to its mappings when it is one of a bundled plugin, or its type is a plain attribute', () => {
    expect(workOf(file('zeebe', '', ext('<zeebe:taskDefinition type="Rest-Call"/>')))).to.deep.equal({ type: 'Rest-Call' });
    expect(workOf(file('zeebe', 'type="x"'))).to.deep.equal({ type: 'x' });
    expect([...BUNDLED].sort()).to.deep.equal([...BUNDLED_TASK_TYPES].sort());
  });

  it('may have an input without a source when it is one of Camunda 8, and an output may not', () => {
    const task = (mapping: string) =>
      file('zeebe', '', ext(`<zeebe:taskDefinition type="x"/><zeebe:ioMapping>${mapping}</zeebe:ioMapping>`));
    const { mappings } = elementIn(task('<zeebe:input target="a"/><zeebe:input source="" target="b.c"/>'), 'serviceTask', 't');
    expect(mappings?.inputs.map(({ target, source }) => [target, 'source' in source && source.source])).to.deep.equal([
      ['a', 'null'],
      ['b.c', 'null'],
    ]);
    expect(diagnosticsOf(task('<zeebe:input source="=1"/>'))).to.have.length(1);
    expect(diagnosticsOf(task('<zeebe:input/>'))[0]).to.match(/mapping target '' is not valid/);
    expect(diagnosticsOf(task('<zeebe:output target="a"/>'))[0]).to.match(/mapping needs source and target/);
  });
});

describe('code of another engine', () => {
  for (const prefix of ['camunda', 'flowable', 'activiti'] as const) {
    const rows: readonly (readonly [when: string, attributes: string, work: object, what: string])[] = [
      ['a class', `${prefix}:class="a.b.C"`, { type: 'a.b.C' }, 'class'],
      ['a bean', `${prefix}:delegateExpression="\${ mailer }"`, { type: 'mailer' }, 'delegateExpression'],
      [
        'a call of a bean',
        `${prefix}:expression="\${mailer.send(to)}" ${prefix}:resultVariable="r"`,
        { type: 'mailer.send', headers: { expression: '${mailer.send(to)}', resultVariable: 'r' } },
        'expression',
      ],
    ];
    for (const [when, attributes, work, what] of rows) {
      it(`is a task type when it is ${when} of ${prefix}, with a warning`, () => {
        const xml = file(prefix, attributes);
        expect(workOf(xml)).to.deep.equal({ sharesVariables: prefix === 'camunda' ? 'always' : 'unmapped', ...work });
        const { type } = work as { type: string };
        const text = `serviceTask 't': ${what} is not executed; the task waits for a worker of task type '${type}'`;
        expect(textsOf(xml)).to.deep.equal([text]);
      });
    }
  }

  it('is not a task type when a task type is given besides, or the expression is more than a call', () => {
    const typed = file('camunda', 'camunda:class="a.B" camunda:type="external" camunda:topic="x"');
    expect(workOf(typed)).to.deep.include({ type: 'x' });
    expect(textsOf(typed)).to.deep.equal(["serviceTask 't': class is not executed"]);
    const sum = file('camunda', 'camunda:expression="${1 + mailer.send(to)}"');
    expect(workOf(sum)).to.deep.equal({ kind: 'untyped' });
  });

  it('gets its fields when it has some: fixed texts as headers, expressions as parameters', () => {
    const fields = [
      '<camunda:field name="a" stringValue="1"/><camunda:field name="b" expression="${x + 1}"/>',
      '<camunda:field name="c"><camunda:string> two </camunda:string></camunda:field>',
      '<camunda:field name="d"><camunda:expression>${y}</camunda:expression></camunda:field><camunda:field name="e"/>',
    ];
    const xml = file('camunda', 'camunda:class="a.B"', ext(fields.join('')));
    const work = { type: 'a.B', sharesVariables: 'always', headers: { a: '1', c: 'two', e: '' }, parameters: ['b', 'd'] };
    expect(workOf(xml)).to.deep.equal(work);
  });

  it('is to be completed by hand when a worker could not ask for its name', () => {
    for (const attributes of ['camunda:delegateExpression="${}"', `camunda:class="${'a'.repeat(257)}"`]) {
      const xml = file('camunda', attributes);
      expect(workOf(xml)).to.deep.equal({ kind: 'untyped' });
      expect(textsOf(xml)[0]).to.match(/^serviceTask 't': \w+ is not executed; the task waits to be completed$/);
    }
  });

  it('gets a warning about fields and headers when they are where no job is', () => {
    const field = ext('<camunda:field name="a" stringValue="1"/>');
    const typed = file('camunda', 'type="x"', field).replace('xmlns:', 'xmlns:fleans="https://fleans.io/schema/bpmn/1.0" xmlns:');
    expect(textsOf(typed)).to.deep.equal(["serviceTask 't': field is not executed"]);
    const end = `<bpmn:endEvent id="e">${ext('<camunda:field name="a" stringValue="1"/>')}</bpmn:endEvent><bpmn:sequenceFlow id="g" sourceRef="t" targetRef="e"/>`;
    const xml = file('camunda', 'camunda:expression="${1}"').replace('</bpmn:process>', `${end}</bpmn:process>`);
    expect(textsOf(xml)).to.deep.equal(["endEvent 'e': field is not executed"]);
  });

  it('is named with its fields when no one gets them', () => {
    const xml = file('camunda', 'camunda:expression="${1 + 1}"', ext('<camunda:field name="a" stringValue="1"/>'));
    expect(textsOf(xml)).to.deep.equal(["serviceTask 't': field is not executed"]);
  });
});

describe('an ad-hoc body of Camunda 8', () => {
  const body = (attributes: string): string =>
    file('zeebe', '').replace(
      '</bpmn:process>',
      `<bpmn:adHocSubProcess id="a">${ext(`<zeebe:adHoc ${attributes}/>`)}<bpmn:task id="i"/></bpmn:adHocSubProcess></bpmn:process>`,
    );

  it('collects what its paths give when it names a collection', () => {
    const xml = body('outputCollection="all" outputElement="=one"');
    const { output } = elementIn(xml, 'adHocSubProcess', 'a');
    expect([output?.collection, output?.element?.source]).to.deep.equal(['all', 'one']);
    expect(textsOf(xml).filter((text) => text.includes('adHoc is ignored'))).to.deep.equal([]);
  });

  it('is refused when the collection is not a name', () => {
    expect(diagnosticsOf(body('outputCollection="a.b"'))[0]).to.match(/outputCollection 'a\.b' is not valid/);
  });
});
