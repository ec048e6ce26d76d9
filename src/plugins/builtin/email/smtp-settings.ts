import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';

/** Mail as the configuration describes it: keys `Plugins:Email:…`. */
export interface EmailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`; secret */
  readonly smtpUrl: string;
  /** sender of mails that name none */
  readonly from: string | undefined;
}

/** Limits of one conversation with the server. Unit: ms. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The connection of an SMTP address. A password leaves the machine over TLS only: without STARTTLS the server gets none. */
export function smtpOptions(smtpUrl: string): SMTPTransport.Options {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const hasUser = username !== '';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && hasUser && !LOOPBACK.has(hostname),
    ...(hasUser && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  };
}
