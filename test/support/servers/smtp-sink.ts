import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as it arrived. */
export interface SunkMail {
  readonly from: string;
  readonly to: readonly string[];
  /** headers and body, as sent */
  readonly text: string;
}

/** A mail server that keeps what it gets. */
export interface SmtpSink {
  readonly url: string;
  readonly mails: readonly SunkMail[];
  close(): Promise<void>;
}

/** Answer of a sink to a command instead of its acceptance; undefined: it accepts. `''`: it does not answer. */
export type Refusal = (command: string) => string | undefined;

/** Starts a mail server that speaks as much SMTP as a client needs (RFC 5321), without TLS. */
export async function startSmtpSink(refuse: Refusal = () => undefined): Promise<SmtpSink> {
  const mails: SunkMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    converse(socket, refuse, (mail) => mails.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, refuse: Refusal, onMail: (mail: SunkMail) => void): void {
  let mail = { from: '', to: [] as string[], text: '' };
  let isData = false;
  let rest = '';
  const say = (line: string) => line !== '' && socket.write(`${line}\r\n`);
  say(refuse('CONNECT') ?? '220 sink');
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isData) isData = takeLine(line);
      else say(refuse(line) ?? reply(line));
    }
  });

  function takeLine(line: string): boolean {
    if (line !== '.') mail.text += `${line.replace(/^\.\./, '.')}\r\n`;
    else {
      onMail(mail);
      mail = { from: '', to: [], text: '' };
      say('250 taken');
    }
    return line !== '.';
  }

  function reply(line: string): string {
    const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    if (verb === 'MAIL') mail.from = address;
    if (verb === 'RCPT') mail.to.push(address);
    if (verb === 'DATA') isData = true;
    return { DATA: '354 go on', QUIT: '221 bye', AUTH: '235 welcome', EHLO: '250-sink\r\n250 AUTH PLAIN' }[verb] ?? '250 ok';
  }
}
