import { type Corpus, type Dice, type HostileInput, postOf } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated } from '../texts.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const BODIES: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
  ['/Execution/start', { WorkflowId: 'order', Variables: { a: 1, b: ['x'] }, BusinessId: 'PO-1' }],
  ['/Execution/message', { MessageName: 'orderPaid', CorrelationKey: 'k', Variables: { a: 1 } }],
  ['/Execution/signal', { SignalName: 'stockArrived', Variables: {} }],
  ['/Execution/complete-activity', { WorkflowInstanceId: ID, ActivityId: 'pack', Variables: {} }],
  ['/Execution/evaluate-conditions', { WorkflowId: 'order', Variables: { a: 1 } }],
  ['/Definitions/disable', { ProcessDefinitionKey: 'none' }],
  [`/UserTasks/${ID}/claim`, { UserId: 'john', UserGroups: ['a'] }],
  [`/UserTasks/${ID}/complete`, { UserId: 'john', Variables: {} }],
  [`/UserTasks/${ID}/comments`, { UserId: 'john', Text: 't' }],
  [`/UserTasks/${ID}/fail`, { errorMessage: 'm', errorCode: 'E' }],
  [`/Instances/${ID}/cancel`, { reason: 'r' }],
  [`/Instances/${ID}/fork`, { Step: 1, Variables: { a: 1 }, DefinitionId: 'none' }],
  [`/Instances/${ID}/revive`, { Variables: { a: 1 } }],
  [`/Instances/${ID}/variables`, { Variables: { a: 1 }, Delete: ['b'], Scope: ID }],
  [
    `/Instances/${ID}/modify`,
    { instructions: [{ cancel: { entry: ID } }, { startBefore: { element: 'pack', scope: ID, variables: { a: 1 } } }] },
  ],
  ['/Definitions/order/suspend', { Reason: 'r' }],
  [`/Instances/${ID}/migrate`, { DefinitionId: 'none', Plan: [{ from: 'a', to: 'b' }], Timers: 'renew', DryRun: true }],
  ['/Instances/erase', { BusinessId: 'b', CancelRunning: true }],
  [`/Instances/${ID}/suspend`, { Reason: 'r', CalledInstances: true }],
  [`/Instances/${ID}/resume`, { Reason: 'r' }],
  ['/custom-tasks/print/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, LockSeconds: 1 }],
  [`/custom-tasks/${ID}/complete`, { LockToken: 'a.b.c', Variables: {} }],
  [`/Incidents/${ID}/resolve`, { Variables: { a: 1 } }],
  ['/DeadLetters/retry', { Kind: 'none', InstanceId: ID, ParkedBefore: '2026-01-01T00:00:00Z', Limit: 1 }],
  ['/DeadLetters/drop', { Kind: 'none', Reason: 'r' }],
  ['/Batches', { Operation: 'cancel', Filters: 'BusinessId==none', Reason: 'r', DryRun: true, ItemsPerSecond: 1 }],
  ['/Batches', { Operation: 'modify', Ids: [ID], Instructions: [{ cancel: { element: 'pack' } }] }],
  ['/Batches', { Operation: 'variables', Ids: [ID], Variables: { a: 1 }, Delete: ['b'] }],
  [`/Batches/${ID}/pause`, {}],
  ['/Definitions/validate', { BpmnXml: '<a/>', Describe: true }],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'ping', params: {} }],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_instances', arguments: { processKey: 'a' } } }],
  ['/Webhooks/none/retry', { InstanceId: ID }],
  ['/Webhooks/none/pause', {}],
  ['/Decisions/validate', { DmnXml: '<a/>', Resources: [{ Name: 'a.dmn', Content: '<a/>' }] }],
  ['/Decisions/deploy', { DmnXml: '<a/>', Resources: [{ Name: 'a.dmn', Content: '<a/>' }], Strict: true }],
  ['/Decisions/none/evaluate', { Variables: { a: 1 }, Version: 1 }],
];
const NUMBERS = [
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1E-400',
  '9007199254740993',
  '0.1e1',
  '00',
  '+1',
  '.5',
  '5.',
  '0x10',
  '1_000',
  '٣',
];
const RAW = [
  ...NUMBERS,
  'NaN',
  'Infinity',
  'undefined',
  "'x'",
  '// c\n1',
  '/**/1',
  '"\\u0000"',
  '"\\ud800"',
  '"\\x41"',
  '"\t"',
  'tru',
  '[',
];

