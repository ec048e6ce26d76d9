import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:flowable="http://flowable.org/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
].join(' ');
const MESSAGE = '<messageEventDefinition messageRef="m"/>';

function read(...nodes: readonly string[]) {
  const parsed = parseDefinitions(
    `<definitions ${NAMESPACES}><message id="m" name="m"/><process id="p">${nodes.join('')}</process></definitions>`,
  );
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error('the model is not accepted');
  return { form: parsed.processes[0].model.startForm, warnings: parsed.warnings.map(({ text }) => text) };
}

const start = (id: string, attributes: string, inner = '') => `<startEvent id="${id}" ${attributes}>${inner}</startEvent>`;
const ext = (inner: string) => `<extensionElements>${inner}</extensionElements>`;

describe('start forms (docs/contributing/spec/elements.md#start-forms)', () => {
  it('are absent when the start event describes none', () => {
    expect(read(start('s', ''))).to.deep.equal({ form: undefined, warnings: [] });
  });

  const FORMS: readonly [what: string, start: string, form: object][] = [
    ['the key of Camunda 7', start('s', 'camunda:formKey="order"'), { key: 'order' }],
    [
      'a reference of Camunda 7',
      start('s', 'camunda:formRef="order" camunda:formRefBinding="latest"'),
      { id: 'order', binding: 'latest' },
    ],
    [
      'the fields of Camunda 7',
      start('s', '', ext('<camunda:formData><camunda:formField id="a" type="long"/></camunda:formData>')),
      { fields: [{ id: 'a', type: 'number' }] },
    ],
    ['the definition of Camunda 8', start('s', '', ext('<zeebe:formDefinition formId="order"/>')), { id: 'order' }],
    [
      'the key and properties of Flowable',
      start('s', 'flowable:formKey="order"', ext('<flowable:formProperty id="a" type="boolean" required="true"/>')),
      { key: 'order', fields: [{ id: 'a', type: 'boolean', isRequired: true }] },
    ],
    ['the only start event, though a message starts it', start('s', 'camunda:formKey="order"', MESSAGE), { key: 'order' }],
  ];
  for (const [what, event, form] of FORMS) {
    it(`have ${what}`, () => expect(read(event)).to.deep.equal({ form, warnings: [] }));
  }

  it('are those of the start event that a start call enters; others cause a warning', () => {
    const byMessage = start('m1', 'camunda:formKey="order"', MESSAGE);
    const inside = `<subProcess id="sub">${start('in', 'camunda:formKey="inner"')}</subProcess>`;
    const { form, warnings } = read(byMessage, start('s', 'camunda:formKey="mine"'), inside);
    expect(form).to.deep.equal({ key: 'mine' });
    expect(warnings.filter((text) => text.includes('form'))).to.deep.equal([
      "startEvent 'm1': the form is never shown: start requests do not use this start event",
      "startEvent 'in': the form is never shown: start requests do not use this start event",
    ]);
  });
});
