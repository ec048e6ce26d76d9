import { expect } from 'chai';
import { entityId, isGuid, nameBasedId, newId, processSubjectId } from '../../../src/platform/ids.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('ids', () => {
  it('are those of RFC 9562 when made from a name', () => {
    expect(nameBasedId(DNS, 'www.example.com')).to.equal('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(nameBasedId(DNS.toUpperCase(), 'www.example.com')).to.equal('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('are well-formed and different when many are derived', () => {
    const ids = Array.from({ length: 1000 }, (_, ordinal) => entityId(DNS, ordinal));
    expect(new Set(ids).size).to.equal(1000);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('stay what they were when the code changes, because they are stored', () => {
    expect(processSubjectId('order')).to.equal('289b54f7-1152-5334-a24d-ff4f6dd50b7f');
    expect(entityId(DNS, 7)).to.equal('a9f96b98-dd44-5216-ab0d-dbfc6b262edf');
  });

  it('are new, and begin alike for a minute when they are made of nothing', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).to.equal(1000);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { now } = Date;
    const at = (minute: number) => {
      Date.now = () => minute * 60_000 + 30_000;
      return newId().slice(0, 2);
    };
    try {
      expect([at(0x17), at(0x17), at(0x118), at(0x16), at(0x1ff), at(0x200)]).to.deep.equal(['17', '17', '18', '16', 'ff', '00']);
    } finally {
      Date.now = now;
    }
  });

  it('are GUIDs in either case, and nothing else is', () => {
    for (const text of [newId(), DNS, DNS.toUpperCase(), '00000000-0000-0000-0000-000000000000'])
      expect(isGuid(text), text).to.equal(true);
    for (const text of ['', `{${DNS}}`, DNS.replaceAll('-', ''), `${DNS} `, `${DNS}\n`, DNS.replace('6', 'g')]) {
      expect(isGuid(text), JSON.stringify(text)).to.equal(false);
    }
  });
});