/** Assistants take answers in both forms. */
const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

const sent = (name: string, path: string, text: string | Buffer): HostileInput => ({
  name,
  requests: [{ method: 'POST', path, body: text, headers: HEADERS }],
});
const START = '/Execution/start';
const started = (name: string, variables: string) => sent(name, START, `{"WorkflowId":"order","Variables":${variables}}`);

const WRITTEN: readonly HostileInput[] = [
  started('lists 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)),
  started('objects 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  started('100,000 members', `{${Array.from({ length: 50_000 }, (_, n) => `"m${n}":${n}`).join()}}`),
  started('the same member 50,000 times', `{${Array.from({ length: 50_000 }, () => '"a":1').join()}}`),
  started('__proto__', '{"__proto__":{"isAdmin":true}}'),
  started('constructor.prototype', '{"constructor":{"prototype":{"x":1}}}'),
  started('__proto__ by an escape', '{"\\u005f_proto__":{"x":1}}'),
  started('a number of 300,000 digits', `{"a":${'9'.repeat(300_000)}}`),
  started('an exponent of 100,000 digits', `{"a":1e${'9'.repeat(100_000)}}`),
  started('an empty name', '{"":1}'),
  started('NUL in a name', '{"a\\u0000b":1}'),
  started('half a surrogate', '{"a":"\\ud800"}'),
  started('names that differ in their form', '{"é":1,"e\\u0301":2}'),
  started('60,000 equal hashes', `{${Array.from({ length: 30_000 }, (_, n) => `"${n * 2 ** 20}":0`).join()}}`),
  sent('nothing', START, ''),
  sent('white space', START, ' '.repeat(100_000)),
  sent('a byte-order mark alone', START, '\ufeff'),
  sent('bytes that are no UTF-8', START, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  sent('an overlong NUL', START, Buffer.from([0x22, 0xc0, 0x80, 0x22])),
  sent('UTF-16', START, Buffer.from('{"WorkflowId":"order"}', 'utf16le')),
  sent('two values', START, '{}{}'),
  sent('one member in many spellings', START, '{"WorkflowId":"order","workflowid":1,"WORKFLOWID":[],"workflowId":null}'),
  sent('1 MB of a text', START, JSON.stringify({ WorkflowId: 'w'.repeat(1_000_000) })),
  sent('more than 1 MB', START, JSON.stringify({ WorkflowId: 'w'.repeat(1_100_000) })),
];

/** Bodies that are not JSON, JSON that is not a request, and values of every type at wrong places. */
export const JSON_BODIES: Corpus = {
  name: 'json',
  surface: 'api',
  limitMs: 6000,
  count: 1100,
  written: async () => WRITTEN,
  make(dice) {
    const [path, body] = dice.pick(BODIES);
    const kind = dice.below(4);
    if (kind === 0) return sent('a mutant of the text', path, mutated(JSON.stringify(body), dice, RAW));
    if (kind === 1) {
      const name = dice.pick(Object.keys(body));
      const text = JSON.stringify({ ...body, [name]: '@' }).replace('"@"', () => dice.pick(RAW));
      return sent('a value that is none', path, text);
    }
    const changed = { ...body, [dice.pick([...Object.keys(body), 'Variables'])]: anyValue(dice, 5) };
    return { name: 'values of other types', requests: [postOf(path, changed, HEADERS)] };
  },
};

function anyValue(dice: Dice, depth: number): unknown {
  const kind = dice.below(depth > 0 ? 8 : 5);
  switch (kind) {
    case 0:
      return dice.pick(HOSTILE_TEXTS);
    case 1:
      return dice.pick([0, -0, 1.5, -1, 2 ** 53, 1e308, Number.MIN_VALUE]);
    case 2:
      return dice.pick([true, false, null]);
    case 3:
      return {};
    case 4:
      return [];
    case 5:
      return Array.from({ length: dice.below(5) }, () => anyValue(dice, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: dice.below(5) }, () => [dice.pick(HOSTILE_TEXTS).slice(0, 50), anyValue(dice, depth - 1)]),
      );
  }
}
