import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether only this machine is behind a host: a loopback address, in brackets or not, or a name below `localhost` (RFC 6761, 6.3). */
export function isLoopback(host: string): boolean {
  const plain = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  const family = isIP(plain);
  if (family !== 0) return LOOPBACK.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  return /^(?:.*\.)?localhost\.?$/i.test(plain);
}
