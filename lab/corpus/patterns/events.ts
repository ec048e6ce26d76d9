import type { Style, Test } from '../styles/style.ts';
import {
  along,
  type Drawn,
  end,
  gateway,
  type Model,
  message,
  node,
  one,
  refers,
  script,
  sequence,
  signal,
  start,
  timer,
  user,
} from './drawing.ts';
import type { Pattern } from './pattern.ts';

const PAID = { number: 'A-1' };

function wait(id: string, definition: string): Drawn {
  return node('intermediateCatchEvent', id, '', definition);
}

function paid(style: Style): string {
  return message('m', 'paid', style.correlation?.('number').root);
}

function condition(style: Style, test: Test): string {
  const [attributes, text] = style.condition(test);
  return `<P:conditionalEventDefinition><P:condition${attributes}>${text}</P:condition></P:conditionalEventDefinition>`;
}

/** A message and a timer behind an event-based gateway. */
function firstOf(style: Style): Model {
  return one(
    {
      nodes: [
        start(),
        gateway('eventBased', 'first'),
        wait('message', refers('message', 'm')),
        wait('late', timer('timeDuration', 'PT1H')),
        user(style, 'a'),
        user(style, 'b'),
        end(),
      ],
      flows: along('start first message a end', 'first late b end'),
    },
    paid(style),
  );
}

/** Start events and intermediate events. */
export const EVENTS: readonly Pattern[] = [
  { name: 'a duration', draw: () => one(sequence(wait('task', timer('timeDuration', 'PT5M')))), path: 'start task end' },
  { name: 'a date', draw: () => one(sequence(wait('task', timer('timeDate', '2030-01-01T00:00:00Z')))), path: 'start task end' },
  {
    name: 'a message',
    draw: (style) => one(sequence(wait('task', refers('message', 'm'))), paid(style)),
    answers: PAID,
    path: 'start task end',
  },
  {
    name: 'a signal',
    draw: () => one(sequence(wait('task', refers('signal', 's'))), signal('s', 'news')),
    path: 'start task end',
  },
  {
    name: 'a condition that holds',
    draw: (style) => one(sequence(wait('task', condition(style, { name: 'amount', is: '>', value: 1 })))),
    answers: { amount: 2 },
    path: 'start task end',
  },
  {
    name: 'a condition that a task makes true',
    draw: (style) => {
      if (style.name === 'bpmn.io' || style.name === 'Fleans') return undefined;
      return one({
        nodes: [
          start(),
          script(style, 'no', 'ready', { value: false }),
          gateway('parallel', 'fork'),
          wait('watch', condition(style, { name: 'ready', is: '=', value: true })),
          script(style, 'set', 'ready', { value: true }),
          gateway('parallel', 'join'),
          end(),
        ],
        flows: along('start no fork watch join end', 'fork set join'),
      });
    },
    path: 'start no fork set watch join end',
  },
  {
    name: 'a link',
    draw: (style) =>
      one({
        nodes: [
          start(),
          node('intermediateThrowEvent', 'jump', '', '<P:linkEventDefinition name="on"/>'),
          wait('land', '<P:linkEventDefinition name="on"/>'),
          user(style, 'task'),
          end(),
        ],
        flows: along('start jump', 'land task end'),
      }),
    path: 'start jump land task end',
  },
  {
    name: 'the first of a message and a timer',
    draw: firstOf,
    answers: PAID,
    path: 'start first message a end',
  },
  {
    name: 'the timer is first',
    draw: firstOf,
    answers: PAID,
    clockFirst: true,
    path: 'start first late b end',
  },
  {
    name: 'begun by a message',
    draw: (style) =>
      one(
        { nodes: [start('start', refers('message', 'm')), user(style, 'task'), end()], flows: along('start task end') },
        message('m', 'ordered'),
      ),
    path: 'start task end',
  },
  {
    name: 'begun by a signal',
    draw: (style) =>
      one(
        { nodes: [start('start', refers('signal', 's')), user(style, 'task'), end()], flows: along('start task end') },
        signal('s', 'opened'),
      ),
    path: 'start task end',
  },
  {
    name: 'begun by a clock',
    draw: (style) =>
      one({ nodes: [start('start', timer('timeCycle', 'R/PT1H')), user(style, 'task'), end()], flows: along('start task end') }),
    path: 'start task end',
  },
  {
    name: 'a signal at the end',
    draw: (style) =>
      one(
        { nodes: [start(), user(style, 'task'), end('end', refers('signal', 's'))], flows: along('start task end') },
        signal('s', 'closed'),
      ),
    path: 'start task end',
  },
  {
    name: 'a signal wakes a parallel path',
    isAlone: true,
    draw: (style) =>
      one(
        {
          nodes: [
            start(),
            gateway('parallel', 'fork'),
            wait('hear', refers('signal', 's')),
            user(style, 'task'),
            node('intermediateThrowEvent', 'call', '', refers('signal', 's')),
            gateway('parallel', 'join'),
            end(),
          ],
          flows: along('start fork hear join end', 'fork task call join'),
        },
        signal('s', 'ready'),
      ),
    path: 'start fork task call hear join end',
  },
  {
    name: 'a signal that comes in the same step is heard',
    isAlone: true,
    draw: (style) =>
      one(
        {
          nodes: [
            start(),
            gateway('parallel', 'fork'),
            node('intermediateThrowEvent', 'call', '', refers('signal', 's')),
            script(style, 'set', 'ready', { value: true }),
            wait('hear', refers('signal', 's')),
            gateway('parallel', 'join'),
            end(),
          ],
          flows: along('start fork call join end', 'fork set hear join'),
        },
        signal('s', 'ready'),
      ),
    path: 'start fork call set hear join end',
  },
];
