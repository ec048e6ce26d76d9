import { expect } from 'chai';
import { bodyOf, checkOptions, progressText } from '../../../src/cli/commands/batch.ts';
import { readCall } from '../../support/read-call.ts';

function read(words: readonly string[]): void {
  const call = readCall('batch', ...words);
  checkOptions(call);
  if (call.action === 'create') bodyOf(call.options);
}

describe('sluice batch: its arguments and its bar', () => {
  it('reads what a batch is made of when it is created', () => {
    const words = [
      'create',
      '--operation',
      'variables',
      '--filter',
      'Status==Failed',
      '--filter',
      'ErrorCode==503',
      '--set',
      'n=1',
    ];
    const { action, options } = readCall('batch', ...words, '--delete', 'old', '--rate', '5', '--dry-run');
    expect(action).to.equal('create');
    expect(bodyOf(options)).to.deep.equal({
      Operation: 'variables',
      Filters: 'Status==Failed,ErrorCode==503',
      Variables: { n: 1 },
      Delete: ['old'],
      ItemsPerSecond: 5,
      DryRun: true,
    });
  });

  const wrong: readonly (readonly [when: string, words: readonly string[], message: string])[] = [
    ['the action is unknown', ['explode'], "unknown action 'explode'"],
    ['an id is missing', ['pause'], 'pause takes one id'],
    ['an id is too many', ['list', 'x'], 'list takes no operands'],
    ['the operation is missing', ['create', '--filter', 'x'], 'create needs --operation'],
    ['nothing says what it hits', ['create', '--operation', 'cancel'], 'create needs --filter or --ids-file, one of both'],
    [
      'two things say what it hits',
      ['create', '--operation', 'cancel', '--filter', 'x', '--ids-file', 'y'],
      'create needs --filter or --ids-file, one of both',
    ],
    [
      'the pace is none',
      ['create', '--operation', 'cancel', '--filter', 'x', '--rate', '0'],
      '--rate is a whole number of items per second',
    ],
    ['an option is of another action', ['show', 'x', '--reason', 'y'], '--reason is not for show'],
    ['a filter is where there is no list', ['show', 'x', '--filter', 'y'], '--filter is for create, list and show --items'],
    ['it would watch a list', ['list', '--watch'], '--watch is not for list'],
    ['the page is none', ['list', '--page', '0'], '--page is a number from 1'],
  ];
  for (const [when, words, message] of wrong) {
    it(`refuses the arguments when ${when}`, () => expect(() => read(words)).to.throw(message));
  }

  it('shows how far a batch is, also when it has no items', () => {
    const batch = {
      ...{ batchId: 'b', operation: 'retry', status: 'Running', filters: null, createdAt: '', endedAt: null },
      ...{ totalCount: 10, pendingCount: 5, succeededCount: 3, failedCount: 1, skippedCount: 1 },
    };
    expect(progressText(batch)).to.equal('[###############...............] 5/10  succeeded 3  failed 1  skipped 1  Running');
    const none = {
      ...batch,
      totalCount: 0,
      pendingCount: 0,
      succeededCount: 0,
      failedCount: 0,
      skippedCount: 0,
      status: 'Completed',
    };
    expect(progressText(none)).to.match(/^\[#{30}\] 0\/0 .* Completed$/);
  });
});
