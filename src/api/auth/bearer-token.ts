import type { IncomingMessage } from 'node:http';

/** The token of `Authorization: Bearer <token>`, maybe empty; undefined without the header or with another scheme (RFC 6750, 2.1). */
export function bearerToken(request: IncomingMessage): string | undefined {
  const [scheme = '', ...token] = (request.headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' ? token.join(' ').trim() : undefined;
}
