import { expect } from 'chai';
import { inShapeOf } from '../../../src/api/camunda-7/errors.ts';
import { NumericKeys } from '../../../src/api/camunda-8/keys.ts';
import { asProblem } from '../../../src/api/camunda-8/problems.ts';
import { numericKeysOfShards, shardOfKey } from '../../../src/api/camunda-8/shard-keys.ts';
import { keyOfDefinition } from '../../../src/api/camunda-results.ts';
import { commonAnswers } from '../../../src/api/common-answers.ts';
import { EndWatch } from '../../../src/api/end-watch.ts';
import type { ApiServices } from '../../../src/api/services.ts';
import { mapInShards } from '../../../src/api/shards/each-shard.ts';
import { withHeaders } from '../../../src/platform/answer.ts';
import { isLike } from '../../../src/queries/search.ts';

describe('the process key of a definition id in the Camunda APIs', () => {
  it('is whole when it contains a colon', () => {
    expect(keyOfDefinition('shop:order:2:20260131T102030123Z')).to.equal('shop:order');
    expect(keyOfDefinition('order:2:20260131T102030123Z')).to.equal('order');
  });
});

describe('the numeric keys of several databases (docs/contributing/spec/shards.md#numeric-keys)', () => {
  const FIRST = '2251799813685249';
  const store = {
    give: async (wanted: readonly { readonly id: string }[]) => new Map(wanted.map(({ id }) => [id, FIRST])),
    find: async (keys: readonly string[]) => new Map(keys.map((key) => [key, { id: `stored ${key}` }])),
    next: async () => FIRST,
  };
  const open = { name: 'a', isOpen: () => true };
  const closed = { name: 'b', isOpen: () => false };
  const inSecond = '0a000000-0000-4000-8000-005ba4d00001';

  it('contain the shard of their id, and are those of the first database without a mark', async () => {
    const keys = numericKeysOfShards([open, open].map((shard) => ({ shard, store })));
    const given = await keys.give([{ id: 'order:1:x' }, { id: inSecond }, { id: 'part', instanceId: inSecond }]);
    expect([...given.values()]).to.deep.equal([FIRST, '4503599627370497', '4503599627370497']);
    expect(shardOfKey(FIRST)).to.equal(0);
    expect(shardOfKey('4503599627370497')).to.equal(1);
    for (const other of ['-1', '12', 'x', '']) expect(shardOfKey(other), other).to.equal(0);
    const found = await keys.find([FIRST, '4503599627370497', '9223372036854775807']);
    expect([...found]).to.deep.equal([
      [FIRST, { id: `stored ${FIRST}` }],
      ['4503599627370497', { id: `stored ${FIRST}` }],
    ]);
  });

  it('are read without a shard that cannot be reached, unless it has one of them', async () => {
    const keys = numericKeysOfShards([closed, open].map((shard) => ({ shard, store })));
    expect(await keys.next()).to.equal('4503599627370497');
    expect((await keys.find(['4503599627370497'])).size).to.equal(1);
    const fault = await keys.give([{ id: 'order:1:x' }]).catch((error: Error) => error.message);
    expect(fault).to.equal("shard 'b': not open");
  });

  it('leave out locked tasks of a shard that is lost before the answer, and refuse it if there are no others', async () => {
    const services = { ofShards: [open, closed].map((shard) => ({ shard })) } as unknown as ApiServices;
    const [first, second] = [{ instanceId: '0a000000-0000-4000-8000-000000000000' }, { instanceId: inSecond }];
    expect(await mapInShards(services, [second, first], async (items) => items)).to.deep.equal([first]);
    const fault = await mapInShards(services, [second], async (items) => items).catch((error: Error) => error.message);
    expect(fault).to.equal("shard 'b': not open");
  });
});

