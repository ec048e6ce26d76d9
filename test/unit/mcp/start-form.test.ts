import { Ajv } from 'ajv';
import { expect } from 'chai';
import { readStartForm, schemaOfForm, variablesOfForm } from '../../../src/mcp/start-tools.ts';

const formOf = (fields: readonly object[]) => readStartForm({ processDefinitionKey: 'order', version: 2, startForm: { fields } });
const propertiesOf = (fields: readonly object[]): Record<string, object> => ({ ...schemaOfForm(formOf(fields)).properties });

describe('the arguments of start tools (docs/contributing/spec/mcp.md#form-arguments)', () => {
  it('have the types, choices, labels and defaults of the fields when those can be used', () => {
    const properties = propertiesOf([
      { id: 'amount', type: 'number', label: 'Amount', defaultValue: '5' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a model
      { id: 'rate', type: 'number', defaultValue: '${rate}' },
      { id: 'urgent', type: 'boolean', defaultValue: 'true' },
      { id: 'colour', type: 'enum', values: [{ id: 'r', label: 'Red' }, { id: 'g' }, { id: 'r' }], defaultValue: 'r' },
      { id: 'none', type: 'enum' },
      { id: 'day', type: 'date' },
      { id: 'note', type: 'text', defaultValue: 'n' },
    ]);
    expect(properties['amount']).to.deep.equal({ type: 'number', title: 'Amount', default: 5 });
    expect(properties['rate']).to.deep.equal({ type: 'number', title: 'rate' });
    expect(properties['urgent']).to.deep.equal({ type: 'boolean', title: 'urgent', default: true });
    expect(properties['colour']).to.deep.equal({ type: 'string', enum: ['r', 'g'], title: 'colour' });
    expect(properties['none']).to.not.have.property('enum');
    expect(properties['day']).to.have.property('description');
    expect(properties['note']).to.have.property('default', 'n');
  });

  it('leave out what can only be read, and require what is required', () => {
    const form = formOf([
      { id: 'shown', type: 'text', isReadOnly: true, isRequired: true },
      { id: 'asked', type: 'text', isRequired: true },
    ]);
    expect(Object.keys(schemaOfForm(form).properties)).to.deep.equal(['asked', '_businessId', '_variables', '_idempotencyKey']);
    expect(schemaOfForm(form).required).to.deep.equal(['asked']);
  });

  it('have their own safe names when ids are strange or the same, and the variables have theirs', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'field_1', 'a b', 'a b', 'ok', 'ok', '_variables', '', 'x'.repeat(65)];
    const form = formOf(ids.map((id) => ({ id, type: 'text' })));
    const names = form.fields.map(({ argument }) => argument);
    expect(new Set(names).size).to.equal(ids.length);
    for (const name of names) expect(name).to.match(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/);
    const schema = schemaOfForm(form);
    expect(Object.getPrototypeOf(schema.properties)).to.equal(Object.prototype);
    const given = Object.fromEntries(names.map((name) => [name, name]));
    expect(new Ajv({ strict: false }).validate(schema, given)).to.equal(true);
    const variables = variablesOfForm(form, given);
    expect(Object.keys(variables).sort()).to.deep.equal([...new Set(ids)].sort());
    expect(Object.getPrototypeOf(variables)).to.equal(Object.prototype);
  });

  it('are bounded when a model has no bounds', () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `f${at}`, type: 'text', label: 'x\n'.repeat(10_000) }));
    const text = JSON.stringify(propertiesOf(many));
    expect(text.length).to.be.below(60_000);
    const values = Array.from({ length: 5000 }, (_, at) => ({ id: `v${at}` }));
    expect(propertiesOf([{ id: 'a', type: 'enum', values }])['a']).to.not.have.property('enum');
  });

  it('are only further variables when the form is only named or is not a form', () => {
    for (const startForm of [{ key: 'embedded:app:form.html' }, null, 'x', { fields: 'none' }]) {
      const form = readStartForm({ processDefinitionKey: 'order', version: 1, startForm });
      expect(Object.keys(schemaOfForm(form).properties)).to.deep.equal(['_businessId', '_variables', '_idempotencyKey']);
    }
  });
});
