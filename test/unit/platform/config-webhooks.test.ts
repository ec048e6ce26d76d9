import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedFilterOf } from '../../../src/feed-out/next-events.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { findIdleKeys, findUnusableValues } from '../../../src/platform/config/config-review.ts';
import { openConfigSource } from '../../../src/platform/config/config-source.ts';
import { configErrorOf } from '../../support/config-error.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BILLING = {
  Feed__Enabled: 'true',
  Webhooks__Billing__Url: 'https://billing.example/a-password',
  Webhooks__Billing__Secret: SECRET,
};
const webhooksOf = (env: Record<string, string>) => readConfig(env, 'all').webhooks;

describe('the settings of webhooks (docs/contributing/spec/event-feed.md#webhook-settings)', () => {
  it('have their defaults when only address and secret are given, under a name in lower case', () => {
    expect(webhooksOf(BILLING)).to.deep.equal([
      {
        name: 'billing',
        url: 'https://billing.example/a-password',
        secrets: [SECRET],
        keys: [],
        types: [],
        businessId: undefined,
        begin: 'end',
        format: 'event',
        allowsPrivate: false,
        timeoutMs: 10_000,
        concurrency: 8,
        attempts: 10,
        firstDelayMs: 1000,
        maxDelayMs: 600_000,
      },
    ]);
  });

  it('come from files too when a secret is mounted, and from the configuration file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-webhooks-'));
    try {
      writeFileSync(join(folder, 'secret'), `${SECRET}\n`);
      const webhook = { Url: 'https://billing.example/', Secret_FILE: join(folder, 'secret'), Keys: ['order', 'bill-*'] };
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ Feed: { Enabled: true }, Webhooks: { Billing: webhook } }));
      const [read] = webhooksOf({
        CONFIG_FILE: join(folder, 'settings.json'),
        Webhooks__billing__PreviousSecret: 'x'.repeat(16),
      });
      expect([read?.secrets, read?.keys]).to.deep.equal([
        [SECRET, 'x'.repeat(16)],
        ['order', 'bill-*'],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('end the start when one is missing or cannot be used, without its value', () => {
    const refused = (more: Record<string, string>, env: Record<string, string> = BILLING) =>
      configErrorOf({ ...env, ...more }).message;
    expect(refused({ Feed__Enabled: 'false' })).to.equal('Webhooks:billing: needs the event feed: set Feed:Enabled to true');
    expect(refused({ Webhooks__Billing__Secret: '' })).to.equal(
      'Webhooks:billing:Secret: is missing; messages are signed with it',
    );
    expect(refused({ Webhooks__other__Secret: SECRET })).to.equal('Webhooks:other:Url: is missing; it is where events are sent');
    expect(refused({ Webhooks__Billing__Url: 'http://billing.example/a-password' })).to.equal(
      'Webhooks:billing:Url: must begin with https://, unless the webhook has AllowPrivate',
    );
    expect(refused({ Webhooks__Billing__Url: 'https://me:hush@billing.example' })).to.match(/must have neither a user/);
    expect(refused({ Webhooks__Billing__Secret: 'short' })).to.match(/must have at least 16 characters$/);
    expect(refused({ Webhooks__Billing__Secret: 'whsec_!!!!!!!!!!!!!!!!!!!!' })).to.match(/must have Base64 behind whsec_$/);
    expect(refused({ Webhooks__Billing__Keys: 'a b' })).to.match(/^Webhooks:billing:Keys: must hold process keys/);
    expect(refused({ 'Webhooks:a b:Url': 'https://x.example' })).to.match(/^Webhooks:a b: is not a name/);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`Webhooks__w${n}__Url`, 'https://x.example']));
    expect(refused(many)).to.equal('Webhooks: has more than 50 names');
  });

  it('refuse a type that there is not when they become a filter', () => {
    const wanted = { keys: ['order', '*'], types: ['WorkflowCompleted', 'WorkflowDeleted'], businessId: undefined };
    expect(feedFilterOf(wanted, 'Webhooks:x')).to.deep.include({ keys: undefined, types: new Set(wanted.types) });
    expect(() => feedFilterOf({ ...wanted, types: ['WorkflowCompleted', 'Nothing'] }, 'Webhooks:x')).to.throw(
      'Webhooks:x:Types: holds in entry 2 what is not a type of events',
    );
  });

  it('are reviewed as all others when one is misspelt or cannot be used', () => {
    const source = openConfigSource({ ...BILLING, Webhooks__Billing__Tipes: 'x', Webhooks__Billing__Attempts: '0' });
    expect(findIdleKeys(source)).to.deep.equal([
      { key: 'webhooks:billing:tipes', reason: 'is not a setting of Sluice; did you mean Webhooks:billing:Types?' },
    ]);
    expect(findUnusableValues(source).map(({ key }) => key)).to.deep.equal(['Webhooks:billing:Attempts']);
    expect(findIdleKeys(openConfigSource({ ...BILLING, Webhooks__Billing__Keys__0: 'a' }))).to.deep.equal([]);
  });
});
