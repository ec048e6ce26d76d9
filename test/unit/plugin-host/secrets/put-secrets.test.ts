import { expect } from 'chai';
import type { Secrets } from '../../../../src/plugin-host/secrets/open-secrets.ts';
import { hiding, putSecrets } from '../../../../src/plugin-host/secrets/put-secrets.ts';

const HELD: Readonly<Record<string, string>> = {
  TOKEN: 't0p-secret',
  OTHER: 'an0ther',
  ODD: 'a&b ü',
  ENCODED: '%7B%7Bsecrets.OTHER%7D%7D',
  NESTED: '{{secrets.OTHER}}',
};
const asked: string[] = [];
const secrets: Secrets = {
  find: async (name, key) => {
    asked.push(`${name} for ${key}`);
    if (name === 'BROKEN') throw new Error('Vault answers 503');
    return Object.hasOwn(HELD, name) ? HELD[name] : undefined;
  },
};
const put = (input: object, named: Record<string, readonly string[]> | null) =>
  putSecrets(input as never, { named, processKey: 'order' }, secrets);
const inputOf = async (input: object, named: Record<string, readonly string[]> | null) => {
  const filled = await put(input, named);
  if (!filled.ok) throw new Error(filled.message);
  return filled.input;
};

describe('secrets in the inputs of a custom task', () => {
  beforeEach(() => {
    asked.length = 0;
  });

  it('are in texts, lists, maps and names when the model names them there', async () => {
    const input = { headers: { 'X-{{secrets.TOKEN}}': ['Bearer {{ secrets.TOKEN }}', 7, null, true] } };
    expect(await inputOf(input, { headers: ['TOKEN'] })).to.deep.equal({
      headers: { 'X-t0p-secret': ['Bearer t0p-secret', 7, null, true] },
    });
    expect(asked).to.deep.equal(['TOKEN for order']);
  });

  it('are in queries and in sign-ins when these are encoded already', async () => {
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    const input = {
      url: 'https://a.example/?key=%7B%7Bsecrets.ODD%7D%7D',
      headers: { Authorization: basic('ada:{{secrets.ODD}}') },
    };
    const filled = await put(input, { url: ['ODD'], headers: ['ODD'] });
    if (!filled.ok) throw new Error(filled.message);
    const signIn = basic('ada:a&b ü');
    expect(filled.input).to.deep.equal({ url: 'https://a.example/?key=a%26b%20%C3%BC', headers: { Authorization: signIn } });
    expect(filled.hiding.text(`${signIn} a%26b%20%C3%BC`)).to.equal('Basic *** ***');
    expect(await inputOf({ a: 'Basic bm90aGluZw==' }, { a: ['ODD'] })).to.deep.equal({ a: 'Basic bm90aGluZw==' });
  });

  it('are not put where the model does not name them when a variable has brought a placeholder', async () => {
    const input = { headers: 'Bearer {{secrets.TOKEN}}', body: 'I am {{secrets.TOKEN}}', url: '{{secrets.OTHER}}' };
    expect(await inputOf(input, { headers: ['TOKEN'], url: ['TOKEN'] })).to.deep.equal({
      ...input,
      headers: 'Bearer t0p-secret',
    });
    expect(await inputOf(input, null)).to.equal(input);
  });

  it('are put once when a secret looks like a placeholder', async () => {
    expect(await inputOf({ a: '{{secrets.NESTED}}' }, { a: ['NESTED', 'OTHER'] })).to.deep.equal({ a: '{{secrets.OTHER}}' });
  });

  it('are not put twice when what was put looks like an encoded placeholder', async () => {
    expect(await inputOf({ a: '{{secrets.ENCODED}}' }, { a: ['ENCODED', 'OTHER'] })).to.deep.equal({
      a: '%7B%7Bsecrets.OTHER%7D%7D',
    });
  });

  it('are not asked for when the input does not hold them after all', async () => {
    expect(await inputOf({ a: 'plain' }, { a: ['MISSING'], b: ['MISSING'] })).to.deep.equal({ a: 'plain' });
    expect(asked).to.deep.equal([]);
  });

  it('fail the task for good when there is no such secret, and for now when it cannot be read', async () => {
    expect(await put({ a: '{{secrets.MISSING}}' }, { a: ['MISSING'] })).to.deep.equal({
      ok: false,
      message: "This host has no secret 'MISSING' for process 'order'",
      isRetryable: false,
    });
    expect(await put({ a: '{{secrets.BROKEN}}' }, { a: ['BROKEN'] })).to.deep.equal({
      ok: false,
      message: "Secret 'BROKEN' cannot be read: Vault answers 503",
      isRetryable: true,
    });
  });

  it('reach no prototype when an input is called __proto__', async () => {
    const input = JSON.parse('{"__proto__": "{{secrets.TOKEN}}", "constructor": "{{secrets.TOKEN}}"}');
    const filled = await inputOf(input, JSON.parse('{"__proto__": ["TOKEN"]}'));
    expect(Object.entries(filled)).to.deep.equal([
      ['__proto__', 't0p-secret'],
      ['constructor', '{{secrets.TOKEN}}'],
    ]);
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });
});

