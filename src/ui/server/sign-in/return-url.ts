/** Longest address that is kept. */
const MOST = 2048;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether a sign-in may return to an address: a local path that no browser reads as another origin (docs/contributing/spec/sign-in.md#return-url). */
export function isLocalPath(address: string): boolean {
  const isPath = address[0] === '/' && address[1] !== '/';
  return isPath && VISIBLE_ASCII.test(address) && !address.includes('\\') && address.length <= MOST;
}

/** Result of reading `returnUrl`. `isRefused`: the value was invalid. */
export interface ReturnUrl {
  readonly address: string;
  readonly isRefused: boolean;
}

/** Reads `returnUrl` from the raw query: decoded once, given exactly once, a local path, else `/`. */
export function readReturnUrl(queryText: string): ReturnUrl {
  const sent = [...new URLSearchParams(queryText)]
    .filter(([name]) => name.toLowerCase() === 'returnurl')
    .map(([, value]) => value);
  const [address = ''] = sent;
  if (sent.length === 1 && isLocalPath(address)) return { address, isRefused: false };
  return { address: '/', isRefused: sent.some((value) => value !== '') };
}
