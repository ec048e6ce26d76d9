import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { findNumericKeys, giveNumericKeys, nextNumericKey } from '../../../src/store/numeric-keys.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('numeric keys in the database (docs/contributing/spec/http/camunda-8.md#numeric-keys)', () => {
  let side: WriteSide;
  before(async () => {
    side = await openWriteSide();
  });
  after(() => side.close());

  it('are the same for every replica when several give keys to the same ids in parallel', async () => {
    const instanceId = newId();
    const ids = Array.from({ length: 50 }, () => ({ id: newId(), instanceId }));
    const given = await Promise.all([ids, [...ids].reverse(), ids].map((wanted) => giveNumericKeys(side.connection, wanted)));
    const [first = new Map<string, string>()] = given;
    for (const other of given) expect([...other].sort()).to.deep.equal([...first].sort());
    expect(new Set(first.values()).size).to.equal(50);
    for (const key of first.values()) expect(Number.isSafeInteger(Number(key)) && Number(key) > 2 ** 51, key).to.equal(true);
    const [[id, key] = ['', '']] = [...first];
    const found = await findNumericKeys(side.connection, [key, await nextNumericKey(side.connection)]);
    expect([...found]).to.deep.equal([[key, { id, instanceId }]]);
  });
});
