import { expect } from 'chai';
import type { PortSetting } from '../../../src/platform/config/config.ts';
import { type FrontDoor, openFrontDoor } from '../../../src/platform/front-door.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { http } from '../../support/http/http-client.ts';

const PORT: PortSetting = { key: 'PORT', number: 0, isExplicit: true };
const STARTING = [503, '{"error":"The service is starting"}', '1'];

describe('the door of a role that is starting', () => {
  let door: FrontDoor;
  const open = async (maxWaitMs?: number) => {
    const health = openHealth(silentLog);
    health.addCheck('starting', () => Promise.reject(new Error('not yet')));
    door = await openFrontDoor(health, '127.0.0.1', PORT, maxWaitMs);
  };
  afterEach(() => door.close(0));
  const ask = async (path: string, method = 'GET', body?: unknown) => {
    const { status, text, headers } = await http(door.url.replace('localhost', '127.0.0.1'), { path, method, body });
    return [status, text, headers['retry-after']];
  };

  it('reports its health when it is asked, in any spelling', async () => {
    await open();
    for (const path of ['/health', '/alive', '/HEALTH/', '/health?x=1'])
      expect(await ask(path)).to.deep.equal([200, 'Healthy', undefined]);
    expect(await ask('/ready')).to.deep.equal([503, 'Not ready: starting', undefined]);
    expect(await ask('/health', 'HEAD')).to.deep.equal([200, '', undefined]);
  });

  it('lets requests wait, whole, and hands them over when the role is there', async () => {
    await open();
    const early = ask('/echo', 'POST', { text: 'x'.repeat(300_000) });
    await ask('/health'); // sent later, answered earlier
    door.admit(async (request, response) => {
      let size = 0;
      for await (const chunk of request) size += (chunk as Buffer).length;
      response.end(`${request.url} ${size}`);
    });
    expect(await early).to.deep.equal([200, '/echo 300011', undefined]);
    expect(await ask('/health', 'POST', {})).to.deep.equal([200, '/health 2', undefined]);
  });

  it('turns a request away when it has waited too long', async () => {
    await open(30);
    expect(await ask('/Definitions')).to.deep.equal(STARTING);
  });

  it('turns those away that wait when it is closed, and forgets those that have gone', async () => {
    await open();
    const gone = new AbortController();
    const left = fetch(`${door.url}/x`, { signal: gone.signal }).catch(() => 'gone');
    await ask('/health');
    gone.abort();
    expect(await left).to.equal('gone');
    const waiting = ask('/Definitions');
    await ask('/health');
    await door.close(1000);
    expect(await waiting).to.deep.equal(STARTING);
  });
});
