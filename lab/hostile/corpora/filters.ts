import type { Corpus, Dice, HostileInput } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated } from '../texts.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const LISTS: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['/Definitions', ['ProcessDefinitionKey', 'Version', 'IsActive', 'DeployedAt']],
  ['/Definitions/order/instances', ['IsStarted', 'IsFailed', 'IsSuspended', 'BusinessId', 'CreatedAt', 'CompletedAt']],
  ['/Definitions/order/1/instances', ['IsCancelled', 'BusinessId', 'ExecutionStartedAt']],
  [
    '/Instances',
    [
      ...['ProcessDefinitionKey', 'Version', 'Status', 'ActivityId', 'ErrorCode', 'ErrorMessage'],
      ...['ParentInstanceId', 'Variables.total', 'Variables.'],
    ],
  ],
  ['/UserTasks', ['CreatedAt', 'TaskState']],
  [
    '/Incidents',
    [
      ...['InstanceId', 'ProcessKey', 'ActivityId', 'ErrorCode', 'ErrorMessage', 'Cause'],
      ...['BusinessId', 'Count', 'FirstFailedAt', 'LastFailedAt'],
    ],
  ],
  ['/DeadLetters', ['Kind', 'Status', 'InstanceId', 'ProcessKey', 'ParkedAt', 'FirstParkedAt', 'Attempts']],
  [
    '/Audit',
    ['At', 'Act', 'Actor', 'TargetId', 'ProcessKey', 'ClientAddress', 'TraceId', 'CommandId', 'Result', 'Code', 'Status'],
  ],
  ['/Audit/csv', ['At', 'Act', 'Actor', 'TargetId']],
  ['/Batches', ['Operation', 'Status', 'CreatedBy', 'CreatedAt', 'EndedAt']],
  [`/Batches/${ID}/items`, ['Status', 'Code', 'SubjectId']],
  ['/Decisions', ['DecisionKey', 'Version', 'DeployedAt']],
  ['/Webhooks/none/instances', ['Status', 'InstanceId', 'ParkedAt']],
  [`/Instances/${ID}/history`, ['Sequence', 'Type', 'ActivityId', 'ActivityInstanceId', 'OccurredAt']],
  [`/Instances/${ID}/decisions`, ['Sequence', 'ActivityId', 'ActivityInstanceId', 'OccurredAt']],
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

/** Queries of the event feed. They never wait: a reading that is not rejected ends immediately. */
const FEED_PARAMETERS = ['after', 'keys', 'types', 'instance', 'businessId', 'limit', 'format'];

/** Filters, sorts and pages that are invalid, or that cost too much. */
export const FILTERS: Corpus = {
  name: 'filters',
  surface: 'api',
  limitMs: 3000,
  count: 800,
  written: async () => WRITTEN,
  make(dice) {
    if (dice.below(12) === 0) {
      const asking = Array.from({ length: 1 + dice.below(3) }, () => [
        dice.pick(FEED_PARAMETERS),
        dice.pick([...VALUES, ...NUMBERS]),
      ]);
      return asked('a query of the event feed', '/Events', Object.fromEntries(asking));
    }
    const [path, names] = dice.pick(LISTS);
    const terms = Array.from({ length: 1 + dice.below(2) }, () => termOf(dice, names));
    const filters = dice.below(5) === 0 ? mutated(terms.join(), dice) : terms.join();
    const sorts = Array.from({ length: dice.below(3) }, () => `${dice.pick(['', '-', '--', ' -'])}${dice.pick(names)}`).join();
    // a fault of one parameter would hide the others
    const paging = dice.below(6) === 0 ? { page: dice.pick(NUMBERS), pageSize: dice.pick(NUMBERS) } : {};
    return asked('a generated query', path, { filters, ...(dice.below(3) === 0 && { sorts }), ...paging });
  },
};

/** Mostly a name with a value of its type: what fits goes all the way to the database. */
function termOf(dice: Dice, names: readonly string[]): string {
  const { below, pick } = dice;
  const name = pick(names);
  if (below(4) > 0) return name + operatorFor(name, dice) + fittingValue(name, dice);
  const several = below(3) === 0 ? `(${name}|${pick(names)})` : below(3) === 0 ? pick(HOSTILE_TEXTS).slice(0, 40) : name;
  const values = Array.from({ length: 1 + below(2) }, () => pick(VALUES).slice(0, 1000)).join('|');
  return several + pick(OPERATORS) + values;
}

const isText = (name: string) => /^(?:ProcessDefinitionKey|BusinessId|Kind|Status|ProcessKey|Type|ActivityId)$/.test(name);

function operatorFor(name: string, { pick }: Dice): string {
  if (isText(name)) return pick(['==', '!=', '@=', '@=*', '_=*', '_-=', '!@=*']);
  return /At$|^(?:Version|Sequence|Attempts)$/.test(name) ? pick(['==', '!=', '>', '<', '>=', '<=']) : pick(['==', '!=']);
}

function fittingValue(name: string, { pick }: Dice): string {
  if (isText(name))
    return pick(VALUES)
      .slice(0, 1000)
      .replaceAll(/[,|\\]/g, '\\$&');
  if (name.startsWith('Is')) return pick(['true', 'FALSE']);
  if (name.endsWith('At'))
    return pick(['2026-01-01', '0001-01-01', '9999-12-31T23:59:59.999999999Z', '2026-06-30T23:59:60Z', '2026-02-30']);
  if (name.endsWith('Id')) return pick([ID, ID.toUpperCase(), 'null']);
  return name === 'TaskState' ? pick(['created', 'Claimed']) : pick(['1', '-1', '9'.repeat(400), '2147483648', '0']);
}

/** Texts that cannot be written in UTF-8 are sent in their converted form. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8')).slice(0, 8000);
}
