import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { createTransport } from 'nodemailer';
import { errorMessage } from '../../../platform/redact.ts';
import { TaskFailure, definePlugin, response, type Parameter, type Plugin } from '../../plugin.ts';
import { readMail, type Mail } from './read-mail.ts';

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

const PARAMETERS: readonly Parameter[] = [
  { name: 'to', type: 'String', required: true, displayName: 'To', description: 'One or more addresses, separated by commas' },
  { name: 'cc', type: 'String', displayName: 'Cc' },
  { name: 'bcc', type: 'String', displayName: 'Bcc' },
  { name: 'subject', type: 'String', displayName: 'Subject' },
  { name: 'text', type: 'MultilineString', displayName: 'Text', description: 'Plain text; text or html is required' },
  { name: 'html', type: 'MultilineString', displayName: 'HTML' },
  { name: 'from', type: 'String', displayName: 'From', description: 'Absent: the address of the configuration' },
  { name: 'replyTo', type: 'String', displayName: 'Reply to' },
];

/**
 * Bundled plugin `email`: sends a mail over the configured SMTP server. Error codes: the reply code of the server if it rejects the mail
 * (5xx is final), `502` if the server is unreachable, `504` on timeout, `400` for invalid input.
 */
export function email({ smtpUrl, from }: EmailSettings): Plugin {
  const options = smtpOptions(smtpUrl);
  return definePlugin({
    taskType: 'email',
    displayName: 'E-mail',
    parameters: PARAMETERS,
    async execute(input, context, signal) {
      const mail = readMail(input, context, from);
      signal.throwIfAborted();
      try {
        const { messageId, accepted, rejected } = await send(options, mail, signal);
        return response({ messageId, accepted: accepted.map(addressOf), rejected: rejected.map(addressOf) });
      } catch (error) {
        throw smtpFailure(error);
      }
    },
  });
}

/** Uses one connection per mail. Rejects immediately on abort; the connection then ends by its own timeouts. */
async function send(options: ReturnType<typeof smtpOptions>, mail: Mail, signal: AbortSignal) {
  const transport = createTransport(options);
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true }), aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    transport.close();
  }
}

function addressOf(address: string | { readonly address: string }): string {
  return typeof address === 'string' ? address : address.address;
}

function smtpFailure(error: unknown): TaskFailure {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  const message = errorMessage(error);
  // a wrong password is a configuration error, possibly fixed before the retry
  if (typeof responseCode === 'number' && responseCode >= 400 && code !== 'EAUTH') {
    return new TaskFailure(String(responseCode), `The mail server refused: ${message}`, {
      isRetryable: responseCode < 500,
      cause: error,
    });
  }
  if (code === 'ETIMEDOUT') return new TaskFailure('504', `The mail server did not answer in time: ${message}`, { cause: error });
  return new TaskFailure('502', `The mail could not be handed over: ${message}`, { cause: error });
}