describe('errors in the shape of Camunda 8 (docs/contributing/spec/http/camunda-8.md#errors)', () => {
  const shape = (answer: Parameters<typeof asProblem>[0]) => {
    const { status, body } = asProblem(answer, '/v2/x');
    const { title } = JSON.parse(body);
    return [status, title];
  };

  it('have the title RESOURCE_EXHAUSTED only when nothing has changed, because clients repeat such a request', () => {
    expect(shape(commonAnswers.overloaded('/v2/x'))).to.deep.equal([503, 'RESOURCE_EXHAUSTED']);
    expect(shape(commonAnswers.queueUnreachable('/v2/x'))).to.deep.equal([503, 'RESOURCE_EXHAUSTED']);
    expect(shape(commonAnswers.noWorkerAnswered('/v2/x', 15))).to.deep.equal([503, 'UNAVAILABLE']);
    expect(shape(commonAnswers.databaseUnreachable('/v2/x', false))).to.deep.equal([503, 'UNAVAILABLE']);
  });

  it('recommends no header that the API does not read when the outcome of a request is unknown', () => {
    for (const answer of [commonAnswers.noWorkerAnswered('/v2/x', 15), commonAnswers.databaseUnreachable('/v2/x', false)]) {
      const shaped = [
        asProblem(withHeaders(answer, ['Idempotency-Key', 'k']), '/v2/x'),
        inShapeOf(withHeaders(answer, ['Idempotency-Key', 'k'])),
      ];
      for (const { body, headers } of shaped) {
        expect(body).to.match(/outcome is unknown. Read the state before you repeat the request/);
        expect(headers).to.not.include('Idempotency-Key');
        expect(headers).to.include('Retry-After');
      }
    }
  });

  it('keep the status and the text of other errors, and leave an answer without an error as it is', () => {
    const answer = asProblem(commonAnswers.tooManyRequests(), '/v2/x');
    expect(JSON.parse(answer.body)).to.deep.equal({
      type: 'about:blank',
      title: 'TOO_MANY_REQUESTS',
      status: 429,
      detail: 'Too many requests. Please retry later.',
      instance: '/v2/x',
    });
    const done = { status: 204, body: '' };
    expect(asProblem(done, '/v2/x')).to.equal(done);
  });
});

describe('numeric keys (docs/contributing/spec/http/camunda-8.md#numeric-keys)', () => {
  const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';

  it('are asked from the store once for each id, and never for another text', async () => {
    const asked: string[] = [];
    const keys = new NumericKeys({
      give: async (wanted) => {
        asked.push(...wanted.map(({ id }) => id));
        return new Map(wanted.map(({ id }, index) => [id, String(100 + index)]));
      },
      next: async () => '1',
      find: async (wanted) => {
        asked.push(...wanted);
        return new Map();
      },
    });
    const keyOf = await keys.of([{ id: ID, instanceId: ID }, { id: 'order:1:x' }]);
    await keys.of([{ id: ID }]);
    expect([keyOf(ID), keyOf('order:1:x')]).to.deep.equal(['100', '101']);
    expect([await keys.guidOf('100'), await keys.guidOf('101')]).to.deep.equal([ID, undefined]);
    for (const text of ['', 'a', '-1', '9223372036854775808', "1' or 1"]) expect(await keys.idOf(text), text).to.equal(undefined);
    expect(await keys.idOf('7')).to.equal(undefined);
    expect(asked).to.deep.equal([ID, 'order:1:x', '7']);
  });
});

describe('the watch of ends', () => {
  it('asks once for all waiting requests, and ends those that are late or left', async () => {
    const asked: (readonly string[])[] = [];
    const watch = new EndWatch(async (ids) => {
      asked.push(ids);
      return new Set(['a']);
    });
    const later = Date.now() + 60_000;
    const never = () => false;
    const waits = [watch.ended('a', later, never), watch.ended('b', 0, never), watch.ended('b', later, () => true)];
    expect(await Promise.all(waits)).to.deep.equal([true, false, false]);
    expect(asked).to.deep.equal([['a', 'b']]);
  });

  it('rejects when the tables cannot be read', async () => {
    const watch = new EndWatch(() => Promise.reject(new Error('away')));
    const failed = await watch.ended('a', Date.now() + 60_000, () => false).catch((error: Error) => error.message);
    expect(failed).to.equal('away');
  });
});

describe('texts with wildcards in memory', () => {
  it('match as in the database when a pattern has *, ? and escaped characters', () => {
    const cases: readonly [text: string, pattern: string, isMatch: boolean][] = [
      ['order-7', 'order-*', true],
      ['order-7', 'order-?', true],
      ['order-77', 'order-?', false],
      ['order-7', '*7*', true],
      ['a*b', 'a\\*b', true],
      ['axb', 'a\\*b', false],
      ['a\\b', 'a\\\\b', true],
      ['100%', '100_', false],
      ['', '', true],
      ['', '*', true],
      ['x', '', false],
    ];
    for (const [text, pattern, isMatch] of cases) expect(isLike(text, pattern), `${text} like ${pattern}`).to.equal(isMatch);
  });

  it('do not match when a pattern is longer than 1000 characters', () => {
    expect(isLike('a'.repeat(9000), `${'*a'.repeat(499)}*b`)).to.equal(false);
    expect(isLike('a', '*'.repeat(1001))).to.equal(false);
  });
});
