import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ACCESS_AND_OPERATIONS } from './rules/access-and-operations.ts';
import { CONVENTIONS } from './rules/conventions.ts';
import { CUSTOM_TASKS } from './rules/custom-tasks.ts';
import { DEFINITIONS_AND_EXECUTION } from './rules/definitions-and-execution.ts';
import { INSTANCES_AND_TASKS } from './rules/instances-and-tasks.ts';
import { LISTS_AND_STATES } from './rules/lists-and-states.ts';
import { MANY_AND_GONE } from './rules/many-and-gone.ts';
import { REPAIRS } from './rules/repairs.ts';
import type { Proof, Rule } from './rules/rule.ts';

const RULES: readonly Rule[] = [
  ...CONVENTIONS,
  ...DEFINITIONS_AND_EXECUTION,
  ...INSTANCES_AND_TASKS,
  ...LISTS_AND_STATES,
  ...CUSTOM_TASKS,
  ...ACCESS_AND_OPERATIONS,
  ...REPAIRS,
  ...MANY_AND_GONE,
];
/** Every place of docs/contributing/spec that states a rule which a client can notice. */
const WITH_RULES = [
  'docs/contributing/spec/http.md#transport',
  'docs/contributing/spec/http.md#bodies',
  'docs/contributing/spec/http.md#member-names',
  'docs/contributing/spec/http.md#value-types',
  'docs/contributing/spec/http.md#variables',
  'docs/contributing/spec/http/errors.md#order-of-checks',
  'docs/contributing/spec/http.md#writes-reads-and-time',
  'docs/contributing/spec/http.md#waiting-requests',
  'docs/contributing/spec/http.md#size-limits',
  'docs/contributing/spec/http.md#idempotency-key',
  'docs/contributing/spec/http.md#command-timeout',
  'docs/contributing/spec/http/definitions.md#deploy',
  'docs/contributing/spec/http/definitions.md#disable-and-enable',
  'docs/contributing/spec/http/definitions.md#list-of-definitions',
  'docs/contributing/spec/http/definitions.md#instances-of-a-key',
  'docs/contributing/spec/http/definitions.md#delete',
  'docs/contributing/spec/http/definitions.md#instances-of-a-version',
  'docs/contributing/spec/http/execution.md#start',
  'docs/contributing/spec/http/execution.md#message',
  'docs/contributing/spec/http/execution.md#signal',
  'docs/contributing/spec/http/execution.md#complete-activity',
  'docs/contributing/spec/http/execution.md#evaluate-conditions',
  'docs/contributing/spec/http/instances.md#state',
  'docs/contributing/spec/http/instances.md#cancel-an-instance',
  'docs/contributing/spec/http/instances.md#history',
  'docs/contributing/spec/http/instances.md#why-an-instance-waits',
  'docs/contributing/spec/http/instances.md#find-instances',
  'docs/contributing/spec/http/user-tasks.md#list-of-user-tasks',
  'docs/contributing/spec/http/user-tasks.md#one-user-task',
  'docs/contributing/spec/http/user-tasks.md#claim',
  'docs/contributing/spec/http/user-tasks.md#unclaim',
  'docs/contributing/spec/http/user-tasks.md#edit',
  'docs/contributing/spec/http/user-tasks.md#complete',
  'docs/contributing/spec/http/user-tasks.md#comments',
  'docs/contributing/spec/http/user-tasks.md#fail-and-cancel',
  'docs/contributing/spec/http/custom-tasks.md#open-tasks',
  'docs/contributing/spec/http/custom-tasks.md#catalog-reads',
  'docs/contributing/spec/incidents.md#dead-letters',
  'docs/contributing/spec/http.md#api-description',
  'docs/contributing/spec/http/errors.md#status-summary',
  'docs/contributing/spec/http/lists.md#paging',
  'docs/contributing/spec/http/lists.md#names',
  'docs/contributing/spec/http/lists.md#sorts',
  'docs/contributing/spec/http/lists.md#filters',
  'docs/contributing/spec/http/lists.md#business-id-parameter',
  'docs/contributing/spec/http/lists.md#query-errors',
  'docs/contributing/spec/http/user-tasks.md#states',
  'docs/contributing/spec/http.md#business-id',
  'docs/contributing/spec/http/custom-tasks.md#catalog-entry',
  'docs/contributing/spec/http/custom-tasks.md#life-of-an-entry',
  'docs/contributing/spec/http/custom-tasks.md#running-a-plugin',
  'docs/contributing/spec/http/custom-tasks.md#mappings',
  'docs/contributing/spec/http/custom-tasks.md#rest-call',
  'docs/contributing/spec/http/access.md#authentication',
  'docs/contributing/spec/http/access.md#tokens',
  'docs/contributing/spec/http/access.md#limiter-before-token',
  'docs/contributing/spec/http/access.md#acting-user',
  'docs/contributing/spec/http/access.md#sign-in-to-the-web-ui',
  'docs/contributing/spec/http/access.md#client-address',
  'docs/contributing/spec/http/access.md#rate-limiting',
  'docs/contributing/spec/observability.md#health',
  'docs/contributing/spec/observability.md#metrics',
  'docs/contributing/spec/observability.md#traces-and-export',
  'docs/contributing/spec/observability.md#log-lines',
  'docs/reference/log-events.md',
  'docs/contributing/spec/pages.md#general',
  'docs/contributing/spec/pages.md#routes',
  'docs/contributing/spec/pages.md#workflows',
  'docs/contributing/spec/pages.md#start-dialog',
  'docs/contributing/spec/pages.md#instances',
  'docs/contributing/spec/pages.md#instance',
  'docs/contributing/spec/pages.md#user-tasks',
  'docs/contributing/spec/pages.md#work-on-a-task',
  'docs/contributing/spec/pages.md#custom-tasks',
  'docs/contributing/spec/pages.md#events',
  'docs/contributing/spec/pages.md#dashboard',
  'docs/contributing/spec/pages.md#incidents',
  'docs/contributing/spec/pages.md#late-timers',
  'docs/contributing/spec/pages.md#settings',
  'docs/contributing/spec/observability.md#configuration',
  'docs/contributing/spec/http/instances.md#edit-variables',
  'docs/contributing/spec/http/instances.md#modify-an-instance',
  'docs/contributing/spec/forks.md#fork',
  'docs/contributing/spec/forks.md#restored-state',
  'docs/contributing/spec/forks.md#revive',
  'docs/contributing/spec/moving-to-a-version.md#request',
  'docs/contributing/spec/moving-to-a-version.md#plan',
  'docs/contributing/spec/moving-to-a-version.md#moved-waits',
  'docs/contributing/spec/moving-to-a-version.md#refused',
  'docs/contributing/spec/moving-to-a-version.md#migration-report',
  'docs/contributing/spec/incidents.md#incident',
  'docs/contributing/spec/incidents.md#retry',
  'docs/contributing/spec/incidents.md#resolve',
  'docs/contributing/spec/incidents.md#list-of-incidents',
  'docs/contributing/spec/incidents.md#called-instances',
  'docs/contributing/spec/incidents.md#ignored',
  'docs/contributing/spec/suspension.md#suspend',
  'docs/contributing/spec/suspension.md#what-waits',
  'docs/contributing/spec/suspension.md#resume',
  'docs/contributing/spec/suspension.md#suspend-a-key',
  'docs/contributing/spec/suspension.md#born-suspended',
  'docs/contributing/spec/batches.md#create-a-batch',
  'docs/contributing/spec/batches.md#batch-operations',
  'docs/contributing/spec/batches.md#variables-of-a-retry',
  'docs/contributing/spec/batches.md#status-now',
  'docs/contributing/spec/batches.md#items',
  'docs/contributing/spec/batches.md#refusals',
  'docs/contributing/spec/batches.md#carrying-out',
  'docs/contributing/spec/batches.md#pause-resume-stop',
  'docs/contributing/spec/batches.md#list-of-batches',
  'docs/contributing/spec/batches.md#rights-of-batches',
  'docs/contributing/spec/retention.md#rules',
  'docs/contributing/spec/retention.md#deleting',
  'docs/contributing/spec/retention.md#delete',
  'docs/contributing/spec/retention.md#erase',
  'docs/contributing/spec/retention.md#archive',
  'docs/contributing/spec/audit.md#entry',
  'docs/contributing/spec/audit.md#promise',
  'docs/contributing/spec/audit.md#list-of-entries',
  'docs/contributing/spec/audit.md#csv',
  'docs/contributing/spec/audit.md#who-reads',
];

