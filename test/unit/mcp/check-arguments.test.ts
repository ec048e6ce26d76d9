import { expect } from 'chai';
import { checkArguments } from '../../../src/mcp/check-arguments.ts';
import { TOOLS, toolNamed } from '../../../src/mcp/server.ts';
import { itFull } from '../../support/tier.ts';

const SCHEMA = toolNamed('create_instance')?.input ?? expect.fail('no such tool');
const check = (given: unknown) => checkArguments(given, SCHEMA);

describe('the check of arguments (docs/contributing/spec/mcp.md#arguments)', () => {
  it('lets on what fits', () => {
    expect(check({ processKey: 'order', variables: { a: 1.5, b: -9007199254740991 }, version: 3 })).to.have.property('ok', true);
  });

  const WRONG: readonly [given: unknown, text: RegExp][] = [
    [undefined, /must be an object/],
    [null, /must be an object/],
    [['order'], /must be an object/],
    [{}, /required property 'processKey'/],
    [{ processKey: 5 }, /'processKey' must be string/],
    [{ processKey: '' }, /'processKey' must NOT have fewer/],
    [{ processKey: '..' }, /'processKey' must match/],
    [{ processKey: '.' }, /'processKey' must match/],
    [{ processKey: 'x'.repeat(257) }, /'processKey' must NOT have more/],
    [{ processKey: 'a', variables: [] }, /'variables' must be object/],
    [{ processKey: 'a', version: 1.5 }, /'version' must be integer/],
    [{ processKey: 'a', extra: 1 }, /additional properties \('extra'\)/],
    [JSON.parse('{"processKey": "a", "__proto__": {"x": 1}}'), /additional properties \('__proto__'\)/],
    [{ processKey: 'a', constructor: 1 }, /additional properties \('constructor'\)/],
    [{ processKey: 'a', variables: { n: 2 ** 53 } }, /send it as a text/],
    [{ processKey: 'a', variables: { n: 1e300 } }, /send it as a text/],
    [{ processKey: 'a', idempotencyKey: 'a b' }, /'idempotencyKey' must match/],
    [{ processKey: 'a', [`x\n${'y'.repeat(5000)}`]: 1 }, /^.{0,300}$/],
  ];
  for (const [given, text] of WRONG) {
    it(`names the fault when the arguments are ${(JSON.stringify(given) ?? 'absent').slice(0, 60)}`, () => {
      const checked = check(given);
      expect(checked.ok).to.equal(false);
      if (!checked.ok)
        expect(checked.text)
          .to.match(text)
          .and.not.match(/[\n\r]/);
    });
  }

  it('ends when arguments are nested without end', () => {
    let variables: object = {};
    for (let level = 0; level < 100_000; level += 1) variables = { variables };
    expect(check({ processKey: 'a', variables })).to.deep.equal({ ok: false, text: 'The arguments are nested too deep.' });
  });

  itFull('lets no invalid id pass: it would be another path', () => {
    for (const { name, input } of TOOLS) {
      for (const [argument, schema] of Object.entries(input.properties)) {
        if (!/Id$/.test(argument) || !('pattern' in schema)) continue;
        const given = Object.fromEntries((input.required ?? []).map((one) => [one, 'x']));
        for (const id of ['../Definitions', '..', '%2e%2e', 'x/y', `${'1'.repeat(8)}-2222-4333-8444-555555555555/../x`]) {
          expect(checkArguments({ ...given, [argument]: id }, input).ok, `${name} ${argument}`).to.equal(false);
        }
      }
    }
  });
});
