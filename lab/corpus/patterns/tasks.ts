import type { Written } from '../styles/style.ts';
import {
  along,
  around,
  type Body,
  type Drawn,
  end,
  gateway,
  type Model,
  message,
  moved,
  node,
  one,
  refers,
  script,
  sequence,
  signal,
  start,
  user,
  when,
  work,
} from './drawing.ts';
import type { Pattern } from './pattern.ts';

const PLAIN_WAY = 'start task end';

function marked(activity: Drawn, marker: string): Drawn {
  return { ...activity, children: `${activity.children}${marker}` };
}

function looped(activity: Drawn, [attributes, children]: Written, order = ''): Drawn {
  const loop = `<P:multiInstanceLoopCharacteristics${order}${attributes}>${children}</P:multiInstanceLoopCharacteristics>`;
  return marked(activity, loop);
}

/** A process that throws, and another process of the same file that this starts. */
function begunBy(kind: 'message' | 'signal', id: string): Model['processes'] {
  return [
    { id: 'order', body: sequence(node('intermediateThrowEvent', 'task', '', refers(kind, id))) },
    { id: 'delivery', body: { nodes: [start('begin', refers(kind, id)), end('done')], flows: along('begin done') } },
  ];
}

/** The body of a process that is called. Ids are unique in a file. */
function called(task: Drawn): Body {
  return { nodes: [start('begin'), task, end('done')], flows: along(`begin ${task.id} done`) };
}

