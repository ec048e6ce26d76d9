import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Proof, Rule } from './rules/rule.ts';
import { SECTION_1 } from './rules/section-1.ts';
import { SECTIONS_2_1_TO_2_10 } from './rules/section-2-definitions-and-execution.ts';
import { SECTIONS_2_11_TO_2_22 } from './rules/section-2-instances-and-tasks.ts';
import { SECTIONS_3_TO_5 } from './rules/section-3-to-5.ts';
import { SECTION_6 } from './rules/section-6.ts';
import { SECTIONS_7_TO_11 } from './rules/section-7-to-11.ts';

const RULES: readonly Rule[] = [
  ...SECTION_1,
  ...SECTIONS_2_1_TO_2_10,
  ...SECTIONS_2_11_TO_2_22,
  ...SECTIONS_3_TO_5,
  ...SECTION_6,
  ...SECTIONS_7_TO_11,
];
/** Every section of the contract that states something of its own. */
const WITH_RULES =
  '1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 2.14 2.15 2.16 2.17 2.18 2.19 2.20 2.21 2.22 ' +
  '3.1 3.2 3.3 3.4 3.5 3.6 4 5 6.1 6.2 6.3 6.4 6.5 7.1 7.2 7.3 7.4 7.5 7.6 8 9.1 9.2 9.3 9.4 9.5 ' +
  '10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 10.10 10.11 11';
/** Sections that only repeat what others say: what is beyond the seed (12), which decisions were taken (13). */
const REPEATED = ['12', '13'];

const root = new URL('../', import.meta.url);
const sources = new Map<string, string>();

function sourceOf(file: string): string | undefined {
  const path = file.endsWith('.ts') ? file : `${file.includes('/') ? file : `contract/${file}`}.test.ts`;
  const url = new URL(path, root);
  if (!sources.has(path) && existsSync(url)) sources.set(path, readFileSync(url, 'utf8'));
  return sources.get(path);
}

/** A template's value is written as `…`. */
function fault([file, title]: Proof): string | undefined {
  const source = sourceOf(file);
  if (source === undefined) return `there is no file ${file}`;
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\$\\{.*');
  const begins = new RegExp(`\\bit\\(\\s*['"\`]${literal}`).test(source);
  return begins ? undefined : `${file} has no test that begins with «${title}»`;
}

describe('the rules of the contract', () => {
  it('have a test each', () => {
    const unproved = RULES.filter(({ proofs }) => proofs.length === 0).map(({ id }) => id);
    expect(unproved, 'Write the test and name it in test/contract/rules.').to.deep.equal([]);
  });

  it('name tests that exist when one is renamed or removed', () => {
    const wrong = RULES.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => fault(proof) ?? []).map((text) => `${id}: ${text}`),
    );
    expect(wrong, 'Change the title in test/contract/rules too.').to.deep.equal([]);
  });

  it('are numbered once each, in order, and leave no section out', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...new Set(ids.map((id) => id.split('/')[0]))]).to.deep.equal(WITH_RULES.split(' '));
    expect(ids.filter((id) => REPEATED.includes(id.split('/')[0] ?? ''))).to.deep.equal([]);
  });

  it('say something each', () => {
    for (const { id, text, proofs } of RULES) {
      expect(text.length, id).to.be.greaterThan(5);
      for (const [, title] of proofs) expect(title.length, `${id}: enough of the title to know the test`).to.be.greaterThan(7);
    }
  });
});
