import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { newId, shardOf } from '../../src/platform/ids.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startUi } from '../../src/ui/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const OLD = '2020-01-01T00:00:00.000Z';

describe('/DeadLetters (docs/contributing/spec/incidents.md#dead-letters)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  /** In the database of the instance. */
  const park = (command: Parameters<typeof parkLetter>[1], at?: string) => {
    const shard = 'instanceId' in command && typeof command.instanceId === 'string' ? shardOf(command.instanceId) : 0;
    return parkLetter(service.databaseUrls[shard] ?? service.databaseUrl, command, at);
  };
  const list = async (query = '') => expectJson(await get(service.url, `/DeadLetters${query}`));
  const one = async (id: string) => expectJson(await get(service.url, `/DeadLetters/${id}`));
  const ids = (page: { items: { deadLetterId: string }[] }) => page.items.map(({ deadLetterId }) => deadLetterId);
  const ended = (id: string) =>
    until(
      () => one(id),
      ({ endedAt }) => endedAt !== null,
    );

  describe('GET', () => {
    it('lists parked commands, newest first, by kind, instance, process and time when it is filtered', async () => {
      const first = await park(parkedStart('listed'));
      const instanceId = newId();
      const second = await park({ kind: 'CompleteActivity', instanceId, activityId: 'pack', variables: {} });
      const old = await park(parkedStart('listed'), OLD);
      expect(ids(await list('?filters=ProcessKey==listed'))).to.deep.equal([first, old]);
      expect(ids(await list(`?filters=InstanceId==${instanceId.toUpperCase()}`))).to.deep.equal([second]);
      expect(ids(await list('?filters=Kind==CompleteActivity,Attempts==1'))).to.deep.equal([second]);
      expect(ids(await list('?filters=ParkedAt<2021-01-01'))).to.deep.equal([old]);
      const page = await list('?filters=ProcessKey==listed&pageSize=1&page=2&sorts=FirstParkedAt');
      expect([ids(page), page.totalCount, page.page, page.pageSize]).to.deep.equal([[first], 2, 2, 1]);
      expect((await list(`?filters=InstanceId==${instanceId}`)).items[0]).to.deep.include({
        kind: 'CompleteActivity',
        status: 'Parked',
        processKey: null,
        businessId: null,
        errorMessage: 'Error: example',
        attempts: 1,
        retriedAt: null,
        endedAt: null,
        canRetry: false,
      });
    });

    it('has the business id of an instance that the lists know', async () => {
      const instanceId = await start(service.url, 'order', { BusinessId: 'SO-7' });
      await stateOf(service.url, instanceId);
      await until(
        async () => expectJson(await get(service.url, '/Instances?filters=BusinessId==SO-7')).totalCount,
        (total) => total === 1,
      );
      await park({ kind: 'CompleteActivity', instanceId, activityId: 'pack', variables: {} });
      expect((await list(`?filters=InstanceId==${instanceId}`)).items[0]).to.include({ businessId: 'SO-7' });
    });

    it('refuses names and values that are invalid', async () => {
      const allowed = 'Allowed names: Kind, Status, InstanceId, ProcessKey, ParkedAt, FirstParkedAt, Attempts.';
      const path = '/DeadLetters';
      expectProblem(await get(service.url, `${path}?filters=Error==x`), 400, `Unknown filter name 'Error'. ${allowed}`, path);
      const answer = await get(service.url, `${path}?filters=InstanceId==x`);
      expectProblem(answer, 400, `Value 'x' is not valid for 'InstanceId'. ${allowed}`, path);
    });

    it('shows one letter with command, error, consequences and links', async () => {
      const command = parkedStart('shown');
      const id = await park(command);
      const letter = await one(id.toUpperCase());
      expect(letter.command).to.deep.equal({ ...command, id });
      expect(letter.error).to.equal('Error: example\n    at x');
      expect(letter.ifDropped).to.equal('The command is never run. It has changed nothing.');
      expect([letter.whyNotRetried, letter.canRetry, letter.senderInstanceId]).to.deep.equal([null, true, null]);
      expect(letter.links).to.deep.equal({ self: `/DeadLetters/${id}`, instanceState: null, instanceHistory: null });
    });

    it('answers 404 when the letter is unknown', async () => {
      const text = `Dead letter '${UNKNOWN_ID}' not found.`;
      const path = `/DeadLetters/${UNKNOWN_ID}`;
      expectProblem(await get(service.url, path), 404, text, path);
      expectProblem(await post(service.url, `${path}/retry`), 404, text, `${path}/retry`);
      expectProblem(await post(service.url, `${path}/drop`, { Reason: 'x' }), 404, text, `${path}/drop`);
    });
  });

  describe('POST …/retry', () => {
    it('runs the command, and the letter reports how it ended', async () => {
      const command = parkedStart('order');
      const id = await park(command);
      expect(expectJson(await post(service.url, `/DeadLetters/${id}/retry`))).to.deep.equal({
        deadLetterIds: [id],
        remainingCount: 0,
        refusedCount: 0,
        consequences: [],
      });
      expect((await ended(id)).status).to.equal('CarriedOut');
      expect((await stateOf(service.url, command['instanceId'] as string)).activeActivityIds).to.deep.equal(['pack']);
      expect(ids(await list('?pageSize=100'))).not.to.include(id);
      expect(ids(await list('?filters=Status==CarriedOut'))).to.include(id);
      const links = (await one(id)).links;
      expect(links.instanceState).to.equal(`/Instances/${command['instanceId']}/state`);
      expect((await get(service.url, links.instanceState)).status).to.equal(200);
      const again = await post(service.url, `/DeadLetters/${id}/retry`);
      expect([again.status, JSON.parse(again.text).detail]).to.deep.equal([
        409,
        `Dead letter '${id}' was retried at ${(await one(id)).endedAt}.`,
      ]);
    });

    it('is done once and answered twice when it is repeated with its key', async () => {
      const id = await park(parkedStart('order'));
      const headers = { 'Idempotency-Key': `retry-${id}` };
      const first = await post(service.url, `/DeadLetters/${id}/retry`, undefined, headers);
      const second = await post(service.url, `/DeadLetters/${id}/retry`, undefined, headers);
      expect([first.status, second.status, second.text]).to.deep.equal([200, 200, first.text]);
      expect(second.headers['idempotency-replayed']).to.equal('true');
    });

    it('reports it when the rules refuse the command by now', async () => {
      const id = await park(parkedStart('never-deployed'));
      expect((await post(service.url, `/DeadLetters/${id}/retry`)).status).to.equal(200);
      expect(await ended(id)).to.deep.include({ status: 'Refused', reason: 'PROCESS_NOT_REGISTERED', canRetry: false });
    });

    it('is refused when it would have no effect', async () => {
      const id = await park({ kind: 'ApplyMail', instanceId: newId(), mail: { type: 'ChildEnded' } });
      const path = `/DeadLetters/${id}/retry`;
      expectProblem(
        await post(service.url, path),
        409,
        `Dead letter '${id}' cannot be retried: its instance does not exist.`,
        path,
      );
      expect(await one(id)).to.deep.include({ canRetry: false, whyNotRetried: 'its instance does not exist' });
    });
  });

  describe('POST …/drop', () => {
    it('shows what it means, and keeps the letter with its reason', async () => {
      const instanceId = newId();
      const id = await park({ kind: 'ApplyMail', instanceId, mail: { type: 'ChildEnded' } });
      const { consequences } = expectJson(await post(service.url, `/DeadLetters/${id}/drop`, { reason: 'gone anyway' }));
      expect(consequences).to.have.length(1);
      expect(consequences[0].consequence).to.include(`Instance ${instanceId} is never notified`);
      expect(await one(id)).to.deep.include({ status: 'Dropped', reason: 'gone anyway', ifDropped: null });
      const retry = await post(service.url, `/DeadLetters/${id}/retry`);
      expect([retry.status, JSON.parse(retry.text).detail]).to.deep.equal([
        409,
        `Dead letter '${id}' was discarded at ${(await one(id)).endedAt}.`,
      ]);
    });

    it('asks for a reason', async () => {
      const id = await park(parkedStart('order'));
      expectError(await post(service.url, `/DeadLetters/${id}/drop`, { Reason: ' ' }), 400, 'Reason is required');
      expectError(await post(service.url, '/DeadLetters/drop', { Kind: 'x' }), 400, 'Reason is required');
    });
  });

  describe('POST /DeadLetters/retry and /drop', () => {
    it('take the oldest that fit, a batch at a time', async () => {
      const starts = [await park(parkedStart('batch'), OLD), await park(parkedStart('batch')), await park(parkedStart('batch'))];
      await park({ kind: 'StartChild', parentId: newId(), key: 'batch' });
      const first = expectJson(await post(service.url, '/DeadLetters/retry', { processKey: 'batch', Limit: 2 }));
      expect(first).to.deep.include({ deadLetterIds: starts.slice(0, 2), remainingCount: 1, refusedCount: 1 });
      const ParkedBefore = '2021-01-01T00:00:00Z';
      const old = expectJson(await post(service.url, '/DeadLetters/drop', { ProcessKey: 'batch', ParkedBefore, Reason: 'x' }));
      expect(old.deadLetterIds).to.deep.equal([]);
      const rest = expectJson(await post(service.url, '/DeadLetters/drop', { ProcessKey: 'batch', Reason: 'x' }));
      expect(rest.deadLetterIds).to.have.length(2);
    });

    it('refuse filters that are invalid, and a drop without any', async () => {
      const path = '/DeadLetters/retry';
      expectProblem(await post(service.url, path, { ParkedBefore: 'x' }), 400, 'ParkedBefore must be a timestamp.', path);
      expectProblem(await post(service.url, path, { InstanceId: 'x' }), 400, 'InstanceId must be a GUID.', path);
      expectProblem(await post(service.url, path, { Limit: 501 }), 400, 'Limit must be a whole number from 1 to 500.', path);
      const none = 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.';
      expectProblem(await post(service.url, '/DeadLetters/drop', { Reason: 'x' }), 400, none, '/DeadLetters/drop');
    });

    it('take any command for what it is, however it is damaged', async () => {
      const damaged = [
        { kind: 'CompleteActivity', instanceId: 'no-guid' },
        { kind: 'FireTimer', instanceId: newId(), subscription: 1 },
        { kind: 'FireTimer', key: 'x', element: 'y', definition: 0 },
        { kind: 'ClaimUserTask', taskId: '-' },
      ];
      for (const command of damaged) {
        const id = await park(command);
        expect((await one(id)).whyNotRetried, command.kind).to.be.a('string');
        expectJson(await post(service.url, `/DeadLetters/${id}/drop`, { Reason: 'damaged' }));
      }
    });
  });

  itKeepsCommonRefusals(() => service.url, { path: '/DeadLetters/retry' });
});

describe('dead letters behind sign-in', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi, startUi]);
  });
  after(async () => {
    await service.stop();
    await issuer.close();
  });

  it('are shown to no one without a token, and name who has retried or dropped them', async () => {
    const id = await parkLetter(service.databaseUrl, parkedStart('order'));
    for (const [method, path] of [
      ['GET', '/DeadLetters'],
      ['GET', `/deadletters/${id}`],
      ['POST', `/DeadLetters/${id}/retry`],
      ['POST', '/DeadLetters/drop'],
    ] as const)
      expect((await http(service.url, { method, path })).status, path).to.equal(401);
    const token = bearer(await issuer.token('alice'));
    expectJson(await post(service.url, `/DeadLetters/${id}/drop`, { Reason: 'x' }, token));
    expect(expectJson(await get(service.url, `/DeadLetters/${id}`, token)).endedBy).to.equal('alice');
  });
});
