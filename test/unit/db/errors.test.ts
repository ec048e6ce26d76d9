import { expect } from 'chai';
import { CommitUnknown, isRetryable, isServerError, isUniqueViolation } from '../../../src/db/errors.ts';

function failure(code: string | undefined, message = 'failed', extra: object = {}): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code }, extra);
}

describe('a database error', () => {
  for (const code of [
    '40001',
    '40P01',
    '55P03',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08P01',
    '53100',
    '53200',
    '53300',
    '58030',
    '25P04',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    '28P01',
    '3D000',
  ]) {
    it(`may be retried when its code is ${code}`, () => {
      expect(isRetryable(failure(code))).to.equal(true);
    });
  }

  for (const code of ['23505', '42P01', '22P02', '25P02', '57014', 'ERR_INVALID_ARG_TYPE']) {
    it(`may not be retried when its code is ${code}`, () => {
      expect(isRetryable(failure(code, 'Connection terminated unexpectedly'))).to.equal(false);
    });
  }

  it('may be retried when the driver only reports that the connection is gone', () => {
    for (const message of [
      'Connection terminated unexpectedly',
      'Connection terminated due to connection timeout',
      'timeout exceeded when trying to connect',
      'Query read timeout',
      'Client has encountered a connection error and is not queryable',
    ]) {
      expect(isRetryable(failure(undefined, message)), message).to.equal(true);
    }
  });

  it('may be retried when the socket file of the server is missing, not when another file is', () => {
    expect(isRetryable(failure('ENOENT', 'connect ENOENT /run/x', { syscall: 'connect' }))).to.equal(true);
    expect(isRetryable(failure('ENOENT', 'open /x', { syscall: 'open' }))).to.equal(false);
  });

  it('may be retried when its cause may', () => {
    expect(isRetryable(new Error('migration failed', { cause: failure('40001') }))).to.equal(true);
    expect(isRetryable(new AggregateError([failure('ECONNREFUSED')]))).to.equal(true);
    expect(isRetryable(new CommitUnknown(failure('23505')))).to.equal(true);
  });

  it('may not be retried when it is a bug or not an error at all', () => {
    for (const thrown of [new TypeError('x is undefined'), 'text', undefined, null, { code: '40001' }])
      expect(isRetryable(thrown)).to.equal(false);
  });

  it('is a unique violation only of the table it names when one is asked for', () => {
    const error = failure('23505', 'duplicate key', { table: 'inbox' });
    expect([isUniqueViolation(error), isUniqueViolation(error, 'inbox'), isUniqueViolation(error, 'journal')]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(isUniqueViolation(failure('40001'))).to.equal(false);
  });

  it('is the text of the server when it has a code and leaves the connection open, in any language', () => {
    for (const severity of ['ERROR', 'FEHLER', 'ERREUR']) {
      expect(isServerError(failure('23505', 'duplicate key', { severity })), severity).to.equal(true);
    }
    for (const [code, severity] of [
      ['57P01', 'FATAL'],
      ['57P01', 'SCHWERWIEGEND'],
      ['25P03', 'FATAL'],
      ['XX000', 'PANIC'],
      ['ECONNRESET', undefined],
      ['EPIPE', undefined],
    ] as const) {
      expect(isServerError(failure(code, 'gone', { severity })), code).to.equal(false);
    }
  });
});
