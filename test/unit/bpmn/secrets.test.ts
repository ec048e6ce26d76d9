import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { diagnosticsOf, warningsOf } from './samples.ts';

const told = (inputs: Record<string, string>, outputs: Record<string, string> = {}) =>
  warningsOf(oneTask('p', 'quote', { inputs, outputs })).flatMap(({ text = '' }) => (text.includes('secrets') ? [text] : []));

describe('secrets in a model (docs/contributing/spec/http/custom-tasks.md#secret-placeholders)', () => {
  it('give no warning when they are in an input of a custom task', () => {
    expect(told({ token: 'Bearer {{secrets.A}}' })).to.deep.equal([]);
  });

  for (const taskType of ['publish-message', ' Broadcast-Signal ', 'log', 'delay']) {
    it(`are refused with element and input in inputs of '${taskType}', which sends nothing to other services`, () => {
      for (const [target, source] of [
        ['variables', '={"loot": "{{ secrets.BANK }}"}'],
        ['correlationKey', '{{secrets.BANK}}'],
        ['token', 'https://x.example?k=%7B%7Bsecrets.BANK%7D%7D'],
      ] as const) {
        const model = oneTask('p', taskType, { inputs: { [target]: source } });
        const inside = `input '${target}' names a secret, but '${taskType.trim()}' sends nothing to other services`;
        expect(diagnosticsOf(model).join()).to.contain(`serviceTask 'work': ${inside}`);
        expect(parseDefinitions(model, { isStored: true }).ok).to.equal(true);
      }
    });
  }

  it('give a warning when they are where they remain text', () => {
    const [text, ...others] = told({}, { token: '="{{ secrets.A }}"' });
    expect(others).to.deep.equal([]);
    expect(text).to.contain('output mapping: {{secrets.…}} is text here; secrets are put into inputs of custom tasks only');
  });
});
