import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers of every answer (docs/contributing/spec/pages.md#security-headers). Scripts come from this origin only. Inline styles are allowed,
 * because components position themselves with them. `formTargets`: further origins that a form may redirect to: those of the
 * identity provider.
 */
export function securityHeaders(formTargets: () => readonly string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'", () => formTargets().join(' ')],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // the proxy that ends TLS sets this header
    strictTransportSecurity: false,
  });
}
