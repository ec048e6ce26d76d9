import { expect } from 'chai';
import { email, smtpOptions } from '../../../../src/plugins/builtin/email.ts';
import { type Refusal, type SmtpSink, startSmtpSink } from '../../../support/servers/smtp-sink.ts';
import { contextOf, failureOf, run } from './plugin-run.ts';

const MAIL = { to: 'ada@example.org', subject: 'Order 7', text: 'It is on its way.' };

describe('email', () => {
  let sink: SmtpSink;
  before(async () => {
    sink = await startSmtpSink();
  });
  after(() => sink.close());

  function plugin(from: string | undefined = 'orders@example.com') {
    return email({ smtpUrl: sink.url, from });
  }

  it('hands a mail to the server when everything is given', async () => {
    const result = await run(plugin(), {
      ...MAIL,
      cc: 'Bob <bob@example.org>',
      bcc: 'carl@example.org',
      html: '<p>It is.</p>',
      replyTo: 'help@example.com',
    });
    const mail = sink.mails.at(-1);
    expect(mail?.from).to.equal('orders@example.com');
    expect(mail?.to).to.deep.equal(['ada@example.org', 'bob@example.org', 'carl@example.org']);
    expect(mail?.text)
      .to.match(/^Subject: Order 7\r$/m)
      .and.match(/^Reply-To: help@example.com\r$/m)
      .and.match(/It is on its way/)
      .and.match(/<p>It is/);
    expect(mail?.text).to.not.contain('carl@');
    expect(result).to.deep.equal({
      __response: {
        messageId: '<33333333-3333-4333-8333-333333333333@example.com>',
        accepted: ['ada@example.org', 'bob@example.org', 'carl@example.org'],
        rejected: [],
      },
    });
  });

  it('gives every run of a task the same message id when it runs twice', async () => {
    await run(plugin(), MAIL, contextOf({ attempt: 1 }));
    await run(plugin(), MAIL, contextOf({ attempt: 2 }));
    const [first, second] = sink.mails.slice(-2).map(({ text }) => /^Message-ID: (.+)\r$/im.exec(text)?.[1]);
    expect(first).to.be.a('string').and.equal(second);
  });

  it('takes the sender of the mail when it names one', async () => {
    await run(plugin(), { ...MAIL, from: 'Shop <shop@example.net>' });
    expect(sink.mails.at(-1)?.from).to.equal('shop@example.net');
  });

  it('reads no file and no address when a text looks like one', async () => {
    await run(plugin(), { ...MAIL, text: 'file:///etc/passwd', html: '<img src="http://127.0.0.1/x">' });
    expect(sink.mails.at(-1)?.text).to.contain('file:///etc/passwd');
  });

  for (const [what, input, message] of [
    ['to is missing', { to: null }, 'to is required.'],
    ['to is blank', { to: ' ' }, 'to is required.'],
    ['to holds no address', { to: 'ada' }, 'to must hold a mail address.'],
    ['to is a list', { to: ['ada@example.org'] }, 'to must be a text.'],
    [
      'to begins another header',
      { to: 'ada@example.org\r\nBcc: eve@example.org' },
      'to must not hold line ends or control characters.',
    ],
    [
      'the subject begins another header',
      { subject: 'a\nBcc: eve@example.org' },
      'subject must not hold line ends or control characters.',
    ],
    ['the sender begins another header', { from: 'a@b\r\nX: 1' }, 'from must not hold line ends or control characters.'],
    ['the subject is too long', { subject: 'a'.repeat(999) }, 'subject must not be longer than 998 characters.'],
    ['there is neither text nor html', { text: null }, 'text or html is required.'],
    ['text is a number', { text: 1 }, 'text must be a text.'],
    ['there are too many', { to: Array(101).fill('a@b').join(',') }, 'to, cc and bcc must not hold more than 100 addresses.'],
  ] as const) {
    it(`fails with 400 and sends nothing when ${what}`, async () => {
      const before = sink.mails.length;
      expect(await failureOf(plugin(), { ...MAIL, ...input })).to.include({ code: '400', message, isRetryable: false });
      expect(sink.mails).to.have.length(before);
    });
  }

  it('fails with 400 when no sender is set', async () => {
    expect((await failureOf(email({ smtpUrl: sink.url, from: undefined }), MAIL)).message).to.equal(
      'from is required: Plugins:Email:From is not set.',
    );
  });

  async function refusedBy(refuse: Refusal) {
    const server = await startSmtpSink(refuse);
    try {
      return await failureOf(email({ smtpUrl: server.url, from: 'orders@example.com' }), MAIL);
    } finally {
      await server.close();
    }
  }

  it('fails with the code of the server when it refuses for good', async () => {
    const failure = await refusedBy((command) => (command.startsWith('RCPT') ? '550 no such user' : undefined));
    expect(failure).to.include({ code: '550', isRetryable: false });
    expect(failure.message).to.contain('no such user');
  });

  it('fails with the code of the server when it refuses for now', async () => {
    expect(await refusedBy((command) => (command.startsWith('MAIL') ? '451 later' : undefined))).to.include({
      code: '451',
      isRetryable: true,
    });
  });

  it('shows who was refused when others were not', async () => {
    const server = await startSmtpSink((command) => (command.includes('bob@') ? '550 no such user' : undefined));
    const result = await run(email({ smtpUrl: server.url, from: 'a@b' }), { ...MAIL, cc: 'bob@example.org' });
    expect(result).to.have.deep.nested.property('__response.rejected', ['bob@example.org']);
    await server.close();
  });

  it('fails with 502 when no one listens', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    expect(await failureOf(email({ smtpUrl: gone.url, from: 'a@b' }), MAIL)).to.include({ code: '502', isRetryable: true });
  });

  it('lets go when its signal is aborted in the middle', async () => {
    const stop = new AbortController();
    const server = await startSmtpSink((command) => {
      if (!command.startsWith('MAIL')) return undefined;
      stop.abort();
      return '';
    });
    expect(await failureOf(email({ smtpUrl: server.url, from: 'a@b' }), MAIL, contextOf(), stop.signal)).to.have.property('code');
    await server.close();
  });

  it('keeps the password out of its failures when the server refuses it', async () => {
    const server = await startSmtpSink((command) => (command.startsWith('AUTH') ? '535 no' : undefined));
    const url = server.url.replace('//', '//user:canary-4711@');
    const failure = await failureOf(email({ smtpUrl: url, from: 'a@b' }), MAIL);
    expect(failure.code).to.equal('502');
    expect(failure.message).to.not.contain('canary-4711');
    await server.close();
  });
});

describe('the address of a mail server', () => {
  it('asks for TLS from the first byte when it is smtps', () => {
    expect(smtpOptions('smtps://u:p%40@mail.test')).to.deep.include({
      host: 'mail.test',
      port: 465,
      secure: true,
      auth: { user: 'u', pass: 'p@' },
    });
  });
  it('sends no password in the clear when the server is another machine', () => {
    expect(smtpOptions('smtp://u:p@mail.test')).to.include({ port: 587, secure: false, requireTLS: true });
    expect(smtpOptions('smtp://u:p@127.0.0.1:25')).to.include({ port: 25, requireTLS: false });
    expect(smtpOptions('smtp://mail.test')).to.include({ requireTLS: false });
  });
});
