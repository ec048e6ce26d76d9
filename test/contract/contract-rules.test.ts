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
/** Every place of docs/contributing/spec that states something of its own which a client can notice. */
const WITH_RULES = [
  'docs/spec/http.md#transport',
  'docs/spec/http.md#bodies',
  'docs/spec/http.md#member-names',
  'docs/spec/http.md#value-types',
  'docs/spec/http.md#variables',
  'docs/spec/http/errors.md#order-of-checks',
  'docs/spec/http.md#writes-reads-and-time',
  'docs/spec/http.md#size-limits',
  'docs/spec/http.md#idempotency-key',
  'docs/spec/http.md#command-timeout',
  'docs/spec/http/definitions.md#deploy',
  'docs/spec/http/definitions.md#disable-and-enable',
  'docs/spec/http/definitions.md#list-of-definitions',
  'docs/spec/http/definitions.md#instances-of-a-key',
  'docs/spec/http/definitions.md#delete',
  'docs/spec/http/definitions.md#instances-of-a-version',
  'docs/spec/http/execution.md#start',
  'docs/spec/http/execution.md#message',
  'docs/spec/http/execution.md#signal',
  'docs/spec/http/execution.md#complete-activity',
  'docs/spec/http/execution.md#evaluate-conditions',
  'docs/spec/http/instances.md#state',
  'docs/spec/http/instances.md#cancel-an-instance',
  'docs/spec/http/instances.md#history',
  'docs/spec/http/waiting.md',
  'docs/spec/http/find.md',
  'docs/spec/http/user-tasks.md#list-of-user-tasks',
  'docs/spec/http/user-tasks.md#one-user-task',
  'docs/spec/http/user-tasks.md#claim',
  'docs/spec/http/user-tasks.md#unclaim',
  'docs/spec/http/user-tasks.md#complete',
  'docs/spec/http/user-tasks.md#comments',
  'docs/spec/http/user-tasks.md#fail-and-cancel',
  'docs/spec/http/custom-tasks.md#catalog-reads',
  'docs/spec/http/dead-letters.md',
  'docs/spec/http.md#api-description',
  'docs/spec/http/errors.md#status-summary',
  'docs/spec/http/lists.md#paging',
  'docs/spec/http/lists.md#names',
  'docs/spec/http/lists.md#sorts',
  'docs/spec/http/lists.md#filters',
  'docs/spec/http/lists.md#business-id-parameter',
  'docs/spec/http/lists.md#query-errors',
  'docs/spec/http/user-tasks.md#states',
  'docs/spec/http.md#business-id',
  'docs/spec/http/custom-tasks.md#catalog-entry',
  'docs/spec/http/custom-tasks.md#life-of-an-entry',
  'docs/spec/http/custom-tasks.md#running-a-plugin',
  'docs/spec/http/custom-tasks.md#mappings',
  'docs/spec/http/custom-tasks.md#rest-call',
  'docs/spec/http/access.md#authentication',
  'docs/spec/http/access.md#tokens',
  'docs/spec/http/access.md#limiter-before-token',
  'docs/spec/http/access.md#acting-user',
  'docs/spec/sign-in.md',
  'docs/spec/http/access.md#client-address',
  'docs/spec/http/access.md#rate-limiting',
  'docs/spec/observability.md#health',
  'docs/spec/observability.md#metrics',
  'docs/spec/observability.md#traces-and-export',
  'docs/spec/observability.md#log-lines',
  'docs/reference/log-events.md',
  'docs/spec/pages.md#general',
  'docs/spec/pages.md#routes',
  'docs/spec/pages.md#workflows',
  'docs/spec/pages.md#start-dialog',
  'docs/spec/pages.md#instances',
  'docs/spec/pages.md#instance',
  'docs/spec/pages.md#user-tasks',
  'docs/spec/pages.md#work-on-a-task',
  'docs/spec/pages.md#custom-tasks',
  'docs/spec/pages.md#events',
  'docs/spec/pages.md#dashboard',
  'docs/spec/pages.md#incidents',
  'docs/spec/pages.md#late-timers',
  'docs/spec/pages.md#settings',
  'docs/spec/configuration.md',
  'docs/spec/http/instances.md#edit-variables',
  'docs/spec/http/instances.md#modify-an-instance',
  'docs/spec/forks.md#fork',
  'docs/spec/forks.md#restored-state',
  'docs/spec/forks.md#revive',
  'docs/spec/moving-to-a-version.md#request',
  'docs/spec/moving-to-a-version.md#plan',
  'docs/spec/moving-to-a-version.md#moved-waits',
  'docs/spec/moving-to-a-version.md#refused',
  'docs/spec/moving-to-a-version.md#migration-report',
  'docs/spec/incidents.md#incident',
  'docs/spec/incidents.md#retry',
  'docs/spec/incidents.md#resolve',
  'docs/spec/incidents.md#list-of-incidents',
  'docs/spec/suspension.md#suspend',
  'docs/spec/suspension.md#what-waits',
  'docs/spec/suspension.md#resume',
  'docs/spec/suspension.md#suspend-a-key',
  'docs/spec/suspension.md#born-suspended',
  'docs/spec/batches.md#create-a-batch',
  'docs/spec/batches.md#batch-operations',
  'docs/spec/batches.md#items',
  'docs/spec/batches.md#refusals',
  'docs/spec/batches.md#carrying-out',
  'docs/spec/batches.md#pause-resume-stop',
  'docs/spec/batches.md#list-of-batches',
  'docs/spec/batches.md#rights-of-batches',
  'docs/spec/retention.md#rules',
  'docs/spec/retention.md#deleting',
  'docs/spec/retention.md#delete',
  'docs/spec/retention.md#erase',
  'docs/spec/retention.md#archive',
  'docs/spec/audit.md#entry',
  'docs/spec/audit.md#promise',
  'docs/spec/audit.md#list-of-entries',
  'docs/spec/audit.md#csv',
  'docs/spec/audit.md#who-reads',
];

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

  it('are numbered once each, in order, and leave no place out', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('/'))))]).to.deep.equal(WITH_RULES);
  });

  it('say something each', () => {
    for (const { id, text, proofs } of RULES) {
      expect(text.length, id).to.be.greaterThan(5);
      for (const [, title] of proofs) expect(title.length, `${id}: enough of the title to know the test`).to.be.greaterThan(7);
    }
  });
});
