import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { itFull } from '../../support/tier.ts';

const NAMESPACES =
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';
const ext = (inner: string) => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

/** The form of the only user task. */
function formOf(attributes: string, inner = '', inProcess = '', leftOut: readonly string[] = []): unknown {
  const parsed = parseDefinitions(
    `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p">${ext(inProcess)}<bpmn:startEvent id="s"/><bpmn:userTask id="u" ${attributes}>${ext(inner)}</bpmn:userTask><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/></bpmn:process></bpmn:definitions>`,
  );
  if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
  expect(parsed.warnings.map(({ text }) => text)).to.deep.equal(leftOut.map((text) => `userTask 'u': ${text}`));
  const element = parsed.processes[0]?.model.elements.get('u');
  return element?.type === 'userTask' ? element.form : undefined;
}

/** The same of a form of Camunda 8 inside the process. */
const embedded = (json: string, leftOut: readonly string[] = []): unknown =>
  formOf(
    '',
    '<zeebe:formDefinition formKey="camunda-forms:bpmn:F1"/>',
    `<zeebe:userTaskForm id="F1"><![CDATA[${json}]]></zeebe:userTaskForm>`,
    leftOut,
  );

describe('forms of user tasks', () => {
  it('are absent when the model describes none', () => expect(formOf('')).to.equal(undefined));

  it('have the key when one is given', () => {
    expect(formOf('camunda:formKey="embedded:app:task.html"')).to.deep.equal({ key: 'embedded:app:task.html' });
    expect(formOf('flowable:formKey="order"')).to.deep.equal({ key: 'order' });
    expect(formOf('', '<zeebe:formDefinition externalReference="x"/>')).to.deep.equal({ key: 'x' });
  });

  it('have the id with binding and version when a form is referred to', () => {
    const attributes = 'camunda:formRef="order" camunda:formRefBinding="version" camunda:formRefVersion="2"';
    expect(formOf(attributes)).to.deep.equal({ id: 'order', binding: 'version', version: '2' });
    const definition = '<zeebe:formDefinition formId="order" bindingType="deployment"/>';
    expect(formOf('', definition)).to.deep.equal({ id: 'order', binding: 'deployment' });
  });

  it('have the fields of formData', () => {
    const fields = `<camunda:formData>
      <camunda:formField id="amount" label="Amount" type="long" defaultValue="5"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField>
      <camunda:formField id="kind" type="enum"><camunda:value id="a" name="First"/><camunda:value id="b"/></camunda:formField>
      <camunda:formField id="seen" type="boolean"><camunda:validation><camunda:constraint name="readonly" config="true"/></camunda:validation></camunda:formField>
      <camunda:formField id="amount" type="string"/><camunda:formField type="string"/>
    </camunda:formData>`;
    expect(formOf('', fields)).to.deep.equal({
      fields: [
        { id: 'amount', label: 'Amount', type: 'number', defaultValue: '5', isRequired: true },
        {
          id: 'kind',
          type: 'enum',
          values: [
            { id: 'a', label: 'First' },
            { id: 'b', label: 'b' },
          ],
        },
        { id: 'seen', type: 'boolean', isReadOnly: true },
      ],
    });
  });

  it("have Flowable's form properties as fields", () => {
    const property = '<flowable:formProperty id="due" name="Due" type="date" required="true" writable="false"/>';
    expect(formOf('', property)).to.deep.equal({
      fields: [{ id: 'due', label: 'Due', type: 'date', isRequired: true, isReadOnly: true }],
    });
  });

  it('name a form property after its variable, and have no expression as a default value', () => {
    const property = '<flowable:formProperty id="sum" variable="total" default="#{x}"/>';
    const leftOut = ["default of the form field 'sum' is an expression and is ignored"];
    expect(formOf('', property, '', leftOut)).to.deep.equal({ fields: [{ id: 'total', type: 'text' }] });
  });

  it('have the fields of a form that is in the process', () => {
    const json = JSON.stringify({
      components: [
        { type: 'text', text: 'Hello' },
        { type: 'group', components: [{ type: 'number', key: 'n', label: 'N', defaultValue: 3, validate: { required: true } }] },
        { type: 'select', key: 's', values: [{ value: 'a', label: 'A' }] },
        { type: 'checkbox', key: 'c', disabled: true },
      ],
    });
    expect(embedded(json)).to.deep.equal({
      key: 'camunda-forms:bpmn:F1',
      fields: [
        { id: 'n', label: 'N', type: 'number', defaultValue: 3, isRequired: true },
        { id: 's', type: 'enum', values: [{ id: 'a', label: 'A' }] },
        { id: 'c', type: 'boolean', isReadOnly: true },
      ],
    });
  });

  const NO_JSON = "the form 'F1' is not JSON and is ignored";
  const HOSTILE: readonly [json: string, ...leftOut: string[]][] = [
    ['', NO_JSON],
    ['{', NO_JSON],
    ['[]'],
    ['{"components":5}'],
    ['{"components":[null,{"type":"number"}]}'],
    ['{"__proto__":{"components":[]}}'],
    [`${'{"components":['.repeat(3000)}${']}'.repeat(3000)}`, "the form 'F1' has groups deeper than 20, which are left out"],
    [`{"components":[],"x":"${'x'.repeat(262_144)}"}`, "the form 'F1' is longer than 262144 characters and is not read"],
  ];
  for (const [json, ...leftOut] of HOSTILE) {
    it(`have the key alone when the form is ${json.slice(0, 40)}, of ${json.length} characters`, () => {
      expect(embedded(json, leftOut)).to.deep.equal({ key: 'camunda-forms:bpmn:F1' });
    });
  }

  it('report it when the form is not in the process', () => {
    const definition = '<zeebe:formDefinition formKey="camunda-forms:bpmn:F2"/>';
    const leftOut = ["the form 'F2' is not in the process"];
    expect(formOf('', definition, '<zeebe:userTaskForm id="F1">{}</zeebe:userTaskForm>', leftOut)).to.deep.equal({
      key: 'camunda-forms:bpmn:F2',
    });
  });

  it('have at most 200 fields, and texts of at most 1,000 characters', () => {
    const many = Array.from({ length: 300 }, (_, n) => `<camunda:formField id="f${n}" label="${'x'.repeat(2000)}"/>`).join('');
    const leftOut = [
      "the form is too long, its field 'f200' and those behind it are left out",
      "the form is too long, a part of its field 'f0', and of 199 more, is left out",
    ];
    const form = formOf('', `<camunda:formData>${many}</camunda:formData>`, '', leftOut) as { fields: { label: string }[] };
    expect(form.fields).to.have.length(200);
    expect(form.fields[0]?.label).to.have.length(1000);
  });

  const CHOICES = Array.from({ length: 300 }, () => ({ value: 'v'.repeat(500), label: 'l'.repeat(500) }));
  const tasks = (count: number, json: string) => {
    const form = `<zeebe:userTaskForm id="F1"><![CDATA[${json}]]></zeebe:userTaskForm>`;
    const task = (n: number) =>
      `<bpmn:userTask id="u${n}">${ext('<zeebe:formDefinition formKey="camunda-forms:bpmn:F1"/>')}</bpmn:userTask><bpmn:sequenceFlow id="f${n}" sourceRef="s" targetRef="u${n}"/>`;
    const all = Array.from({ length: count }, (_, n) => task(n)).join('');
    const parsed = parseDefinitions(
      `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p">${ext(form)}<bpmn:startEvent id="s"/>${all}</bpmn:process></bpmn:definitions>`,
    );
    if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
    const forms = [...(parsed.processes[0]?.model.elements.values() ?? [])].flatMap((element) =>
      element.type === 'userTask' && element.form !== undefined ? [element.form] : [],
    );
    return { forms, warnings: parsed.warnings.map(({ text }) => text) };
  };

  it('have at most 200 values in a field, and 200 fields, also in a form of the process', () => {
    const short = CHOICES.map((_, n) => ({ value: `${n}` }));
    const components = CHOICES.map((_, n) => ({ type: 'select', key: `k${n}`, ...(n === 0 ? { values: short } : {}) }));
    const [form] = tasks(1, JSON.stringify({ components })).forms;
    expect([form?.fields?.length, form?.fields?.[0]?.values?.length]).to.deep.equal([200, 200]);
  });

  it('leave out, with a warning, the fields that make them too long', () => {
    const choices = CHOICES.map(({ value, label }) => `<camunda:value id="${value}" name="${label}"/>`).join('');
    const field = (id: string) => `<camunda:formField id="${id}" type="enum">${choices}</camunda:formField>`;
    const inner = ext(`<camunda:formData>${field('a')}${field('b')}${field('c')}</camunda:formData>`);
    const parsed = parseDefinitions(
      `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:userTask id="u">${inner}</bpmn:userTask><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/></bpmn:process></bpmn:definitions>`,
    );
    if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
    const element = parsed.processes[0]?.model.elements.get('u');
    const fields = element?.type === 'userTask' ? element.form?.fields : undefined;
    expect(fields?.map(({ id }) => id)).to.deep.equal(['a']);
    expect(parsed.warnings.map(({ text }) => text)).to.deep.equal([
      "userTask 'u': the form is too long, its field 'b' and those behind it are left out",
      "userTask 'u': the form is too long, a part of its field 'a' is left out",
    ]);
  });

  it("have the author's constraints of a value when it is written, and leave out anything but bounds", () => {
    const constraint = (name: string, config: string) => `<camunda:constraint name="${name}" config="${config}"/>`;
    const bounds = [constraint('minlength', '2'), constraint('maxlength', '9'), constraint('min', 'many'), constraint('max', '')];
    const field = `<camunda:formField id="a" type="string"><camunda:validation>${bounds.join('')}</camunda:validation></camunda:formField>`;
    expect(formOf('', `<camunda:formData>${field}</camunda:formData>`)).to.deep.equal({
      fields: [{ id: 'a', type: 'text', rules: { minLength: 2, maxLength: 9 } }],
    });
    const validate = { min: 1, max: '9', minLength: null, pattern: '^[a-z]+$' };
    const wrong = { pattern: '(', min: Number.NaN, maxLength: 3 };
    const components = [
      { type: 'textarea', key: 'a', description: 'Why', validate },
      { type: 'radio', key: 'b', values: [{ value: 'x' }], validate: wrong },
      { type: 'number', key: 'c', validate: 'required' },
    ];
    expect(embedded(JSON.stringify({ components }))).to.deep.include({
      fields: [
        { id: 'a', type: 'text', control: 'textarea', hint: 'Why', rules: { min: 1, pattern: '^[a-z]+$' } },
        { id: 'b', type: 'enum', values: [{ id: 'x', label: 'x' }], control: 'radio', rules: { maxLength: 3 } },
        { id: 'c', type: 'number' },
      ],
    });
  });

  it('name the parts that ask for values of other kinds when there are some', () => {
    const components = [
      { type: 'text', text: '# Title' },
      { type: 'filepicker', key: 'files', label: 'Attachments' },
      { type: 'group', components: [{ type: 'taglist', key: 'tags' }, { type: 'checklist' }] },
      ...Array.from({ length: 30 }, (_, n) => ({ type: 'new', key: `k${n}` })),
    ];
    const { notShown } = embedded(JSON.stringify({ components })) as { readonly notShown: readonly string[] };
    expect(notShown.slice(0, 4)).to.deep.equal(["filepicker 'Attachments'", "taglist 'tags'", 'checklist', "new 'k0'"]);
    expect(notShown).to.have.length(20);
  });

  itFull('are read once, and have one list, when many tasks have the same form', () => {
    const components = Array.from({ length: 200 }, (_, n) => ({ type: 'number', key: `k${n}`, label: 'l'.repeat(900) }));
    const { forms, warnings } = tasks(2000, JSON.stringify({ components }));
    expect([forms.length, warnings]).to.deep.equal([2000, []]);
    expect(new Set(forms.map(({ fields }) => fields)).size).to.equal(1);
  });
});