describe('the declaration of a plugin', () => {
  it('holds no secret when it had been given some, as they are, in addresses and in JSON', () => {
    const { text, values, details } = hiding(['p&ss "word"', 'p&ss', 'tok']);
    expect(text('a p&ss "word" b p%26ss%20%22word%22 c p&ss \\"word\\" d p&ss e tok')).to.equal('a *** b *** c *** d *** e tok');
    expect(values({ 'p&ss': [{ deep: 'x p&ss' }], n: 1, none: null })).to.deep.equal({
      '***': [{ deep: 'x ***' }],
      n: 1,
      none: null,
    });
    expect(details({ Why: 'p&ss', Count: 3 })).to.deep.equal({ Why: '***', Count: 3 });
  });

  it('holds no secret in other letters, forms, escapes or base64', () => {
    const secret = 'Bank/Key+ 47é"11';
    const { text } = hiding([secret, 'My-Host-47.Example', 'TÖken-host']);
    const json = JSON.stringify(secret).slice(1, -1);
    const written = [
      ...[secret.toUpperCase(), secret.toLowerCase(), encodeURIComponent(secret).toLowerCase()],
      ...[json.replaceAll('/', '\\/'), json.replaceAll('é', '\\u00E9'), JSON.stringify(json).slice(1, -1)],
      String(new URLSearchParams({ a: secret })).slice(2),
    ];
    for (const form of written) expect(text(`<${form}>`), form).to.equal('<***>');
    expect(text('getaddrinfo ENOTFOUND my-host-47.example')).to.equal('getaddrinfo ENOTFOUND ***');
    expect(text(`ENOTFOUND ${new URL('https://TÖken-host').hostname}`)).to.equal('ENOTFOUND ***');
    expect(text('the body was: bank/KE')).to.equal('the body was: ***');
    for (const user of ['', 'u', 'us', 'user:']) {
      const encoded = Buffer.from(`${user}${secret}!`).toString('base64');
      const [shown, part] = [text(encoded), Buffer.from(secret).toString('base64url').slice(4, -4)];
      expect([shown.includes('***'), shown.includes(part)], encoded).to.deep.equal([true, false]);
    }
  });

  it('holds no beginning of a secret when its text was cut, and no rest of one that was redacted before', () => {
    const { text, values } = hiding(['https://u:p@hooks.example/T0/XYZ', 'se cret/long']);
    expect(text('posted to https://***@hooks.example/T0/XYZ')).to.equal('posted to ***');
    expect(text('at se%20cret/long')).to.equal('at ***');
    expect(text('the body was: se cret')).to.equal('the body was: ***');
    expect(values({ a: 'the body was: se cret' })).to.deep.equal({ a: 'the body was: se cret' });
  });

  it('is as it was when it was given none', () => {
    const said = { a: 'p&ss' };
    expect(hiding([]).values(said)).to.equal(said);
  });
});
