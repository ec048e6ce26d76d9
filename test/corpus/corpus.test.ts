import { expect } from 'chai';
import { EVENTS } from '../../lab/corpus/patterns/events.ts';
import { EXCEPTIONS } from '../../lab/corpus/patterns/exceptions.ts';
import { FLOWS } from '../../lab/corpus/patterns/flows.ts';
import type { Pattern } from '../../lab/corpus/patterns/pattern.ts';
import { TASKS } from '../../lab/corpus/patterns/tasks.ts';
import { play } from '../../lab/corpus/player.ts';
import { silencesIn, Trials } from '../../lab/corpus/silence.ts';
import { STYLES } from '../../lab/corpus/styles/styles.ts';
import { write } from '../../lab/corpus/write.ts';
import { diagnosticOf, parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import { rootVariablesOf } from '../support/trace.ts';

const PATTERNS = [...FLOWS, ...TASKS, ...EVENTS, ...EXCEPTIONS];

/** Every pattern in the words of every tool that has words for it. */
function modelsOf(pattern: Pattern) {
  return STYLES.flatMap((style) => {
    const model = pattern.draw(style);
    return model === undefined ? [] : [{ style, text: write(style, model) }];
  });
}

/** The models are written here, as the modelers of each platform write them; `npm run corpus` measures those of others. */
describe('what people model with other tools', () => {
  it('is shown by more than 400 models', () => {
    expect(PATTERNS.flatMap(modelsOf)).to.have.length.above(400);
  });

  for (const pattern of PATTERNS) {
    it(`runs as its author means it when it is: ${pattern.name}`, () => {
      for (const { style, text } of modelsOf(pattern)) {
        const parsed = parseDefinitions(text);
        if (!parsed.ok) throw new Error(`${style.name}: ${parsed.findings.map(diagnosticOf).join('; ')}`);
        const models = new Map(parsed.processes.map(({ model }) => [model.key, model] as const));
        const { driver, outcome, why } = play(models, 'order', pattern);
        const completed = (driver?.history ?? []).flatMap((event) => (event.type === 'ElementCompleted' ? [event.element] : []));
        expect(completed.join(' '), `${style.name}, ${outcome} ${why}\n${text}`).to.equal(pattern.path);
        if (driver !== undefined) expect(rootVariablesOf(driver.state), style.name).to.deep.include(pattern.variables ?? {});
      }
    });

    it(`reports nothing wrong when it is: ${pattern.name}`, () => {
      for (const { style, text } of modelsOf(pattern)) {
        expect([...silencesIn(text, new Trials(1)).keys()], `${style.name}\n${text}`).to.deep.equal([]);
      }
    });
  }
});
