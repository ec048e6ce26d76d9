import { expect } from 'chai';
import type { DueEvent } from '../../../src/feed-out/next-events.ts';
import { type MessageSender, openMessageSender } from '../../../src/feed-out/webhooks/send-message.ts';
import type { WebhookConfig } from '../../../src/platform/config/config-feed-out.ts';
import { LookupQueue, type Resolve } from '../../../src/plugins/builtin/rest-call/address-filter.ts';
import { startReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const FEED = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const EVENT: DueEvent = {
  place: { row: 1, sequence: 1 },
  position: '0b9d5b9e.1.1',
  line: '{"position":"0b9d5b9e.1.1","workflowInstanceId":"a","sequence":1,"type":"WorkflowStarted","data":{}}',
  event: {
    workflowInstanceId: 'a',
    processDefinitionKey: 'order',
    sequence: 1,
    type: 'WorkflowStarted',
    occurredAt: new Date(0),
    activityId: null,
    activityInstanceId: null,
    data: {},
    actor: null,
  },
};
const HOLD = new AbortController().signal;

describe('a message to a hostile receiver (docs/contributing/spec/event-feed.md#receiver-addresses)', () => {
  let receiver: WebhookReceiver;
  const senders: MessageSender[] = [];
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    for (const sender of senders.splice(0)) await sender.close();
    await receiver.close();
  });

  function open(more: Partial<WebhookConfig> = {}, resolve?: Resolve): MessageSender {
    const webhook: WebhookConfig = {
      ...{ name: 'hook', url: receiver.url, secrets: [WEBHOOK_SECRET], keys: [], types: [], businessId: undefined },
      ...{ begin: 'end', format: 'event', allowsPrivate: true, timeoutMs: 60_000, concurrency: 2 },
      ...{ attempts: 3, firstDelayMs: 100, maxDelayMs: 1000 },
      ...more,
    };
    const sender = openMessageSender(webhook, new LookupQueue(), resolve);
    senders.push(sender);
    return sender;
  }
  const send = (sender: MessageSender) => sender.send(EVENT, FEED, HOLD);
  const errorOf = async (sender: MessageSender) => {
    const sending = await send(sender);
    return sending.kind === 'refused' ? sending.error : sending.kind;
  };

  it('is received when the answer is 2xx, and refused with its status when it is another', async () => {
    expect(await send(open())).to.deep.equal({ kind: 'received' });
    receiver.react = () => 500;
    expect(await send(open())).to.deep.include({ kind: 'refused', error: 'HTTP 500', isGone: false });
  });

  it('is refused in time when no one answers, and when no one listens', async () => {
    receiver.react = () => () => {};
    expect(await errorOf(open({ timeoutMs: 400 }))).to.equal('no answer within 0.4 seconds');
    expect(await errorOf(open({ url: 'http://127.0.0.1:1/secret-path' })))
      .to.match(/ECONNREFUSED/)
      .and.not.contain('secret-path');
  });

  it('ends soon when the answer has no end, and the status counts', async () => {
    for (const [status, expected] of [
      [200, 'received'],
      [500, 'HTTP 500'],
    ] as const) {
      let timer: NodeJS.Timeout | undefined;
      receiver.react = () => (_, response) => {
        response.writeHead(status);
        const write = () => {
          if (!response.destroyed) response.write(Buffer.alloc(65_536));
        };
        timer = setInterval(write, 1);
        response.on('close', () => clearInterval(timer));
      };
      expect(await errorOf(open())).to.equal(expected);
      clearInterval(timer);
    }
  });

  it('follows no redirect when it is sent to the metadata of a cloud, or anywhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.react = () => (_, response) => {
        response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      };
      expect(await errorOf(open())).to.equal(`HTTP ${status}`);
    }
    expect(receiver.seen).to.have.length(5);
  });

  it('waits as long as it is asked to when the answer specifies it, and no longer than a day', async () => {
    for (const [value, expected] of [
      ['7', 7000],
      ['99999', 86_400_000],
      ['Fri, 31 Dec 2027 23:59:59 GMT', undefined],
      ['-1', undefined],
    ] as const) {
      receiver.react = () => (_, response) => {
        response.writeHead(429, { 'retry-after': value }).end();
      };
      expect(await send(open())).to.deep.include({ error: 'HTTP 429', retryAfterMs: expected });
    }
  });

  it('goes to no private address when it is not allowed, in any spelling, and not by a name', async () => {
    const guarded = { allowsPrivate: false };
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '192.168.1.1',
      '[fd00::1]',
      '0.0.0.0',
      '169.254.169.254',
      '[fe80::1]',
    ])
      expect(await errorOf(open({ ...guarded, url: `http://${host}:${receiver.port}/` })), host).to.match(
        /^url must not lead to /,
      );
    const named = { ...guarded, url: `http://hook.example:${receiver.port}/` };
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254'])
      expect(await errorOf(open(named, async () => [{ address, family: 4 }])), address).to.match(
        /^url must not lead to hook\.example/,
      );
    const mixed = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await errorOf(open(named, async () => mixed))).to.match(/^url must not lead to hook\.example/);
    expect(receiver.seen).to.deep.equal([]);
  });

  it('goes to the checked address when the name changes its address after the check', async () => {
    const addresses = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const resolve: Resolve = async () => [{ address: addresses[asked++] ?? '', family: 4 }];
    const named = { url: `http://hook.example:${receiver.port}/` };
    expect(await send(open(named, resolve))).to.deep.equal({ kind: 'received' });
    expect(asked).to.equal(1);
    // a new connection resolves again, and the new address is checked
    expect(await errorOf(open(named, resolve))).to.match(/^url must not lead to hook\.example/);
    expect([asked, receiver.seen.length]).to.deep.equal([2, 1]);
  });

  it('goes to no metadata address when private ones are allowed', async () => {
    for (const host of ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200'])
      expect(await errorOf(open({ url: `http://${host}/` })), host).to.match(/^url must not lead to /);
  });

  it('is cancelled when the sender has to end', async () => {
    receiver.react = () => () => {};
    const ending = new AbortController();
    const sending = open({ timeoutMs: 30_000 }).send(EVENT, FEED, ending.signal);
    ending.abort();
    expect(await sending).to.deep.equal({ kind: 'given-up' });
  });
});
