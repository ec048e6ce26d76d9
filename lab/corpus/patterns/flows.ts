import type { Test } from '../styles/style.ts';
import { along, end, gateway, one, script, sequence, start, user, when, work } from './drawing.ts';
import type { Pattern } from './pattern.ts';

/** Ids of the gateway that splits and of the one that joins. */
type Ends = readonly [string, string];

const LARGE = { name: 'amount', is: '>', value: 100 } as const;
const EXPRESS = { name: 'kind', is: '=', value: 'express' } as const;
const APPROVED = { name: 'approved', is: '=', value: true } as const;

/** A way with a test for each entry of `tests`, and one more that is the default; a gateway of the kind splits them and joins them. */
function ways(
  kind: 'exclusive' | 'inclusive',
  tests: Readonly<Record<string, Test>>,
  standard: string,
  [split, join]: Ends,
): Pattern['draw'] {
  const ids = [...Object.keys(tests), standard];
  return (style) =>
    one({
      nodes: [
        start(),
        gateway(kind, split, `${split}_${standard}`),
        ...ids.map((id) => user(style, id)),
        gateway(kind, join),
        end(),
      ],
      flows: [
        ...along(`start ${split}`),
        ...Object.entries(tests).map(([id, test]) => when(split, id, test)),
        ...along(`${split} ${standard}`, ...ids.map((id) => `${id} ${join}`), `${join} end`),
      ],
    });
}

function choice(test: Test): Pattern['draw'] {
  return ways('exclusive', { yes: test }, 'no', ['choose', 'merge']);
}

const YES = 'start choose yes merge end';
const NO = 'start choose no merge end';

