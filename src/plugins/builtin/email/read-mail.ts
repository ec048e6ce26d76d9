import { type PluginContext, TaskFailure, type Values } from '../../plugin.ts';

/** A validated mail. Addresses in the format of nodemailer: comma-separated, with optional names. */
export interface Mail {
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

/** Reads the inputs of a mail. Throws TaskFailure `400` with the name of an invalid input. */
export function readMail(
  input: Values,
  { idempotencyKey }: Pick<PluginContext, 'idempotencyKey'>,
  from: string | undefined,
): Mail {
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

/** Text of a header; undefined if absent. Throws for control characters. */
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
