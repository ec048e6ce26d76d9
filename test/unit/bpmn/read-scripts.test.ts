import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { elementOf } from '../../../src/engine/model.ts';
import { countedWork } from '../../support/counted-work.ts';
import { sequence } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';

const TASKS = 40;

describe('a script that many elements refer to', () => {
  itFull('is read once for a file, whatever variable takes its result', () => {
    const tasks = Array.from(
      { length: TASKS },
      (_, n) => `<scriptTask id="t${n}" camunda:resource="a.groovy" camunda:resultVariable="v${n % 2 === 0 ? '' : n}"/>`,
    );
    const source = 'a = 1 + 2 * (3 + 4);\n'.repeat(300);
    const [one, many] = [sequence('one', ...tasks.slice(0, 1)), sequence('many', ...tasks)];
    const workOf = (text: string, script: string) =>
      countedWork(() => parseDefinitions(text, { scripts: { 'a.groovy': script } }));
    const workOfScript = (text: string) => workOf(text, source) - workOf(text, 'a = 1');
    expect(workOfScript(one)).to.be.above(1000);
    expect(workOfScript(many)).to.equal(workOfScript(one));
    const file = parseDefinitions(many, { scripts: { 'a.groovy': source } });
    if (!file.ok) throw new Error('the file is refused');
    const [model] = file.processes.map((process) => process.model);
    const resultOf = (id: string) => {
      const element = model && elementOf(model, id);
      return element?.type === 'scriptTask' ? element.script.resultVariable : undefined;
    };
    expect([resultOf('t0'), resultOf('t1'), resultOf('t3')]).to.deep.equal(['v', 'v1', 'v3']);
  });

  it('is read again for another format', () => {
    const tasks = ['groovy', 'javascript'].map(
      (format) => `<scriptTask id="${format}" camunda:resource="a.js" scriptFormat="${format}"/>`,
    );
    const file = parseDefinitions(sequence('formats', ...tasks), { scripts: { 'a.js': 'a = 1' } });
    const [model] = file.ok ? file.processes.map((process) => process.model) : [];
    const dialects = ['groovy', 'javascript'].map((id) => {
      const element = model && elementOf(model, id);
      return element?.type === 'scriptTask' ? element.script.dialect : undefined;
    });
    expect(dialects).to.deep.equal(['lenient', 'javascript']);
  });
});
