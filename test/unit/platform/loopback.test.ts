import { expect } from 'chai';
import { isLoopback } from '../../../src/platform/host-check.ts';

describe('a host', () => {
  for (const host of [
    '127.0.0.1',
    '127.9.8.7',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    'localhost',
    'LocalHost',
    'api.localhost',
    'localhost.',
  ]) {
    it(`stays on this machine when it is ${host}`, () => expect(isLoopback(host)).to.equal(true));
  }
  for (const host of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    'fe80::1',
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    '',
  ]) {
    it(`may be reached by others when it is '${host}'`, () => expect(isLoopback(host)).to.equal(false));
  }
});
