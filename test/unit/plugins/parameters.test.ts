import { expect } from 'chai';
import { MAX_TASK_TYPE } from '../../../src/engine/policies/own-jobs.ts';
import { catalogSchemaOf, inputCheckOf, inputWarnings } from '../../../src/plugins/parameters.ts';
import {
  definePlugin,
  isTaskFailure,
  type JsonValue,
  type Parameter,
  response,
  TaskFailure,
} from '../../../src/plugins/plugin.ts';
import { registerPlugins } from '../../../src/plugins/registry.ts';

const pluginWith = (...parameters: readonly Parameter[]) =>
  definePlugin({ taskType: 'probe', parameters, execute: () => undefined });
const checked = (parameter: Omit<Parameter, 'name'>, value: JsonValue) =>
  inputCheckOf(pluginWith({ name: 'p', ...parameter }))({ p: value });

describe('the inputs of a plugin', () => {
  const fits: readonly [type: Omit<Parameter, 'name'>, given: JsonValue, got: JsonValue][] = [
    [{ type: 'String' }, 'a', 'a'],
    [{ type: 'String' }, 12, '12'],
    [{ type: 'MultilineString' }, true, 'true'],
    [{ type: 'MultilineString' }, { a: [1, null] }, '{"a":[1,null]}'],
    [{ type: 'MultilineString' }, ['a', 1], '["a",1]'],
    [{ type: 'Integer' }, 12, 12],
    [{ type: 'Integer' }, ' -12 ', -12],
    [{ type: 'Boolean' }, 'TRUE', true],
    [{ type: 'Expression' }, { a: [1] }, { a: [1] }],
    [{ type: 'List', itemType: 'Integer' }, ['1', 2], [1, 2]],
    [{ type: 'List', itemType: 'Integer' }, '[200, 201]', [200, 201]],
    [
      { type: 'Map', itemType: 'String' },
      { a: 1, b: null },
      { a: '1', b: null },
    ],
    [{ type: 'Map' }, '{"a":[1]}', { a: [1] }],
    [{ type: 'Integer' }, null, null],
  ];
  for (const [type, given, got] of fits) {
    it(`are taken as ${JSON.stringify(got)} when ${JSON.stringify(type)} gets ${JSON.stringify(given)}`, () => {
      expect(checked(type, given)).to.deep.equal({ ok: true, input: { p: got } });
    });
  }

  const misfits: readonly [type: Omit<Parameter, 'name'>, given: JsonValue, message: string][] = [
    [{ type: 'String' }, [], 'must be string'],
    [{ type: 'Integer' }, '12.5', 'must be integer'],
    [{ type: 'Integer' }, 'twelve', 'must be integer'],
    [{ type: 'Boolean' }, 1, 'must be boolean'],
    [{ type: 'List' }, 'a', 'must be array'],
    [{ type: 'List', itemType: 'Integer' }, [1, 'x'], "at '/1' must be integer"],
    [{ type: 'Map' }, [1], 'must be object'],
    [{ type: 'Integer', rule: { minimum: 1, maximum: 300 } }, 301, 'must be <= 300'],
    [{ type: 'String', rule: { enum: ['a', 'b'] } }, 'c', 'must be equal to one of the allowed values: a, b'],
    [{ type: 'String', required: true }, null, 'is required'],
  ];
  for (const [type, given, message] of misfits) {
    it(`are refused, naming the parameter, when ${JSON.stringify(type)} gets ${JSON.stringify(given)}`, () => {
      expect(checked(type, given)).to.deep.equal({ ok: false, message: `Parameter 'p' ${message}` });
    });
  }

  it('are passed as they are when nothing is declared about them', () => {
    const input = { a: null, b: 'x' };
    expect(inputCheckOf({ taskType: 'any', execute: () => undefined })(input)).to.deep.equal({ ok: true, input });
    expect(inputCheckOf(pluginWith())(input)).to.deep.equal({ ok: true, input });
  });

  it('are never read from the prototype when a parameter is called like a member of it', () => {
    expect(inputCheckOf(pluginWith({ name: 'constructor', type: 'String', required: true }))({}).ok).to.equal(false);
  });

  it('are compared with what a model maps when it is deployed', () => {
    const schema = catalogSchemaOf(
      pluginWith(
        { name: 'url', type: 'String', required: true },
        { name: 'count', type: 'Integer' },
        { name: 'on', type: 'Boolean' },
      ),
    );
    const texts = inputWarnings('probe', schema ?? { parameters: [] }, [
      { target: 'count', literal: 'many' },
      { target: 'on', literal: undefined },
      { target: 'extra.part', literal: 1 },
    ]);
    expect(texts).to.deep.equal([
      "parameter 'url' of 'probe' is required and not mapped",
      "parameter 'count' must be integer for 'probe'",
      "'probe' has no parameter 'extra'",
    ]);
  });
});

describe('the plugins of a host', () => {
  const bad: readonly [why: string, make: () => unknown][] = [
    ['two have one type', () => registerPlugins([pluginWith(), { ...pluginWith(), taskType: ' PROBE' }])],
    ['a type is blank', () => registerPlugins([{ ...pluginWith(), taskType: ' ' }])],
    [
      'two parameters have one name',
      () => registerPlugins([pluginWith({ name: 'a', type: 'String' }, { name: 'a', type: 'String' })]),
    ],
    ['a parameter has an unknown type', () => registerPlugins([pluginWith({ name: 'a', type: 'Text' as never })])],
    ['a text has items', () => registerPlugins([pluginWith({ name: 'a', type: 'String', itemType: 'String' })])],
    ['a rule is no JSON Schema', () => registerPlugins([pluginWith({ name: 'a', type: 'String', rule: { type: 'nothing' } })])],
    ['a type is longer than 256 characters', () => registerPlugins([{ ...pluginWith(), taskType: 't'.repeat(257) }])],
    ['concurrency is zero', () => registerPlugins([{ ...pluginWith(), concurrency: 0 }])],
  ];
  it('may have any type that a job can have, when it is long', () => {
    const taskType = 't'.repeat(MAX_TASK_TYPE);
    expect([...registerPlugins([{ ...pluginWith(), taskType }]).keys()]).to.deep.equal([taskType]);
  });

  for (const [why, make] of bad) {
    it(`are refused when ${why}`, () => {
      expect(make).to.throw();
    });
  }
});

describe('the typed failure', () => {
  it('is distinguished from other errors by its mark, also when it comes from another copy of the file', () => {
    expect(isTaskFailure(new TaskFailure('E1', 'text'))).to.equal(true);
    expect(isTaskFailure({ [Symbol.for('sluice.plugin.TaskFailure')]: true, code: 'E1' })).to.equal(true);
    expect(isTaskFailure(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).to.equal(false);
    for (const thrown of [null, undefined, 'text', 1]) expect(isTaskFailure(thrown)).to.equal(false);
  });

  it('may be repeated unless it declares otherwise', () => {
    expect(new TaskFailure('E1', 'text').isRetryable).to.equal(true);
    expect(new TaskFailure('E1', 'text', { isRetryable: false, retryAfterMs: 5 })).to.include({
      isRetryable: false,
      retryAfterMs: 5,
    });
  });
});

describe('a result by convention', () => {
  it('is under __response', () => expect(response([1])).to.deep.equal({ __response: [1] }));
});
