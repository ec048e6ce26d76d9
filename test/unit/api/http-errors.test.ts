import { expect } from 'chai';
import { COMMAND_ROWS, REJECTION_ROWS, rejectionAnswer } from '../../../src/api/http-errors.ts';
import { EXPECTED_REJECTIONS, INSTANCE_ID, TASK_ID } from '../../support/expected-rejections.ts';

const request = { path: '/Some/path', params: [TASK_ID] };

describe('the table of rejections', () => {
  it('has a row for every rejection code when codes are added', () => {
    expect(Object.keys(REJECTION_ROWS).sort()).to.deep.equal(Object.keys(EXPECTED_REJECTIONS).sort());
  });

  for (const [code, { rejection, status, shape, text }] of Object.entries(EXPECTED_REJECTIONS)) {
    it(`answers ${status} ${shape} with the text of the contract when the code is ${code}`, () => {
      const answer = rejectionAnswer('CompleteActivity', rejection, request);
      expect(answer.status).to.equal(status);
      const body = JSON.parse(answer.body);
      const more = rejection.code === 'DEPLOY_HAS_WARNINGS' ? { Errors: rejection.warnings } : {};
      if (shape === 'E') expect(body).to.deep.equal({ error: text, ...more });
      else expect(body).to.deep.include({ status, detail: text, instance: '/Some/path' });
      expect(answer.contentType).to.match(shape === 'E' ? /^application\/json;/ : /^application\/problem\+json;/);
    });
  }

  it('answers an unknown instance in shape E when it was to be cancelled or changed, and has no other row of one command alone', () => {
    const answer = rejectionAnswer('CancelInstance', { code: 'INSTANCE_NOT_FOUND', instanceId: INSTANCE_ID }, request);
    expect([answer.status, JSON.parse(answer.body)]).to.deep.equal([404, { error: `Instance ${INSTANCE_ID} not found` }]);
    expect(Object.entries(COMMAND_ROWS).map(([kind, rows]) => [kind, ...Object.keys(rows)])).to.deep.equal([
      ['CancelInstance', 'INSTANCE_NOT_FOUND'],
      ['DeleteInstance', 'INSTANCE_NOT_FOUND'],
      ['ModifyInstance', 'INSTANCE_NOT_FOUND'],
      ['MigrateInstance', 'INSTANCE_NOT_FOUND'],
      ['EditVariables', 'INSTANCE_NOT_FOUND'],
    ]);
  });

  it('ends in an empty key when a message without a key finds no subscription', () => {
    const rejection = { code: 'NO_MESSAGE_SUBSCRIPTION', name: 'n'.repeat(257), correlationKey: '' } as const;
    const answer = rejectionAnswer('DeliverMessage', rejection, request);
    expect(JSON.parse(answer.body).error).to.equal(
      `No active subscription found for message '${'n'.repeat(256)}…' with correlation key ''`,
    );
  });

  it('cuts a repeated value when it is longer than 256 characters', () => {
    const answerTo = (key: string) => rejectionAnswer('StartInstance', { code: 'PROCESS_NOT_REGISTERED', key }, request);
    const answer = answerTo('k'.repeat(257));
    expect(JSON.parse(answer.body).detail).to.contain(`'${'k'.repeat(256)}…'`);
    const whole = answerTo('k'.repeat(256));
    expect(JSON.parse(whole.body).detail).to.contain(`'${'k'.repeat(256)}'`);
  });

  it('never splits a surrogate pair when it cuts', () => {
    const rejection = { code: 'CLAIM_NOT_ALLOWED', userId: `${'u'.repeat(255)}😀x` } as const;
    const answer = rejectionAnswer('ClaimUserTask', rejection, request);
    expect(JSON.parse(answer.body).error).to.equal(`User ${'u'.repeat(255)}… is not authorized to claim this task`);
  });
});