const root = new URL('../', import.meta.url);
const sources = new Map<string, string>();

function sourceOf(file: string): string | undefined {
  const path = file.endsWith('.ts') ? file : `${file.includes('/') ? file : `contract/${file}`}.test.ts`;
  const url = new URL(path, root);
  if (!sources.has(path) && existsSync(url)) sources.set(path, readFileSync(url, 'utf8'));
  return sources.get(path);
}

/** How the test of a proof is declared, `it` or `itFull`. A template's value is written as `…`. */
function declarationOf(source: string, title: string): string | undefined {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\$\\{.*');
  return new RegExp(`\\b(it(?:Full)?)\\(\\s*['"\`]${literal}`).exec(source)?.[1];
}

function fault([file, title]: Proof): string | undefined {
  const source = sourceOf(file);
  if (source === undefined) return `there is no file ${file}`;
  return declarationOf(source, title) === undefined ? `${file} has no test that begins with «${title}»` : undefined;
}

function isInCommitTier([file, title]: Proof): boolean {
  const source = sourceOf(file) ?? '';
  return !/^\/\/ tier (?:all|nightly)/m.test(source) && declarationOf(source, title) === 'it';
}

describe('the rules of the contract', () => {
  it('have a test each', () => {
    const unproved = RULES.filter(({ proofs }) => proofs.length === 0).map(({ id }) => id);
    expect(unproved, 'Write the test and name it in test/contract/rules.').to.deep.equal([]);
  });

  it('have a test in the commit tier each, unless they are about time or about a program of the command line', () => {
    const later = RULES.filter(({ proofs }) => !proofs.some(isInCommitTier)).map(
      ({ id, proofs }) => `${id}: ${proofs.map(([file]) => file)}`,
    );
    expect(later.filter((text) => !/-time|int\/cli\//.test(text))).to.deep.equal([]);
  });

  it('name tests that exist when one is renamed or removed', () => {
    const wrong = RULES.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => fault(proof) ?? []).map((text) => `${id}: ${text}`),
    );
    expect(wrong, 'Change the title in test/contract/rules too.').to.deep.equal([]);
  });

  it('are numbered once each, in order, and leave no place out', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('/'))))]).to.deep.equal(WITH_RULES);
  });

  it('report something each', () => {
    for (const { id, text, proofs } of RULES) {
      expect(text.length, id).to.be.greaterThan(5);
      for (const [, title] of proofs) expect(title.length, `${id}: enough of the title to know the test`).to.be.greaterThan(7);
    }
  });
});
