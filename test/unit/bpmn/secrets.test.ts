import { expect } from 'chai';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { warningsOf } from './samples.ts';

const told = (inputs: Record<string, string>, outputs: Record<string, string> = {}) =>
  warningsOf(oneTask('p', 'quote', { inputs, outputs })).flatMap(({ text = '' }) => (text.includes('secrets') ? [text] : []));

describe('secrets in a model (docs/spec/secrets.md#secret-placeholders)', () => {
  it('give no warning when they stand in an input of a custom task', () => {
    expect(told({ token: 'Bearer {{secrets.A}}' })).to.deep.equal([]);
  });

  it('give a warning when they stand where they stay text', () => {
    const [text, ...others] = told({}, { token: '="{{ secrets.A }}"' });
    expect(others).to.deep.equal([]);
    expect(text).to.contain('output mapping: {{secrets.…}} is text here; secrets are put into inputs of custom tasks only');
  });
});