/** Kinds of activities. */
export const TASKS: readonly Pattern[] = [
  { name: 'a job', draw: (style) => one(sequence(work(style, 'task'))), answers: { done: true }, path: PLAIN_WAY },
  {
    name: 'the result of a job is there',
    draw: (style) =>
      one({
        nodes: [start(), work(style, 'task'), gateway('exclusive', 'choose', 'choose_bad'), end('good'), end('bad')],
        flows: [
          ...along('start task choose'),
          when('choose', 'good', { name: 'price', is: '=', value: 7 }),
          ...along('choose bad'),
        ],
      }),
    answers: { price: 7 },
    path: 'start task choose good',
  },
  { name: 'a send task', draw: (style) => one(sequence(node('sendTask', 'task', '', '', style.work('mail')))), path: PLAIN_WAY },
  {
    name: 'a business rule task',
    draw: (style) => one(sequence(node('businessRuleTask', 'task', '', '', style.work('rate')))),
    path: PLAIN_WAY,
  },
  { name: 'a task without a kind', draw: () => one(sequence(node('task', 'task'))), path: PLAIN_WAY },
  { name: 'a manual task', draw: () => one(sequence(node('manualTask', 'task'))), path: PLAIN_WAY },
  {
    name: 'candidate groups',
    draw: (style) => one(sequence(user(style, 'task', { groups: ['sales', 'managers'] }))),
    path: PLAIN_WAY,
  },
  { name: 'candidate users', draw: (style) => one(sequence(user(style, 'task', { users: ['ann'] }))), path: PLAIN_WAY },
  {
    name: 'what people answer is stored',
    draw: (style) => one(sequence(user(style, 'task'))),
    answers: { approved: true },
    path: PLAIN_WAY,
    variables: { approved: true },
  },
  {
    name: 'a script sets a number',
    draw: (style) => one(sequence(script(style, 'task', 'n', { value: 5 }))),
    path: PLAIN_WAY,
    variables: { n: 5 },
  },
  {
    name: 'a script sets a text',
    draw: (style) => one(sequence(script(style, 'task', 'state', { value: 'done' }))),
    path: PLAIN_WAY,
    variables: { state: 'done' },
  },
  {
    name: 'a script sets a truth',
    draw: (style) => one(sequence(script(style, 'task', 'paid', { value: true }))),
    path: PLAIN_WAY,
    variables: { paid: true },
  },
  {
    name: 'a script copies',
    draw: (style) => one(sequence(script(style, 'task', 'copy', { of: 'amount' }))),
    answers: { amount: 12 },
    path: PLAIN_WAY,
    variables: { copy: 12 },
  },
  {
    name: 'a script adds',
    draw: (style) => one(sequence(script(style, 'task', 'more', { sum: ['amount', 8] }))),
    answers: { amount: 12 },
    path: PLAIN_WAY,
    variables: { more: 20 },
  },
  {
    name: 'a script joins texts',
    draw: (style) => one(sequence(script(style, 'task', 'greeting', { joined: ['name', '!'] }))),
    answers: { name: 'Ann' },
    path: PLAIN_WAY,
    variables: { greeting: 'Ann!' },
  },
  {
    name: 'input and output of a job',
    draw: (style) =>
      style.mapping === undefined
        ? undefined
        : one(sequence(work(style, 'task', 'ship', { into: { amount: 'weight' }, out: { number: 'parcel' } }))),
    answers: { amount: 3, number: 99 },
    path: PLAIN_WAY,
    variables: { amount: 3, parcel: 99 },
  },
  {
    name: 'input of a user task',
    draw: (style) => {
      if (style.mapping === undefined || style.name === 'jBPM' || style.name === 'Kogito') return undefined;
      return one(
        sequence(
          node('userTask', 'task', '', '', style.person({ assignee: 'ann' }), moved(style, { into: { amount: 'limit' } })),
        ),
      );
    },
    answers: { amount: 3 },
    path: PLAIN_WAY,
    variables: { amount: 3 },
  },
  {
    name: 'a sub-process',
    draw: (style) =>
      one(
        sequence(
          around('subProcess', 'task', { nodes: [start('in'), user(style, 'check'), end('out')], flows: along('in check out') }),
        ),
      ),
    path: 'start in check out task end',
  },
  {
    name: 'a sub-process in a sub-process',
    draw: (style) => {
      const inner = around('subProcess', 'inner', {
        nodes: [start('in2'), user(style, 'check'), end('out2')],
        flows: along('in2 check out2'),
      });
      return one(
        sequence(around('subProcess', 'task', { nodes: [start('in'), inner, end('out')], flows: along('in inner out') })),
      );
    },
    path: 'start in in2 check out2 inner out task end',
  },
  {
    name: 'an ad-hoc sub-process',
    draw: (style) => one(sequence(around('adHocSubProcess', 'task', { nodes: [user(style, 'a'), user(style, 'b')], flows: [] }))),
    path: 'start a b task end',
  },
  {
    name: 'a called process',
    draw: (style) => ({
      processes: [
        { id: 'order', body: sequence(node('callActivity', 'task', '', '', style.call('delivery'))) },
        { id: 'delivery', body: called(script(style, 'set', 'shipped', { value: true })) },
      ],
    }),
    path: PLAIN_WAY,
  },
  {
    name: 'values into a call and out of it',
    draw: (style) =>
      style.name === 'bpmn.io' || style.name === 'Fleans'
        ? undefined
        : {
            processes: [
              {
                id: 'order',
                body: sequence(
                  node(
                    'callActivity',
                    'task',
                    '',
                    '',
                    style.call('delivery', { into: { amount: 'weight' }, out: { price: 'cost' } }),
                  ),
                ),
              },
              { id: 'delivery', body: called(script(style, 'set', 'price', { sum: ['weight', 1] })) },
            ],
          },
    answers: { amount: 4 },
    path: PLAIN_WAY,
    variables: { cost: 5 },
  },
  {
    name: 'a receive task',
    draw: (style) => {
      const key = style.correlation?.('number');
      return one(sequence(node('receiveTask', 'task', ' messageRef="m"', key?.waiting)), message('m', 'paid', key?.root));
    },
    answers: { number: 'A-1' },
    path: PLAIN_WAY,
  },
  {
    name: 'three times at once',
    draw: (style) => one(sequence(looped(user(style, 'task'), style.times(3)))),
    path: 'start task task task task end',
  },
  {
    name: 'three times, one after the other',
    draw: (style) => one(sequence(looped(user(style, 'task'), style.times(3), ' isSequential="true"'))),
    path: 'start task task task task end',
  },
  {
    name: 'for each of a list',
    draw: (style) => one(sequence(looped(user(style, 'task'), style.each('items', 'item')))),
    answers: { items: ['a', 'b'] },
    path: 'start task task task end',
  },
  {
    name: 'a sub-process for each of a list',
    draw: (style) => {
      const inside = { nodes: [start('in'), user(style, 'check'), end('out')], flows: along('in check out') };
      return one(sequence(looped(around('subProcess', 'task', inside), style.each('items', 'item'), ' isSequential="true"')));
    },
    answers: { items: ['a', 'b'] },
    path: 'start in check out task in check out task task end',
  },
  {
    name: 'results of a list are collected',
    draw: (style) => {
      if (style.collect === undefined) return undefined;
      return one(sequence(looped(user(style, 'task'), style.collect('items', 'item', 'item', 'results'))));
    },
    answers: { items: ['a', 'b'] },
    path: 'start task task task end',
    variables: { results: ['a', 'b'] },
  },
  {
    name: 'a standard loop',
    draw: (style) => {
      const [attributes, text] = style.condition({ name: 'again', is: '=', value: true });
      const loop = `<P:standardLoopCharacteristics testBefore="false" loopMaximum="3"><P:loopCondition${attributes}>${text}</P:loopCondition></P:standardLoopCharacteristics>`;
      return one(sequence(marked(user(style, 'task'), loop)));
    },
    answers: { again: true },
    path: 'start task task task task end',
  },
  {
    name: 'a message to another process of the file',
    isAlone: true,
    draw: () => ({ processes: begunBy('message', 'm'), roots: message('m', 'deliver') }),
    path: PLAIN_WAY,
  },
  {
    name: 'a signal to another process of the file',
    isAlone: true,
    draw: () => ({ processes: begunBy('signal', 's'), roots: signal('s', 'news') }),
    path: PLAIN_WAY,
  },
];
