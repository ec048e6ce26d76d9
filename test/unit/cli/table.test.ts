import { expect } from 'chai';
import { tableText } from '../../../src/cli/output/tables.ts';
import { cutText, textWidth } from '../../../src/cli/output/terminal.ts';
import { itFull } from '../../support/tier.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';

describe('tables of the command line', () => {
  itFull('have one line for each row, within the width of the terminal, when texts are long', () => {
    const rows = Array.from({ length: 50 }, (_, n) => [ID, 'order 7', 'Failed', `B-${n}`, 'x'.repeat(n * 40), 'at work: 500 no']);
    for (const width of [200, 120, 80, 60, 45, 40, 20, 10, 3, 1]) {
      const lines = tableText(['ID', 'PROCESS', 'STATUS', 'BUSINESS ID', 'DATA', 'AT'], rows, width).split('\n');
      expect(lines).to.have.length(51);
      expect(Math.max(...lines.map(textWidth)), String(width)).to.be.at.most(width);
      if (width > ID.length) expect(lines[1]).to.contain(ID);
    }
  });

  it('are as wide as their texts when there is room', () => {
    expect(
      tableText(
        ['A', 'B'],
        [
          ['1', 'two'],
          ['three', ''],
        ],
        80,
      ),
    ).to.equal('A      B\n1      two\nthree');
  });

  it('cut at sixty characters when nothing specifies how wide the output is', () => {
    const [, row = ''] = tableText(['A', 'B'], [['x', 'y'.repeat(100)]], undefined).split('\n');
    expect(row).to.equal(`x  ${'y'.repeat(59)}…`);
  });

  it('are aligned when names are of other scripts, and cut no character in two', () => {
    const rows = [
      ['注文処理', 'a'],
      ['e\u0301te\u0301', 'b'],
      ['👩‍👩‍👧‍👦 ok', 'c'],
      ['plain', 'd'],
    ];
    const lines = tableText(['NAME', 'X'], rows, 80).split('\n');
    expect(lines.map((line) => textWidth(line.slice(0, -1)))).to.deep.equal([10, 10, 10, 10, 10]);
    expect(cutText('注文処理', 5)).to.equal('注文…');
    expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).to.equal('👩‍👩‍👧‍👦…');
    expect(textWidth('e\u0301')).to.equal(1);
  });

  it('show what would act on a terminal as an escape when names are hostile', () => {
    const hostile = '\u001b[2J\u001b]0;title\u0007\r\nnext\u202e\u2066\u009b31m';
    const text = tableText([hostile], [[hostile], ['\t']], 200);
    expect(text.split('\n')).to.have.length(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is what is shown
    expect(text.replaceAll('\n', '')).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202e\u2066]/);
    expect(text).to.contain('\\u001b[2J');
  });

  // cli-time.test.ts measures how long larger ones take
  it('are drawn when they are huge', () => {
    const rows = Array.from({ length: 20 }, () => ['x'.repeat(100_000), '注'.repeat(50_000), '\u001b'.repeat(10_000)]);
    const lines = tableText(['A', 'B', 'C'], rows, 100).split('\n');
    expect(Math.max(...lines.map(textWidth))).to.be.at.most(100);
  });
});
