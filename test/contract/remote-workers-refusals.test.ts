import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const TOKEN = `${UNKNOWN_ID}.1`;

describe('remote workers, what is refused', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const url = () => service.url;
  const call = (path: string, body: object): Promise<HttpAnswer> => post(url(), `/custom-tasks/${path}`, body);
  const notLocked = (answer: HttpAnswer, id: string, action: string) =>
    expectProblem(
      answer,
      409,
      `The lock on custom task '${id}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
      `/custom-tasks/${id}/${action}`,
    );

  describe('POST /custom-tasks/{taskType}/fetch-and-lock', () => {
    const path = '/custom-tasks/never/fetch-and-lock';
    itKeepsCommonRefusals(url, { path });

    for (const [body, text] of [
      [{}, 'WorkerId is required'],
      [{ WorkerId: ' ' }, 'WorkerId is required'],
      [{ WorkerId: null }, 'WorkerId is required'],
    ] as const) {
      it(`answers 400 when it gets ${JSON.stringify(body)}`, async () => expectError(await post(url(), path, body), 400, text));
    }
    for (const [body, detail] of [
      [{ WorkerId: 1 }, 'WorkerId must be a string.'],
      [{ WorkerId: 'w'.repeat(257) }, 'WorkerId must be at most 256 characters.'],
      [{ WorkerId: 'a\0' }, 'WorkerId contains a character that cannot be stored.'],
      [{ WorkerId: 'w', MaxTasks: 0 }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', maxTasks: 101 }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', MaxTasks: '1' }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', MaxTasks: 1.5 }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', MaxTasks: true }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', MaxTasks: [] }, 'MaxTasks must be a whole number from 1 to 100.'],
      [{ WorkerId: 'w', LockSeconds: 0 }, 'LockSeconds must be a whole number from 1 to 3600.'],
      [{ WorkerId: 'w', LockSeconds: 3601 }, 'LockSeconds must be a whole number from 1 to 3600.'],
      [{ WorkerId: 'w', LockSeconds: -1 }, 'LockSeconds must be a whole number from 1 to 3600.'],
      [{ WorkerId: 'w', WaitSeconds: 61 }, 'WaitSeconds must be a whole number from 0 to 60.'],
      [{ WorkerId: 'w', WaitSeconds: {} }, 'WaitSeconds must be a whole number from 0 to 60.'],
    ] as const) {
      it(`answers 400 when it gets ${JSON.stringify(body).slice(0, 60)}`, async () =>
        expectProblem(await post(url(), path, body), 400, detail, path));
    }

    it('takes names in any case and leaves unknown ones alone', async () => {
      expect(expectJson(await post(url(), path, { WORKERID: 'w', maxtasks: 1, constructor: 1 })).tasks).to.deep.equal([]);
    });
    it('takes any text as a type', async () => {
      for (const type of ['%2F', 'a%2Fb', '__proto__', 'constructor', "'%3B--", '%F0%9F%98%80', 'x'.repeat(1000), '%20']) {
        const answer = await post(url(), `/custom-tasks/${type}/fetch-and-lock`, { WorkerId: 'w' });
        expect(expectJson(answer), type).to.deep.equal({ tasks: [] });
      }
    });
  });

  for (const [action, more] of [
    ['complete', {}],
    ['fail', { ErrorMessage: 'm' }],
    ['extend-lock', {}],
  ] as const) {
    describe(`POST /custom-tasks/{activityInstanceId}/${action}`, () => {
      const path = `/custom-tasks/${UNKNOWN_ID}/${action}`;
      itKeepsCommonRefusals(url, { path });

      it('answers 404 when the id is not a GUID', async () => {
        const wrong = `/custom-tasks/x/${action}`;
        expectProblem(await post(url(), wrong, { LockToken: TOKEN, ...more }), 404, 'No endpoint matches this path.', wrong);
        expect((await http(url(), { path })).status).to.equal(405);
      });
      it('answers 400 when the token is missing or has not the form of one', async () => {
        for (const LockToken of [undefined, null, '', '  ']) {
          expectError(await post(url(), path, { LockToken, ...more }), 400, 'LockToken is required');
        }
        for (const LockToken of [
          'x',
          UNKNOWN_ID,
          `${UNKNOWN_ID}.`,
          `${UNKNOWN_ID}.-1`,
          `${UNKNOWN_ID}.1.1`,
          `${UNKNOWN_ID}.1e3`,
          `${UNKNOWN_ID}.99999999999`,
          ` ${TOKEN}`,
        ]) {
          const answer = await post(url(), path, { LockToken, ...more });
          expectProblem(answer, 400, 'LockToken is not a token issued by fetch-and-lock.', path);
        }
        expectProblem(await post(url(), path, { LockToken: {}, ...more }), 400, 'LockToken must be a string.', path);
      });
      it('answers 409 when there is no such task', async () => {
        notLocked(await post(url(), path, { LockToken: TOKEN, ...more }), UNKNOWN_ID, action);
      });
    });
  }

  itKeepsVariableRules(
    url,
    () => `/custom-tasks/${UNKNOWN_ID}/complete`,
    () => ({ LockToken: TOKEN }),
  );

  for (const [action, body, detail] of [
    ['complete', { Variables: [] }, 'Variables must be an object.'],
    ['complete', { Variables: 'x' }, 'Variables must be an object.'],
    ['fail', { ErrorMessage: 1 }, 'ErrorMessage must be a string.'],
    ['fail', { ErrorMessage: 'm', ErrorCode: 5 }, 'ErrorCode must be a string.'],
    ['fail', { ErrorMessage: 'm', IsRetryable: 'no' }, 'IsRetryable must be true or false.'],
    ['fail', { ErrorMessage: 'm', IsRetryable: 0 }, 'IsRetryable must be true or false.'],
    ['fail', { ErrorMessage: 'm', RetryAfterSeconds: -1 }, 'RetryAfterSeconds must be a whole number from 0 to 2592000.'],
    ['fail', { ErrorMessage: 'm', RetryAfterSeconds: 1e9 }, 'RetryAfterSeconds must be a whole number from 0 to 2592000.'],
    ['fail', { ErrorMessage: 'm\0' }, 'ErrorMessage contains a character that cannot be stored.'],
    ['fail', { ErrorMessage: 'm', ErrorCode: '\ud800' }, 'ErrorCode contains a character that cannot be stored.'],
    ['extend-lock', { LockSeconds: 0 }, 'LockSeconds must be a whole number from 1 to 3600.'],
    ['extend-lock', { LockSeconds: 1e308 }, 'LockSeconds must be a whole number from 1 to 3600.'],
  ] as const) {
    it(`answers 400 when ${action} gets ${JSON.stringify(body)}`, async () => {
      const path = `/custom-tasks/${UNKNOWN_ID}/${action}`;
      expectProblem(await post(url(), path, { LockToken: TOKEN, ...body }), 400, detail, path);
    });
  }

  itFull('answers 200, 400 or 409 and never 500 when any member holds anything', async () => {
    const odd: readonly unknown[] = [
      null,
      true,
      -1,
      0,
      1,
      1e21,
      '',
      ' ',
      'x',
      '\ud83d',
      `${UNKNOWN_ID}.000000001`,
      [],
      [null],
      {},
      { constructor: 1 },
      { a: { b: [] } },
    ];
    const members = [
      'WorkerId',
      'MaxTasks',
      'LockSeconds',
      'LockToken',
      'Variables',
      'ErrorMessage',
      'ErrorCode',
      'IsRetryable',
      'RetryAfterSeconds',
    ];
    const paths = ['never/fetch-and-lock', ...['complete', 'fail', 'extend-lock'].map((action) => `${UNKNOWN_ID}/${action}`)];
    const good = { WorkerId: 'w', LockToken: TOKEN, ErrorMessage: 'm' };
    const bodies = members.flatMap((name) => odd.map((value) => ({ ...good, [name]: value })));
    for (const path of paths) {
      const answers = await Promise.all(bodies.map((body) => call(path, body)));
      for (const [at, { status }] of answers.entries()) {
        expect([200, 400, 409], `${path} ${JSON.stringify(bodies[at])}`).to.include(status);
      }
    }
  });

  it('answers 400 when the body of fail is empty', async () => {
    const path = `/custom-tasks/${UNKNOWN_ID}/fail`;
    for (const ErrorMessage of [undefined, '', ' ']) {
      expectError(await post(url(), path, { LockToken: TOKEN, ErrorMessage }), 400, 'ErrorMessage is required');
    }
  });
});
