import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';

/** Mail configuration: keys `Plugins:Email:…`. */
export interface EmailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`; secret. */
  readonly smtpUrl: string;
  /** Default sender. */
  readonly from: string | undefined;
}

/** Timeouts of an SMTP connection. Unit: ms. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** SMTP connection options. Sends the password to other hosts over TLS only: without STARTTLS the connection fails. */
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