/** Sequence flows and gateways. */
export const FLOWS: readonly Pattern[] = [
  {
    name: 'two tasks in a row',
    draw: (style) => one(sequence(user(style, 'check'), user(style, 'pack'))),
    path: 'start check pack end',
  },
  { name: 'a number above a bound', draw: choice(LARGE), answers: { amount: 101 }, path: YES },
  { name: 'a number at its bound takes the default', draw: choice(LARGE), answers: { amount: 100 }, path: NO },
  { name: 'a number not above', draw: choice({ ...LARGE, is: '<=' }), answers: { amount: 100 }, path: YES },
  { name: 'a text', draw: choice(EXPRESS), answers: { kind: 'express' }, path: YES },
  { name: 'another text', draw: choice(EXPRESS), answers: { kind: 'slow' }, path: NO },
  { name: 'a text that is not', draw: choice({ ...EXPRESS, is: '!=' }), answers: { kind: 'slow' }, path: YES },
  { name: 'true', draw: choice(APPROVED), answers: { approved: true }, path: YES },
  { name: 'false', draw: choice(APPROVED), answers: { approved: false }, path: NO },
  { name: 'both hold', draw: choice({ all: [LARGE, EXPRESS] }), answers: { amount: 500, kind: 'express' }, path: YES },
  { name: 'only one of both holds', draw: choice({ all: [LARGE, EXPRESS] }), answers: { amount: 500, kind: 'slow' }, path: NO },
  { name: 'one of two holds', draw: choice({ any: [LARGE, EXPRESS] }), answers: { amount: 1, kind: 'express' }, path: YES },
  {
    name: 'nested tests',
    draw: choice({ any: [{ all: [LARGE, APPROVED] }, EXPRESS] }),
    answers: { amount: 500, approved: true, kind: 'slow' },
    path: YES,
  },
  {
    name: 'three ways, the second',
    draw: (style) =>
      one({
        nodes: [start(), gateway('exclusive', 'choose', 'choose_c'), user(style, 'a'), user(style, 'b'), user(style, 'c'), end()],
        flows: [
          ...along('start choose'),
          when('choose', 'a', { name: 'amount', is: '>=', value: 1000 }),
          when('choose', 'b', { name: 'amount', is: '>=', value: 10 }),
          ...along('choose c', 'a end', 'b end', 'c end'),
        ],
      }),
    answers: { amount: 10 },
    path: 'start choose b end',
  },
  {
    name: 'a loop until enough',
    draw: (style) =>
      one({
        nodes: [
          start(),
          script(style, 'zero', 'count', { value: 0 }),
          script(style, 'more', 'count', { sum: ['count', 1] }),
          gateway('exclusive', 'enough', 'enough_end'),
          end(),
        ],
        flows: [
          ...along('start zero more enough'),
          when('enough', 'more', { name: 'count', is: '<', value: 3 }),
          ...along('enough end'),
        ],
      }),
    path: 'start zero more enough more enough more enough end',
    variables: { count: 3 },
  },
  {
    name: 'conditions on the flows of a task',
    draw: (style) =>
      one({
        nodes: [start(), user(style, 'check'), user(style, 'yes'), user(style, 'no'), end()],
        flows: [
          ...along('start check'),
          when('check', 'yes', APPROVED),
          when('check', 'no', { ...APPROVED, value: false }),
          ...along('yes end', 'no end'),
        ],
      }),
    answers: { approved: false },
    path: 'start check no end',
  },
  {
    name: 'a default flow of a task',
    draw: (style) => {
      const check = user(style, 'check');
      return one({
        nodes: [
          start(),
          { ...check, attributes: `${check.attributes} default="check_no"` },
          user(style, 'yes'),
          user(style, 'no'),
          end(),
        ],
        flows: [...along('start check'), when('check', 'yes', APPROVED), ...along('check no', 'yes end', 'no end')],
      });
    },
    answers: { approved: false },
    path: 'start check no end',
  },
  {
    name: 'fork and join',
    draw: (style) =>
      one({
        nodes: [start(), gateway('parallel', 'fork'), user(style, 'a'), user(style, 'b'), gateway('parallel', 'join'), end()],
        flows: along('start fork a join end', 'fork b join'),
      }),
    path: 'start fork a b join end',
  },
  {
    name: 'a fork inside a fork',
    draw: (style) =>
      one({
        nodes: [
          ...[
            start(),
            gateway('parallel', 'fork'),
            user(style, 'a'),
            gateway('parallel', 'inner'),
            user(style, 'b'),
            user(style, 'c'),
          ],
          ...[gateway('parallel', 'together'), gateway('parallel', 'join'), end()],
        ],
        flows: along('start fork a join end', 'fork inner b together join', 'inner c together'),
      }),
    path: 'start fork inner a b c together join end',
  },
  {
    name: 'two flows out of a task fork',
    draw: (style) =>
      one({
        nodes: [start(), user(style, 'check'), user(style, 'a'), user(style, 'b'), end('endA'), end('endB')],
        flows: along('start check a endA', 'check b endB'),
      }),
    path: 'start check a endA b endB',
  },
  {
    name: 'two of three inclusive ways',
    draw: ways('inclusive', { a: LARGE, b: EXPRESS }, 'c', ['split', 'join']),
    answers: { amount: 101, kind: 'express' },
    path: 'start split a b join end',
  },
  {
    name: 'the inclusive default',
    draw: ways('inclusive', { a: LARGE }, 'c', ['split', 'join']),
    answers: { amount: 1 },
    path: 'start split c join end',
  },
  {
    name: 'variables of parallel paths come together',
    draw: (style) =>
      one({
        nodes: [
          ...[
            start(),
            gateway('parallel', 'fork'),
            script(style, 'left', 'one', { value: 1 }),
            script(style, 'right', 'two', { value: 2 }),
          ],
          ...[gateway('parallel', 'join'), work(style, 'ship'), end()],
        ],
        flows: along('start fork left join ship end', 'fork right join'),
      }),
    path: 'start fork left right join ship end',
    variables: { one: 1, two: 2 },
  },
];
