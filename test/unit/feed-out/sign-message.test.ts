import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { signatureOf } from '../../../src/feed-out/webhooks/send-message.ts';

describe('the signature of a message to a webhook (docs/contributing/spec/event-feed.md#webhook-messages)', () => {
  it('is the one that Standard Webhooks give as their example when the secret has Base64', () => {
    const [secret, id, body] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}'];
    expect(signatureOf([secret], id, 1614265330, body)).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('has one for each secret when one is being changed, and takes a plain text as the key', () => {
    const [first, second] = ['a plain secret, long', 'another one, as long'];
    const of = (key: string) => `v1,${createHmac('sha256', key).update('id.7.{}').digest('base64')}`;
    expect(signatureOf([first, second], 'id', 7, '{}')).to.equal(`${of(first)} ${of(second)}`);
  });
});
