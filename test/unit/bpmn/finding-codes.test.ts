import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { codeOf, FINDING_TEXTS, partsOf } from '../../../src/bpmn/finding-codes.ts';
import { findings } from '../../../src/ui/web/texts/de/findings.ts';

const SPEC = readFileSync(new URL('../../../docs/contributing/spec/validation.md', import.meta.url), 'utf8');

/** Texts in the tables of errors, with a sample for each value. */
function textsOfSpec(): readonly string[] {
  const tables = SPEC.slice(SPEC.indexOf('\n## Errors'), SPEC.indexOf('| Text | Characters |'));
  const cells = tables
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Rejected'))
    .map((line) => line.split(' | ').at(-1) ?? '');
  const texts = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  const isText = (text: string) => !/^<parser message>$|^(?:signalRef|eventDefinitionRef)$/.test(text);
  return texts.filter(isText).map((text) => text.replaceAll(/<[^<>]+>/g, '7'));
}

describe('codes of findings (docs/contributing/spec/validation.md#finding-codes)', () => {
  it('are given to every text of the tables of errors', () => {
    const texts = textsOfSpec();
    expect(texts.length).to.be.above(90);
    expect(texts.filter((text) => codeOf(text) === undefined)).to.deep.equal([]);
  });

  it('belong to one text each, whatever the values are', () => {
    const wrong: string[] = [];
    for (const [code, texts] of Object.entries(FINDING_TEXTS)) {
      for (const template of [texts].flat()) {
        const found = codeOf(template.replaceAll(/\{(\w+)\}/g, '7'));
        if (found?.code !== code) wrong.push(`${code}: ${found?.code}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('have the values of the text, of its end too', () => {
    expect(codeOf("condition: cannot parse '= a +': unexpected end at 1:5")).to.deep.equal({
      code: 'cannot-parse',
      values: { place: 'condition', text: '= a +', reason: 'unexpected end', line: '1', column: '5' },
    });
    expect(codeOf('attribute asignee is ignored; the nearest known name is assignee (line 4)')).to.deep.equal({
      code: 'attribute-ignored',
      values: { name: 'asignee', nearest: 'assignee', line: '4' },
    });
    expect(codeOf('process has no start event; process \'p\' has isExecutable="false"')?.values).to.deep.equal({
      notExecutable: 'p',
    });
    expect(codeOf('what a plugin says')).to.equal(undefined);
    expect(codeOf('x'.repeat(100_000))).to.equal(undefined);
  });

  it('are found in linear time, also in texts of a model that repeat the words of a code', () => {
    const repeated = Object.values(FINDING_TEXTS)
      .flat()
      .map((template: string) => template.split(/\{\w+\}/).map((part) => part.repeat(Math.ceil(300 / (part.length + 1)))))
      .map((parts) => `${parts.join('').slice(0, 990)}!`);
    const began = performance.now();
    for (let round = 0; round < 10; round += 1) for (const text of repeated) codeOf(text);
    expect(performance.now() - began).to.be.below(2000);
  });

  it('are found behind the element that a warning names', () => {
    expect(partsOf("userTask 'a': no path leads here")).to.deep.equal({ subject: "userTask 'a'", words: 'no path leads here' });
    expect(partsOf('no path: here')).to.deep.equal({ words: 'no path: here' });
  });

  it('have a German sentence with values of the text only', () => {
    const wrong = Object.entries(FINDING_TEXTS).flatMap(([code, texts]) => {
      const sentence = (findings.sentences as Readonly<Record<string, string>>)[code] ?? '';
      const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const isThere = names.every((name) => [texts].flat().every((text: string) => text.includes(`{${name}}`)));
      return sentence !== '' && isThere ? [] : [code];
    });
    expect(wrong).to.deep.equal([]);
  });
});
