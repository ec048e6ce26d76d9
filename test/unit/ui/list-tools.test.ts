import { expect } from 'chai';
import { csvOf } from '../../../src/ui/web/pages/instances/csv.ts';
import { groupInstances } from '../../../src/ui/web/pages/instances/migration-preview.ts';
import { MOST_VIEWS, readViews, searchOf, withView, writeViews } from '../../../src/ui/web/pages/instances/saved-views.ts';

describe('the preview of the migration of many instances', () => {
  it('groups by version, active elements and suspension, the largest first', () => {
    const row = (instanceId: string, version: number, activeActivityIds: string[], suspendedBy?: string[]) => ({
      ...{ instanceId, version, activeActivityIds },
      ...(suspendedBy && { suspendedBy }),
    });
    const rows = [
      row('1', 1, ['a']),
      row('2', 1, ['a', 'b']),
      row('3', 1, ['a', 'b']),
      row('4', 2, ['a']),
      row('5', 1, ['a'], ['key']),
    ];
    expect(groupInstances(rows)).to.deep.equal([
      { instanceId: '2', elements: ['a', 'b'], count: 2 },
      { instanceId: '1', elements: ['a'], count: 1 },
      { instanceId: '4', elements: ['a'], count: 1 },
      { instanceId: '5', elements: ['a'], count: 1 },
    ]);
  });
});

describe('the tools of the list of all instances', () => {
  it('write a file that no program takes for formulas', () => {
    const dangerous = ['=1', '+1', '-1', '@a', '\t', '\n', '＝1', 'fine', 'a,b', 'say "hi"', '', 'a;=1', 'b;"@'];
    expect(
      csvOf(
        ['a'],
        dangerous.map((text) => [text]),
      ),
    ).to.equal(
      `a\r\n'=1\r\n'+1\r\n'-1\r\n'@a\r\n'\t\r\n"'\n"\r\n'＝1\r\nfine\r\n"a,b"\r\n"say ""hi"""\r\n\r\na;'=1\r\n"b;'""@"\r\n`,
    );
  });

  it('keep views per user, and live with what a browser has or refuses', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    expect(readViews(storage, null)).to.deep.equal([]);
    expect(writeViews(storage, 'ann', [{ name: 'a', search: 'key=x' }])).to.equal(true);
    expect(readViews(storage, 'ann')).to.deep.equal([{ name: 'a', search: 'key=x' }]);
    expect(readViews(storage, 'bob')).to.deep.equal([]);
    for (const damaged of ['no json', '{}', '[1, null, {"name": 1}, {"name": "b"}]']) {
      kept.set('instance-views', damaged);
      expect(readViews(storage, null), damaged).to.deep.equal([]);
    }
    const full = {
      setItem: () => {
        throw new Error('no room');
      },
    };
    expect(writeViews(full, null, [])).to.equal(false);
  });

  it('replace a view of the same name, and leave the page out of it', () => {
    const views = withView(
      [
        { name: 'a', search: '1' },
        { name: 'b', search: '2' },
      ],
      { name: 'b', search: '3' },
    );
    expect(views).to.deep.equal([
      { name: 'b', search: '3' },
      { name: 'a', search: '1' },
    ]);
    const many = Array.from({ length: MOST_VIEWS }, (_, index) => ({ name: `${index}`, search: '' }));
    expect(withView(many, { name: 'new', search: '' })).to.have.length(MOST_VIEWS);
    expect(searchOf(new URLSearchParams('status=Failed&page=3&key=a'))).to.equal('key=a&status=Failed');
  });
});
