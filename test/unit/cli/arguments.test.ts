import { expect } from 'chai';
import { VALIDATION_LEVELS } from '../../../src/bpmn/strict/standard-findings.ts';
import { filterTerm, GLOBAL_OPTIONS } from '../../../src/cli/arguments.ts';
import { readArguments } from '../../../src/cli/read-arguments.ts';
import { VERBS } from '../../../src/cli/run-words.ts';
import { filterTerm as filterTermOfTool } from '../../../src/mcp/tool.ts';
import { readCall } from '../../support/read-call.ts';

const ALL = Object.values(VERBS);

describe('what the words behind sluice mean', () => {
  it('reads options before the verb, behind it, and behind its action when they are there', () => {
    for (const words of [
      ['--json', '--url', 'http://a', 'tasks', 'claim', 'T', '--user', 'mia'],
      ['tasks', '--user', 'mia', '--json', 'claim', '--url=http://a', 'T'],
      ['tasks', 'claim', '--user=mia', '--url', 'http://a', '--json', 'T'],
    ]) {
      const read = readArguments(words, ALL);
      expect(read.kind, words.join(' ')).to.equal('run');
      if (read.kind !== 'run') continue;
      const { action, operands, options, globals } = read.call;
      expect([action, operands, { ...options }, globals]).to.deep.equal([
        'claim',
        ['T'],
        { user: 'mia' },
        { url: 'http://a', json: true },
      ]);
    }
  });

  it('escapes values of filters, and the text null', () => {
    for (const term of [filterTerm, filterTermOfTool]) {
      expect(term('BusinessId', '==', 'a,b|c*d\\e')).to.deep.equal(['BusinessId==a\\,b\\|c\\*d\\\\e']);
      expect(term('BusinessId', '==', 'Null')).to.deep.equal(['BusinessId==\\Null']);
      expect(term('BusinessId', '==', undefined)).to.deep.equal([]);
    }
  });

  it('takes values and operands that begin with a hyphen when they are numbers, or are behind = or --', () => {
    expect(readCall('state', '-5').operands).to.deep.equal(['-5']);
    expect(readCall('state', '--', '--json').operands).to.deep.equal(['--json']);
    expect(readCall('tasks', 'cancel', 'T', '--reason=--json').options).to.deep.include({ reason: '--json' });
    expect(readCall('tasks', 'cancel', 'T', '--reason', '-5').options).to.deep.include({ reason: '-5' });
    expect(readCall('instances', '--sort', '-CreatedAt').options).to.deep.include({ sort: '-CreatedAt' });
    expect(readCall('run', 'order', '--set', 'n=-1', '--set', '-x=--y').options.set).to.deep.equal(['n=-1', '-x=--y']);
  });

  it('keeps the order in which options were typed when it matters', () => {
    const { order } = readCall('modify', 'I', '--start-before', 'a', '--set', 'n=1', '--cancel', 'b', '--start-before', 'c');
    expect(order.map(({ name, value }) => `${name} ${value}`)).to.deep.equal([
      'start-before a',
      'set n=1',
      'cancel b',
      'start-before c',
    ]);
  });

  it('reads nothing that the prototype of an object has when it looks for verbs, actions and options', () => {
    for (const words of [['constructor'], ['__proto__'], ['tasks', 'toString', 'x'], ['state', 'x', '--constructor', 'y']])
      expect(() => readCall(...words), words.join(' ')).to.throw(/unknown command|unknown action|Unknown option/);
  });

  const wrong: readonly (readonly [when: string, words: readonly string[], message: string])[] = [
    ['a verb is nearly one', ['taks'], "unknown command 'taks'. Did you mean tasks?"],
    ['an option is nearly one', ['state', 'x', '--jsn'], "Unknown option '--jsn'. Did you mean --json?"],
    ['an option is of other verbs', ['doctor', '--url', 'http://a'], "Unknown option '--url'"],
    ['an option before the verb is of other verbs', ['--url', 'http://a', 'doctor'], '--url is not for doctor'],
    ['an option is of another action', ['tasks', 'claim', 'x', '--set', 'a=1'], '--set is not for claim'],
    ['a switch is given a value', ['state', 'x', '--watch=yes'], "Unknown option '--watch=…'"],
    ['a token stands behind an option that is none', ['tasks', '--tokn=secret'], "Unknown option '--tokn=…'"],
    ['a value is missing at the end', ['run', 'order', '--set'], '--set needs a value'],
    [
      'a value is missing before another option',
      ['instances', '--process', '--json'],
      '--process needs a value; should it be --json',
    ],
    ['a value is empty', ['incidents', 'retry', '--process', ''], '--process is empty'],
    ['an operand is empty', ['state', ''], 'state takes the id of one instance'],
    ['an option that narrows is repeated', ['incidents', '--process', 'a', '--process', 'b'], '--process can be given once'],
    ['a choice is none', ['instances', '--status', 'Done'], "--status 'Done' is not Running, Completed, Cancelled, Failed"],
    ['a number is negative', ['batch', 'list', '--page', '-1'], '--page is a number from 1'],
    ['an action is missing', ['archive'], 'archive needs one of show, find, erase'],
    ['a verb without operands gets some', ['api', 'x'], 'api takes no operands'],
    ['two ways of printing are asked for', ['state', 'x', '--json', '--table'], 'give --json or --table, not both'],
  ];
  for (const [when, words, message] of wrong)
    it(`refuses the words when ${when}`, () => expect(() => readCall(...words)).to.throw(message));

  it('takes the last one when an option of every verb is repeated, as scripts around it do', () => {
    const read = readArguments(['state', 'x', '--url', 'http://a', '--url', 'http://b'], ALL);
    expect(read.kind === 'run' && read.call.globals.url).to.equal('http://b');
  });

  it('has a help for every verb when it is asked for, with each option and action', () => {
    for (const verb of ALL) {
      const read = readArguments([verb.name, '--help'], ALL);
      const text = read.kind === 'text' ? read.text : '';
      expect(text, verb.name).to.match(new RegExp(`^Usage: sluice ${verb.name} `));
      for (const name of Object.keys(verb.options)) expect(text, verb.name).to.contain(`  --${name}`);
      for (const name of Object.keys(verb.actions ?? {})) expect(text, verb.name).to.match(new RegExp(`^  ${name}`, 'm'));
    }
  });

  it('is declared without contradictions when all verbs are looked at', () => {
    for (const { name, options, actions, operands } of ALL) {
      expect(actions === undefined || operands === undefined, name).to.equal(true);
      for (const [option, { of = [] }] of Object.entries(options)) {
        for (const action of of) expect(Object.keys(actions ?? {}), `${name} --${option}`).to.include(action);
        if (name !== 'profile') expect(Object.keys(GLOBAL_OPTIONS), `${name} --${option}`).not.to.include(option);
      }
    }
    expect(VERBS['validate']?.options['level']?.choices).to.deep.equal(VALIDATION_LEVELS);
  });
});
