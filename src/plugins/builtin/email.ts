import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { errorMessage } from '../../platform/redact.ts';
import { definePlugin, type Parameter, type Plugin, type PluginContext, response, TaskFailure, type Values } from '../plugin.ts';

/** Validated. Addresses in the format of nodemailer: comma-separated, with optional names. */
interface Mail {
  readonly from: string;
  readonly to: string;
  readonly cc: string | undefined;
  readonly bcc: string | undefined;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** Same for every run of the task, to detect a mail that was sent twice. */
  readonly messageId: string;
}

const MAX_RECIPIENTS = 100;
const MAX_LINE = 998;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line end in a header begins another header
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Throws TaskFailure `400` that names an invalid input. */
function readMail(input: Values, { idempotencyKey }: Pick<PluginContext, 'idempotencyKey'>, from: string | undefined): Mail {
  const sender = line(input, 'from') ?? from;
  if (sender === undefined) throw bad('from is required: Plugins:Email:From is not set.');
  const [to, cc, bcc] = [line(input, 'to'), line(input, 'cc'), line(input, 'bcc')];
  if (to === undefined) throw bad('to is required.');
  const recipients = [to, cc ?? '', bcc ?? ''].join(',').split('@').length - 1;
  if (recipients === 0) throw bad('to must hold a mail address.');
  if (recipients > MAX_RECIPIENTS) throw bad(`to, cc and bcc must not hold more than ${MAX_RECIPIENTS} addresses.`);
  const [text, html] = [body(input, 'text'), body(input, 'html')];
  if (text === undefined && html === undefined) throw bad('text or html is required.');
  const domain = /@([\w.-]+)/.exec(sender)?.[1] ?? 'sluice';
  return {
    from: sender,
    to,
    cc,
    bcc,
    replyTo: line(input, 'replyTo'),
    subject: line(input, 'subject') ?? '',
    text,
    html,
    messageId: `<${idempotencyKey}@${domain}>`,
  };
}

/** Text of a header. Throws for control characters. */
function line(input: Values, name: string): string | undefined {
  const value = body(input, name);
  if (value === undefined || value.trim() === '') return undefined;
  if (CONTROL.test(value)) throw bad(`${name} must not hold line ends or control characters.`);
  if (name === 'subject' && value.length > MAX_LINE) throw bad(`subject must not be longer than ${MAX_LINE} characters.`);
  return value;
}

function body(input: Values, name: string): string | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw bad(`${name} must be a text.`);
  return value;
}

function bad(message: string): TaskFailure {
  return new TaskFailure('400', message, { isRetryable: false });
}

/** Mail configuration: keys `Plugins:Email:…`. */
export interface EmailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`; secret. */
  readonly smtpUrl: string;
  /** Default sender. */
  readonly from: string | undefined;
}

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** SMTP options. Without STARTTLS the connection to other hosts fails: the password is sent over TLS only. */
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
 * Error codes: the reply code of the server if it rejects the mail (5xx is final), `502` if the server is unreachable, `504` on timeout, `400` for invalid
 * input.
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

/** One connection per mail. Rejects immediately on abort; the connection then ends by its own timeouts. */
async function send(options: ReturnType<typeof smtpOptions>, mail: Mail, signal: AbortSignal) {
  const { createTransport } = await import('nodemailer'); // only workers that send mail load it
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
