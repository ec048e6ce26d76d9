import { expect } from 'chai';
import { type ListReader, type ListReads, readsAfterWrites } from '../../../src/queries/replica/list-reads.ts';
import { begunAfter, ReplayWait, type ServerPosition } from '../../../src/queries/replica/replay-wait.ts';
import { ReplicaLag, ReplicaWatch } from '../../../src/queries/replica/replica-reads.ts';
import { deferred } from '../../support/deferred.ts';
import { recordingLog } from '../../support/recording-log.ts';

describe('the lag of a replica', () => {
  it('is unknown before anything was seen, and nothing once the replica has reached what was seen', () => {
    const lag = new ReplicaLag();
    expect(lag.ageMs(5)).to.equal(Number.POSITIVE_INFINITY);
    lag.primaryAt(100n, 10);
    lag.replicaAt(100n);
    expect([lag.ageMs(15), lag.lagMs(15)]).to.deep.equal([5, 0]);
  });

  it('counts from the newest place that is reached when others are ahead', () => {
    const lag = new ReplicaLag();
    for (const [place, at] of [
      [100n, 10],
      [200n, 20],
      [300n, 30],
    ] as const)
      lag.primaryAt(place, at);
    lag.replicaAt(250n);
    expect([lag.ageMs(100), lag.lagMs(100)]).to.deep.equal([80, 80]);
    lag.replicaAt(300n);
    expect([lag.ageMs(100), lag.lagMs(100)]).to.deep.equal([70, 0]);
  });

  it('is never made shorter when a long lag makes it forget places', () => {
    const lag = new ReplicaLag();
    for (let at = 1; at <= 10_000; at += 1) lag.primaryAt(BigInt(at), at);
    for (const place of [1, 77, 5000, 9999, 10_000]) {
      lag.replicaAt(BigInt(place));
      expect(lag.ageMs(10_000), `at ${place}`).to.be.at.least(10_000 - place);
    }
  });
});

describe('a question that many ask', () => {
  it('is sent once for all who wait, and never answered with what was asked before them', async () => {
    const sent: ReturnType<typeof deferred<number>>[] = [];
    const ask = begunAfter(() => {
      const question = deferred<number>();
      sent.push(question);
      return question.promise;
    });
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(sent).to.have.length(1);
    sent[0]?.resolve(1);
    expect(await first).to.equal(1);
    await Promise.resolve();
    expect(sent).to.have.length(2);
    sent[1]?.resolve(2);
    expect(await Promise.all(others)).to.deep.equal([2, 2, 2]);
    const last = ask();
    sent[2]?.resolve(3);
    expect(await last).to.equal(3);
  });

  it('is sent again when the one before has failed', async () => {
    let count = 0;
    const ask = begunAfter(async () => {
      count += 1;
      if (count === 1) throw new Error('away');
      return count;
    });
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect([first.status, second]).to.deep.equal(['rejected', { status: 'fulfilled', value: 2 }]);
  });
});

describe('waiting for a replica', () => {
  it('ends when the replica has reached it, for each who waits at its place', async () => {
    let place = 0n;
    const wait = new ReplayWait(async () => {
      place += 1n;
      return place;
    });
    expect(await Promise.all([wait.until(1n), wait.until(3n)])).to.deep.equal([true, true]);
    expect(await wait.until(2n)).to.equal(true);
  });

  it('ends without it when it does not come, follows no primary, fails, or reports nothing', async () => {
    const never = deferred<bigint>();
    for (const look of [async () => 1n, async () => undefined, () => Promise.reject(new Error('away')), () => never.promise])
      expect(await new ReplayWait(look).until(2n)).to.equal(false);
  });
});

describe('reads of callers that cannot identify the writer', () => {
  it('each count as one after a write, when the reader does not mention it', async () => {
    const asked: ListReader[] = [];
    const lists: ListReads = {
      read: (reader, work) => {
        asked.push(reader);
        return work(undefined as never);
      },
      untilShown: async () => {},
    };
    expect(await readsAfterWrites(lists).read({ isAfterWrite: false }, async () => 'read')).to.equal('read');
    expect(asked).to.deep.equal([{ isAfterWrite: true }]);
  });
});

describe('the watch of a replica', () => {
  const stand = (place: bigint | undefined, installation = 'a'): ServerPosition => ({ place, installation });
  function watchOf(servers: { primary: () => Promise<ServerPosition>; replica: () => Promise<ServerPosition> }) {
    const log = recordingLog();
    let left = 0;
    const onLeft = () => {
      left += 1;
    };
    const looks = { primary: () => servers.primary(), replica: () => servers.replica() };
    return { watch: new ReplicaWatch({ queries: looks, maxLagMs: 60_000, log, onLeft }), log, left: () => left };
  }

  it('lets it be used only while it answers, follows, and has the same database, and reports it once', async () => {
    const servers = { primary: async () => stand(5n), replica: async () => stand(5n) };
    const { watch, log, left } = watchOf(servers);
    expect(watch.whyNot()).to.equal('away');
    await watch.poll();
    expect(watch.whyNot()).to.equal(undefined);
    const bad = [
      [async () => stand(undefined), 'promoted'],
      [async () => stand(5n, 'b'), 'other-database'],
      [() => Promise.reject(new Error('connect ECONNREFUSED')), 'away'],
    ] as const;
    for (const [replica, reason] of bad) {
      Object.assign(servers, { replica });
      await watch.poll();
      await watch.poll();
      expect(watch.whyNot()).to.equal(reason);
    }
    Object.assign(servers, { replica: async () => stand(9n) });
    await watch.poll();
    expect(watch.whyNot()).to.equal(undefined);
    const told = log.lines.map(({ id, properties }) => [id, properties['Reason']]);
    expect(told).to.deep.equal([
      [7060, undefined],
      [7061, 'promoted'],
      [7061, 'other-database'],
      [7061, 'away'],
      [7060, undefined],
    ]);
    expect(left()).to.equal(1);
  });

  it('does not report that it is late when nothing is known of it yet', async () => {
    const { watch, log } = watchOf({ primary: async () => stand(9n), replica: async () => stand(5n) });
    await watch.poll();
    expect([watch.whyNot(), log.lines]).to.deep.equal(['behind', []]);
  });

  it('goes by what it knew when the primary does not answer', async () => {
    const servers = { primary: async () => stand(5n), replica: async () => stand(5n) };
    const { watch } = watchOf(servers);
    await watch.poll();
    Object.assign(servers, { primary: () => Promise.reject(new Error('away')) });
    await watch.poll();
    expect(watch.whyNot()).to.equal(undefined);
  });
});
