import { expect } from 'chai';
import { findNextWords } from '../../../src/cli/next-words.ts';
import { VERBS } from '../../../src/cli/run-words.ts';

const next = (...words: readonly string[]) => findNextWords(words, VERBS);
const texts = (...words: readonly string[]) => next(...words).words.map(({ text }) => text);

describe('which word may be next', () => {
  it('is a verb, an action or an option of it when one is begun', () => {
    expect(texts('ta')).to.deep.equal(['tasks']);
    expect(texts('')).to.include.members(['start', 'tasks', 'completion']);
    expect(texts('--url', 'http://a', 'tas')).to.deep.equal(['tasks']);
    expect(texts('tasks', 'c')).to.deep.equal(['claim', 'complete', 'comments', 'comment', 'cancel']);
    expect(texts('tasks', 'claim', '--u')).to.deep.equal(['--user', '--url']);
    expect(texts('tasks', 'fail', '--me')).to.deep.equal(['--message']);
    expect(texts('tasks', 'claim', '--me')).to.deep.equal([]);
    expect(texts('--ver')).to.deep.equal(['--version']);
  });

  it('is a choice when the option has some, in the same word too', () => {
    expect(texts('instances', '--status', 'C')).to.deep.equal(['Completed', 'Cancelled']);
    expect(texts('instances', '--status=C')).to.deep.equal(['--status=Completed', '--status=Cancelled']);
    expect(texts('instances', '--status', 'Failed', '--status', '')).to.have.length(4);
  });

  it('is asked for when it is an id, a key, a profile or a path', () => {
    for (const [words, asks] of [
      [['state', ''], 'instance'],
      [['run', 'ord'], 'process'],
      [['tasks', 'claim', ''], 'task'],
      [['incidents', '--process', ''], 'process'],
      [['retry', 'a', ''], 'incident'],
      [['--profile', ''], 'profile'],
      [['deploy', './x'], 'file'],
      [['test', '--coverage', ''], 'folder'],
      [['state', 'one', ''], undefined],
      [['run', '--business-id', ''], undefined],
      [['tasks', 'list', ''], undefined],
      [['nothing', ''], undefined],
    ] as const)
      expect(next(...words).asks, words.join(' ')).to.equal(asks);
  });

  it('is not an option that was given already, unless it may be repeated, nor any behind --', () => {
    expect(texts('incidents', '--process', 'a', '--pro')).to.deep.equal(['--profile']);
    expect(texts('run', 'o', '--set', 'a=1', '--se')).to.deep.equal(['--set']);
    expect(texts('state', '--', '--')).to.deep.equal([]);
  });

  it('is nothing that the prototype of an object has', () => {
    for (const words of [
      ['constructor', ''],
      ['tasks', 'toString', ''],
      ['tasks', '--constructor', ''],
      ['__proto__', '--'],
    ])
      expect(texts(...words), words.join(' ')).not.to.include('apply');
  });

  it('goes to the installation that was typed', () => {
    expect(next('--url', 'http://a', 'state', '--profile=p', '').address).to.deep.equal({ url: 'http://a', profile: 'p' });
  });

  for (const verb of Object.values(VERBS))
    it(`offers every option and action of ${verb.name} when nothing of it is typed`, () => {
      expect(texts(verb.name, '--')).to.include.members(Object.keys(verb.options).map((name) => `--${name}`));
      if (verb.actions !== undefined) expect(texts(verb.name, '')).to.deep.equal(Object.keys(verb.actions));
    });
});
