import { expect } from 'chai';
import { isProtectedPath } from '../../../../src/api/auth/protected-paths.ts';
import { apiEndpoints } from '../../../../src/api/endpoints.ts';
import type { ApiPorts } from '../../../../src/api/ports.ts';
import { rateLimitOf } from '../../../../src/api/rate-limit/covered-endpoints.ts';

describe('the policies of the limiter', () => {
  const endpoints = apiEndpoints({ servesDocs: true, mcp: {} } as unknown as ApiPorts);

  it('cover every endpoint below the protected prefixes when one is added, and no other', () => {
    const wrong = endpoints.filter(({ method, pattern }) => {
      const isLimited = rateLimitOf(`${method} ${pattern}`) !== undefined;
      return isLimited !== isProtectedPath(pattern);
    });
    expect(
      wrong.map(({ pattern }) => pattern),
      'Give the endpoint its policy in api/rate-limit/covered-endpoints.ts.',
    ).to.deep.equal([]);
    expect(endpoints.length).to.be.greaterThan(20);
  });

  it('count no endpoint when it is named otherwise', () => {
    expect(rateLimitOf('HEAD /Definitions')).to.equal(undefined);
    expect(rateLimitOf('GET /health')).to.equal(undefined);
    expect(rateLimitOf('constructor')).to.equal(undefined);
  });
});
