import { expectProblem } from './expect-answer.ts';
import { http, post } from './http-client.ts';

/** An endpoint whose common refusals are checked, with a body that passes all of them but changes nothing (or is refused later). */
export interface CheckedWrite {
  readonly path: string;
  readonly bodyLimit?: number;
}

/** Method, key and body (docs/contributing/spec/http/errors.md#wrong-method) on one write endpoint; `url` is asked when the tests run. */
export function itKeepsCommonRefusals(url: () => string, { path, bodyLimit = 1_048_576 }: CheckedWrite): void {
  const json = { 'Content-Type': 'application/json' };
  const send = (body: string | Buffer, headers: Record<string, string> = json) =>
    http(url(), { method: 'POST', path, body, headers });

  it('answers 405 when the verb is another one', async () => {
    const answer = await http(url(), { method: 'PUT', path });
    expectProblem(answer, 405, 'The method PUT is not allowed on this path.', path);
  });
  it('answers 400 when the Idempotency-Key is malformed', async () => {
    const answer = await send('{', { 'Content-Type': 'text/plain', 'Idempotency-Key': 'a b' });
    expectProblem(answer, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', path);
  });
  it('answers 415 when the body is not JSON by its type', async () => {
    const text = 'The request body must be JSON (application/json).';
    expectProblem(await send('{}', { 'Content-Type': 'text/plain' }), 415, text, path);
    expectProblem(await send('{}', {}), 415, text, path);
    expectProblem(await send('{}', { 'Content-Type': 'application/json; charset=latin1' }), 415, text, path);
  });
  it('answers 415 when the encoding is unknown', async () => {
    const answer = await send('{}', { ...json, 'Content-Encoding': 'zstd' });
    expectProblem(answer, 415, "The content encoding 'zstd' is not supported.", path);
  });
  it('answers 413 when the body is too large', async () => {
    const answer = await send(`"${'x'.repeat(bodyLimit)}"`);
    expectProblem(answer, 413, `The request body is larger than ${bodyLimit} bytes.`, path);
  });
  it('answers 400 when the body is not JSON', async () => {
    const answer = await send('{"a":}');
    const detail = answer.json?.detail as string;
    expectProblem(answer, 400, detail, path);
    if (!detail.startsWith('The request body is not valid JSON: ')) throw new Error(detail);
  });
  it('answers 400 when the body is not an object', async () => {
    for (const body of ['[]', '"{}"', '0', 'false']) {
      expectProblem(await send(body), 400, 'The request body must be a JSON object.', path);
    }
  });
}

/** The rules of `Variables` (docs/contributing/spec/http/errors.md#variable-rules), next to members that are good. */
export function itKeepsVariableRules(url: () => string, path: () => string, members: () => object): void {
  const cases: readonly [title: string, variables: string, detail: string][] = [
    ['are nested too deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'Variables is nested deeper than 64 levels.'],
    ['hold a reserved name', '{"a":{"__proto__":1}}', "Variables contains the reserved name '__proto__'."],
    [
      'hold a number that cannot be kept exactly',
      '{"a":9007199254740993}',
      'Variables contains a number that cannot be stored exactly: 9007199254740993. Send it as a string.',
    ],
    ['hold a character that cannot be stored', '{"a":"\\u0000"}', 'Variables contains a character that cannot be stored.'],
  ];
  for (const [fault, variables, detail] of cases) {
    it(`answers 400 when Variables ${fault}`, async () => {
      const body = `${JSON.stringify(members()).slice(0, -1)},"Variables":${variables}}`;
      const answer = await http(url(), { method: 'POST', path: path(), body, headers: { 'Content-Type': 'application/json' } });
      expectProblem(answer, 400, detail, path());
    });
  }
  it('answers 400 when Variables is not an object', async () => {
    for (const Variables of [[], 'a', 1, true]) {
      expectProblem(await post(url(), path(), { ...members(), Variables }), 400, 'Variables must be an object.', path());
    }
  });
}
