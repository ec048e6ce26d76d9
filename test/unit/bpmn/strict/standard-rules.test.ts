import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { checkFile, type FileFinding } from '../../../../src/bpmn/check-file.ts';
import type { StandardRule } from '../../../../src/bpmn/strict/rule-iterators.ts';
import {
  REQUIRED_REFERENCES,
  type RequiredReference,
  STANDARD_RULES,
  type Validation,
} from '../../../../src/bpmn/strict/standard-findings.ts';
import type { Twins } from './models.ts';
import { TWINS_OF_ACTIVITIES } from './twins-of-activities.ts';
import { TWINS_OF_EVENTS } from './twins-of-events.ts';
import { TWINS_OF_FILES } from './twins-of-files.ts';
import { TWINS_OF_GATEWAYS } from './twins-of-gateways.ts';
import { TWINS_OF_REFERENCES } from './twins-of-references.ts';

const TWINS: Readonly<Record<string, Twins>> = {
  ...TWINS_OF_FILES,
  ...TWINS_OF_GATEWAYS,
  ...TWINS_OF_EVENTS,
  ...TWINS_OF_ACTIVITIES,
};
const STRICT: Validation = { level: 'strict' };

const errorsIn = (xml: string, validation: Validation): FileFinding[] =>
  checkFile(xml, validation).filter(({ severity }) => severity === 'error');

function itKeeps(rules: readonly StandardRule[], twins: Readonly<Record<string, Twins>>, requires: readonly RequiredReference[]) {
  for (const { name, clause, isAlwaysEnforced } of rules) {
    it(`refuses a model that breaks ${name}, with clause and place, and accepts its twin`, () => {
      const { invalid = '', valid = '' } = twins[name] ?? {};
      const found = errorsIn(invalid, { level: 'strict', requires }).find(({ rule }) => rule === name);
      expect(found, name).to.include({ severity: 'error', rule: name, clause });
      expect(found?.element, 'element').to.match(/^\w+/);
      expect(
        [found?.line, found?.column].every((number) => (number ?? 0) > 0),
        'place',
      ).to.equal(true);
      if (requires.length === 0) expect(checkFile(valid, STRICT), 'the twin').to.deep.equal([]);
      else expect(errorsIn(valid, { level: 'executable', requires }), 'the twin with its reference').to.deep.equal([]);
      const refused = errorsIn(invalid, { level: 'executable' }).length > 0;
      expect(refused, 'refused at the level executable').to.equal(isAlwaysEnforced === true);
    });
  }
}

describe('rules of the standard', () => {
  it('have two models each, and there are no models of other rules, when a rule is added or removed', () => {
    expect(Object.keys(TWINS).sort()).to.deep.equal(STANDARD_RULES.map(({ name }) => name).sort());
    const required = Object.values(REQUIRED_REFERENCES).flat();
    expect(Object.keys(TWINS_OF_REFERENCES).sort()).to.deep.equal(required.map(({ name }) => name).sort());
  });

  it('are in the table of the rule book, each with its clause, when one is added or removed', () => {
    const page = readFileSync(new URL('../../../../docs/contributing/spec/validation.md', import.meta.url), 'utf8');
    const rows = [...page.slice(page.indexOf('## The rules of the standard')).matchAll(/^\| `([a-z-]+)` \| ([\d.]+) \|/gm)].map(
      ([, name, clause]) => `${name} ${clause}`,
    );
    const rules = [...STANDARD_RULES, ...Object.values(REQUIRED_REFERENCES).flat()];
    expect(rows).to.deep.equal(rules.map(({ name, clause }) => `${name} ${clause}`));
  });

  it('name a clause of the standard each when they are listed', () => {
    for (const { name, clause } of STANDARD_RULES) expect(clause, name).to.match(/^(?:7|8|9|10)(?:\.\d+){1,2}$/);
  });

  itKeeps(STANDARD_RULES, TWINS, []);
});

describe('required references', () => {
  for (const [name, rules] of Object.entries(REQUIRED_REFERENCES)) {
    itKeeps(rules, TWINS_OF_REFERENCES, [name as RequiredReference]);
  }
});
