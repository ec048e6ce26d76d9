import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { OpenStreams } from '../../../src/api/feed/feed-reads.ts';

const connection = () => ({ socket: Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Socket });

describe('the count of open streams', () => {
  it('lets a client have a limited number and no more, and one more when one has closed', () => {
    const streams = new OpenStreams(10, 2);
    const first = connection();
    expect([streams.admit('ann', first), streams.admit('ann', connection())]).to.deep.equal([true, true]);
    expect(streams.admit('ann', connection())).to.equal(false);
    expect(streams.admit('bob', connection())).to.equal(true);
    first.socket.emit('close');
    expect([streams.admit('ann', connection()), streams.admit('ann', connection())]).to.deep.equal([true, false]);
    expect(streams.count).to.equal(3);
  });

  it('lets all clients together have a limited number, and none whose connection is gone', () => {
    const streams = new OpenStreams(1, 5);
    const gone = connection();
    Object.assign(gone.socket, { destroyed: true });
    expect(streams.admit('ann', gone)).to.equal(false);
    expect([streams.admit('ann', connection()), streams.admit('bob', connection())]).to.deep.equal([true, false]);
    expect(new OpenStreams(0, 5).admit('ann', connection())).to.equal(false);
  });
});
