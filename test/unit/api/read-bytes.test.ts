import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { BodyBudget } from '../../../src/api/body/body-budget.ts';
import { readBytes } from '../../../src/api/body/read-bytes.ts';
import { eventually } from '../../support/eventually.ts';

/** A request that sends what is written to it. */
function upload(): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers: {} }) as unknown as PassThrough & IncomingMessage;
}

describe('the bytes of bodies that are being read', () => {
  const LIMIT = 1000;

  it('are bounded for all requests together, and there is room again when one is read or has gone', async () => {
    const budget = new BodyBudget(1500);
    const [first, second, third, fourth] = [upload(), upload(), upload(), upload()];
    const firstRead = readBytes(first, 'identity', LIMIT, budget);
    const secondRead = readBytes(second, 'identity', LIMIT, budget);
    first.write(Buffer.alloc(900));
    await eventually('the first part is held', () => budget.held === 900);
    second.write(Buffer.alloc(700));
    expect(await secondRead).to.deep.equal({ kind: 'no-room' });
    second.end(Buffer.alloc(100)); // the rest runs by
    expect(budget.held).to.equal(900);
    first.end('x');
    expect((await firstRead).kind).to.equal('bytes');
    expect(budget.held).to.equal(0);

    void readBytes(third, 'identity', LIMIT, budget);
    third.write(Buffer.alloc(1000));
    await eventually('the third is held', () => budget.held === 1000);
    third.destroy();
    await eventually('its room is free', () => budget.held === 0);
    const fourthRead = readBytes(fourth, 'gzip', LIMIT, budget);
    fourth.end(gzipSync(Buffer.alloc(999, 'y')));
    expect(await fourthRead).to.deep.equal({ kind: 'bytes', bytes: Buffer.alloc(999, 'y') });
    expect(budget.held).to.equal(0);
  });

  it('are given back when a body is too large', async () => {
    const budget = new BodyBudget();
    const request = upload();
    const read = readBytes(request, 'identity', LIMIT, budget);
    request.write(Buffer.alloc(600));
    request.write(Buffer.alloc(600));
    expect([await read, budget.held]).to.deep.equal([{ kind: 'too-large' }, 0]);
  });
});
