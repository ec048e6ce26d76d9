import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers of every answer (docs/spec/pages.md#security-headers). Scripts come from here and nowhere else; styles may be inline, because components
 * place themselves with them. `formTargets`: origins a form may lead to by redirect, beside our own: of the provider, which ends its session too.
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
    // the proxy that ends TLS knows whether there is TLS at all
    strictTransportSecurity: false,
  });
}
