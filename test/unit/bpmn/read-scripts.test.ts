import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { elementOf } from '../../../src/engine/model.ts';
import { sequence } from '../../support/models/models.ts';
import { processorMs } from '../../support/processor-time.ts';

const TASKS = 400;

describe('a script that many elements refer to', function () {
  this.timeout(20_000);

  it('is read once for a file, whatever variable takes its result', () => {
    const tasks = Array.from(
      { length: TASKS },
      (_, n) => `<scriptTask id="t${n}" camunda:resource="a.groovy" camunda:resultVariable="v${n % 2 === 0 ? '' : n}"/>`,
    );
    const scripts = { 'a.groovy': 'a = 1 + 2 * (3 + 4);\n'.repeat(3000) };
    const parsed: ReturnType<typeof parseDefinitions>[] = [];
    const parse = (text: string) => processorMs(() => parsed.push(parseDefinitions(text, { scripts })));
    const tookOnce = parse(sequence('one', ...tasks.slice(0, 1)));
    const tookAll = parse(sequence('many', ...tasks));
    const [once, file] = parsed;
    if (!once?.ok || !file?.ok) throw new Error('the file is refused');
    expect(tookAll).to.be.lessThan(tookOnce * (TASKS / 8));
    const [model] = file.processes.map((process) => process.model);
    const resultOf = (id: string) => {
      const element = model && elementOf(model, id);
      return element?.type === 'scriptTask' ? element.script.resultVariable : undefined;
    };
    expect([resultOf('t0'), resultOf('t1'), resultOf('t3')]).to.deep.equal(['v', 'v1', 'v3']);
  });

  it('is read anew for another format', () => {
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
