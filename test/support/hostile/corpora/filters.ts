import type { Corpus, Dice, HostileInput } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated } from '../texts.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const LISTS: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['/Definitions', ['ProcessDefinitionKey', 'Version', 'IsActive', 'DeployedAt']],
  ['/Definitions/order/instances', ['IsStarted', 'IsFailed', 'BusinessId', 'CreatedAt', 'CompletedAt']],
  ['/Definitions/order/1/instances', ['IsCancelled', 'BusinessId', 'ExecutionStartedAt']],
  ['/UserTasks', ['CreatedAt', 'TaskState']],
  ['/DeadLetters', ['Kind', 'Status', 'InstanceId', 'ProcessKey', 'ParkedAt', 'FirstParkedAt', 'Attempts']],
  [`/Instances/${ID}/history`, ['Sequence', 'Type', 'ActivityId', 'ActivityInstanceId', 'OccurredAt']],
];
const OPERATORS = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  '@=',
  '_=',
  '_-=',
  '!@=',
  '!_=',
  '==*',
  '@=*',
  '_-=*',
  '!=*',
  '=',
  '===',
  '=>',
  '!@=**',
];
const VALUES = [
  'true',
  '1',
  '-1',
  'null',
  '\\null',
  '%',
  '_',
  '*',
  '(?:a+)+',
  '2026-01-01',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '1e999',
  '9'.repeat(400),
  ID,
  ...HOSTILE_TEXTS,
];
const NUMBERS = ['0', '-1', '2147483647', '2147483648', '1e3', '1.5', ' 1', '+1', '٣', '0x1', ''];

const asked = (name: string, path: string, query: Readonly<Record<string, string>>): HostileInput => ({
  name,
  requests: [
    {
      path: `${path}?${Object.entries(query)
        .map(([key, value]) => `${key}=${encoded(value)}`)
        .join('&')}`,
    },
  ],
});
const raw = (name: string, target: string): HostileInput => ({ name, requests: [{ path: target }] });

const WRITTEN: readonly HostileInput[] = LISTS.flatMap(([path, [first = '', second = '']]) => [
  asked('10,000 terms', path, { filters: `${first}==1,`.repeat(1000) }),
  asked('1,000 alternatives', path, { filters: `${first}==${'a|'.repeat(1000)}` }),
  asked('1,000 names', path, { filters: `(${`${first}|`.repeat(500)}${second})==1` }),
  asked('1,000 sorts', path, { sorts: `${first},-${second},`.repeat(500) }),
  asked('brackets without end', path, { filters: '('.repeat(5000) }),
  asked('backslashes without end', path, { filters: `${first}==${'\\'.repeat(5001)}` }),
  asked('wildcards of LIKE', path, { filters: `${first}@=${'%_'.repeat(500)}` }),
  asked('the last page of all', path, { page: '2147483647', pageSize: '100' }),
  asked('SQL', path, { filters: `${first}=='; drop table instance; --`, sorts: `${first};select pg_sleep(10)` }),
  raw('the same parameter 500 times', `${path}?${'page=1&'.repeat(500)}`),
  raw('percent signs that are none', `${path}?filters=%&sorts=%zz&page=%C0%AF`),
  raw('names of objects', `${path}?__proto__=1&constructor=2&filters[a]=b&sorts[]=c`),
  raw('no names', `${path}?=&&==&?`),
]);

/** Filters, sorts and pages that are none, or that cost too much. */
export const FILTERS: Corpus = {
  name: 'filters',
  surface: 'api',
  limitMs: 3000,
  count: 800,
  written: async () => WRITTEN,
  make(dice) {
    const [path, names] = dice.pick(LISTS);
    const terms = Array.from({ length: 1 + dice.below(4) }, () => termOf(dice, names));
    const filters = dice.below(3) === 0 ? mutated(terms.join(), dice) : terms.join();
    const sorts = Array.from({ length: dice.below(3) }, () => `${dice.pick(['', '-', '--', ' -'])}${dice.pick(names)}`).join();
    return asked('a generated query', path, { filters, sorts, page: dice.pick(NUMBERS), pageSize: dice.pick(NUMBERS) });
  },
};

function termOf({ below, pick }: Dice, names: readonly string[]): string {
  const name =
    below(5) === 0 ? `(${pick(names)}|${pick(names)})` : below(8) === 0 ? pick(HOSTILE_TEXTS).slice(0, 40) : pick(names);
  const values = Array.from({ length: 1 + below(2) }, () => pick(VALUES).slice(0, 1000)).join('|');
  return name + pick(OPERATORS) + values;
}

/** Texts that cannot be written in UTF-8 are sent as what they become. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8')).slice(0, 8000);
}
