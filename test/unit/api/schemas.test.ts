import { expect } from 'chai';
import fc from 'fast-check';
import { createMemberReader } from '../../../src/api/body/members.ts';
import type { RequestSchema } from '../../../src/api/schemas/members.ts';
import { BODY_SCHEMAS } from '../../support/body-schemas.ts';

/** Each schema once: some endpoints have the same. */
const SCHEMAS = [...new Map([...BODY_SCHEMAS].map(([id, schema]) => [schema, id]))].map(([schema, id]) => [id, schema] as const);
const value = fc.oneof(
  fc.constantFrom(null, '', ' ', 'x', 0, 1.5, true, {}, [], ['a'], ['a', 1], { a: 1 }, { a: { b: [1] } }),
  fc.uuid(),
  fc.string({ maxLength: 300 }),
  fc.object({ maxDepth: 2 }),
);

function bodyOf(schema: RequestSchema) {
  const members = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]));
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;
}

/** The schema describes requests to clients, the reader answers them: what one takes the other must not refuse. */
describe('the schema of a request', () => {
  for (const [name, schema] of SCHEMAS) {
    const read = createMemberReader(schema);
    const outcomeOf = (body: Record<string, unknown>) => {
      const outcome = read({ members: body, text: JSON.stringify(body) }, '/path');
      return outcome.ok ? 'accepted' : String(JSON.parse(outcome.answer.body).detail ?? JSON.parse(outcome.answer.body).error);
    };

    it(`takes every body that the reader takes when it is ${name}`, () => {
      fc.assert(
        fc.property(bodyOf(schema), (body) => {
          if (outcomeOf(body) === 'accepted') expect(schema.safeParse(body).error?.issues ?? []).to.deep.equal([]);
        }),
      );
    });

    it(`refuses a type exactly when the reader does when it is ${name}`, () => {
      fc.assert(
        fc.property(bodyOf(schema), (body) => {
          const issues = schema.safeParse(body).error?.issues ?? [];
          const wrongTypes = issues
            .filter(
              ({ code, path }) =>
                (code === 'invalid_type' || (code.startsWith('too_') && typeof body[String(path[0])] === 'number')) &&
                body[String(path[0])] !== null &&
                body[String(path[0])] !== undefined,
            )
            .map(({ path }) => String(path[0]));
          const [first] = wrongTypes;
          const refusal =
            / must be (?:a string|an object|an array of strings|an array of objects(?: with Name and Content)?|true or false|a whole number from -?\d+ to \d+)\.$/;
          const outcome = outcomeOf(body);
          if (first === undefined) expect(outcome).not.to.match(refusal);
          else
            expect(outcome.split(' ')[0])
              .to.equal(first)
              .and.to.satisfy(() => refusal.test(outcome));
        }),
      );
    });
  }
});
