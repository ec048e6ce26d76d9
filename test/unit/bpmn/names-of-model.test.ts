import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { type NamesOfModel, namesOfModel } from '../../../src/bpmn/reader/protocol.ts';

function namesOf(process: string, tasks: string): NamesOfModel {
  const parsed = parseDefinitions(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p" ${process}><startEvent id="s" name="Begin"/>${tasks}</process></definitions>`,
  );
  const [first] = parsed.ok ? parsed.processes : [];
  if (first === undefined) throw new Error('the model cannot be read');
  return namesOfModel(first.model);
}
const task = (id: string, name: string) => `<userTask id="${id}" name="${name}"/>`;

describe('the names that a deploy keeps (docs/contributing/spec/http/user-tasks.md#names)', () => {
  it('are absent when the model has none', () => expect(namesOf('', '<userTask id="a"/>')).to.deep.equal({}));

  it('are those of the process and its user tasks, in one line', () => {
    const tasks = `${task('a', ' Check&#10;  the\tinvoice ')}<task id="b" name="Other"/><userTask id="c" name="  "/>`;
    expect(namesOf('name="All&#10;invoices"', tasks)).to.deep.equal({
      name: 'All invoices',
      taskNames: { a: 'Check the invoice' },
    });
  });

  it('are cut, and left out behind 64 Ki characters, when there are many and long ones', () => {
    const tasks = Array.from({ length: 400 }, (_, n) => task(`t${n}`, 'x'.repeat(300))).join('');
    const { taskNames = {} } = namesOf(`name="${'y'.repeat(300)}"`, tasks);
    expect(taskNames['t0']).to.have.length(255);
    expect(Object.keys(taskNames).length).to.be.within(200, 260);
    expect(JSON.stringify(taskNames).length).to.be.lessThan(64 * 1024);
  });

  it('are members like any other when an id is one of every object', () => {
    const { taskNames = {} } = namesOf('', task('__proto__', 'Odd') + task('constructor', 'Odder'));
    expect(Object.entries(taskNames)).to.deep.equal([
      ['__proto__', 'Odd'],
      ['constructor', 'Odder'],
    ]);
  });
});
