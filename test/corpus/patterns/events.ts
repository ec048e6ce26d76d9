import type { Style } from '../styles/style.ts';
import {
  along,
  around,
  type Body,
  boundary,
  type Drawn,
  end,
  error,
  escalation,
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
  work,
} from './drawing.ts';
import type { Pattern } from './pattern.ts';

const PAID = { number: 'A-1' };

function wait(id: string, definition: string): Drawn {
  return node('intermediateCatchEvent', id, '', definition);
}

function paid(style: Style): string {
  return message('m', 'paid', style.correlation?.('number').root);
}

/** A task with a boundary event, that leads to a task of its own. */
function besides(style: Style, event: Drawn, roots = '', host: Drawn = user(style, 'task')): Model {
  return one(
    {
      nodes: [start(), host, event, user(style, 'other'), end(), end('end2')],
      flows: along('start task end', 'event other end2'),
    },
    roots,
  );
}

/** A sub-process whose body ends with an event. */
function failing(last: Drawn): Drawn {
  return around('subProcess', 'task', { nodes: [start('in'), last], flows: along(`in ${last.id}`) });
}

/** A process with an event sub-process beside a task. */
function withEvent(style: Style, definition: string, roots: string, interrupts: boolean): Model {
  const inside: Body = {
    nodes: [
      node('startEvent', 'begin', interrupts ? '' : ' isInterrupting="false"', definition),
      user(style, 'handle'),
      end('handled'),
    ],
    flows: along('begin handle handled'),
  };
  return one(
    {
      nodes: [start(), user(style, 'task'), end(), around('subProcess', 'event', inside, ' triggeredByEvent="true"')],
      flows: along('start task end'),
    },
    roots,
  );
}

/** Events, wherever they may stand. */
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
    draw: (style) => {
      const [attributes, text] = style.condition({ name: 'amount', is: '>', value: 1 });
      return one(
        sequence(
          wait(
            'task',
            `<P:conditionalEventDefinition><P:condition${attributes}>${text}</P:condition></P:conditionalEventDefinition>`,
          ),
        ),
      );
    },
    answers: { amount: 2 },
    path: 'start task end',
  },
  {
    name: 'a condition that a task makes true',
    draw: (style) => {
      const [attributes, text] = style.condition({ name: 'ready', is: '=', value: true });
      const condition = `<P:conditionalEventDefinition><P:condition${attributes}>${text}</P:condition></P:conditionalEventDefinition>`;
      if (style.name === 'bpmn.io' || style.name === 'Fleans') return undefined;
      return one({
        nodes: [
          start(),
          script(style, 'no', 'ready', { value: false }),
          gateway('parallel', 'fork'),
          wait('watch', condition),
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
    draw: (style) =>
      one(
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
      ),
    answers: PAID,
    path: 'start first message a end',
  },
  {
    name: 'the timer is first',
    draw: (style) =>
      one(
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
      ),
    answers: PAID,
    clockFirst: true,
    path: 'start first late b end',
  },
  {
    name: 'a timer interrupts a task',
    draw: (style) => besides(style, boundary('event', 'task', timer('timeDuration', 'P1D'))),
    clockFirst: true,
    path: 'start event other end2',
  },
  {
    name: 'a task is done in time',
    draw: (style) => besides(style, boundary('event', 'task', timer('timeDuration', 'P1D'))),
    path: 'start task end',
  },
  {
    name: 'a reminder beside a task',
    draw: (style) => besides(style, boundary('event', 'task', timer('timeDuration', 'P1D'), false)),
    clockFirst: true,
    path: 'start event task end other end2',
  },
  {
    name: 'a timer interrupts a sub-process',
    draw: (style) =>
      besides(
        style,
        boundary('event', 'task', timer('timeDuration', 'P1D')),
        '',
        around('subProcess', 'task', { nodes: [start('in'), user(style, 'check'), end('out')], flows: along('in check out') }),
      ),
    clockFirst: true,
    path: 'start in event other end2',
  },
  {
    name: 'an error of a sub-process',
    draw: (style) =>
      besides(
        style,
        boundary('event', 'task', refers('error', 'e')),
        error('e', 'sold-out'),
        failing(end('fail', refers('error', 'e'))),
      ),
    path: 'start in fail event other end2',
  },
  {
    name: 'any error of a sub-process',
    draw: (style) =>
      besides(
        style,
        boundary('event', 'task', '<P:errorEventDefinition/>'),
        error('e', 'sold-out'),
        failing(end('fail', refers('error', 'e'))),
      ),
    path: 'start in fail event other end2',
  },
  {
    name: 'an error of a called process',
    draw: (style) => ({
      processes: [
        ...besides(
          style,
          boundary('event', 'task', refers('error', 'e')),
          '',
          node('callActivity', 'task', '', '', style.call('delivery')),
        ).processes,
        { id: 'delivery', body: { nodes: [start('in'), end('fail', refers('error', 'e'))], flows: along('in fail') } },
      ],
      roots: error('e', 'sold-out'),
    }),
    path: 'start event other end2',
  },
  {
    name: 'an escalation beside a sub-process',
    draw: (style) => {
      const inside = {
        nodes: [
          start('in'),
          node('intermediateThrowEvent', 'tell', '', refers('escalation', 'x')),
          user(style, 'check'),
          end('out'),
        ],
        flows: along('in tell check out'),
      };
      return besides(
        style,
        boundary('event', 'task', refers('escalation', 'x'), false),
        escalation('x', 'late'),
        around('subProcess', 'task', inside),
      );
    },
    path: 'start in tell event other end2 check out task end',
  },
  {
    name: 'an event sub-process for an error',
    draw: (style) => {
      const inside: Body = {
        nodes: [start('begin', refers('error', 'e')), user(style, 'handle'), end('handled')],
        flows: along('begin handle handled'),
      };
      const body: Body = {
        nodes: [
          start('in'),
          end('fail', refers('error', 'e')),
          around('subProcess', 'event', inside, ' triggeredByEvent="true"'),
        ],
        flows: along('in fail'),
      };
      return one(sequence(around('subProcess', 'task', body)), error('e', 'sold-out'));
    },
    path: 'start in fail begin handle handled event task end',
  },
  {
    name: 'an event sub-process that interrupts',
    draw: (style) => withEvent(style, timer('timeDuration', 'P1D'), '', true),
    clockFirst: true,
    path: 'start begin handle handled event',
  },
  {
    name: 'an event sub-process that does not interrupt',
    draw: (style) => withEvent(style, timer('timeDuration', 'P1D'), '', false),
    clockFirst: true,
    path: 'start begin task end handle handled event',
  },
  {
    name: 'terminate',
    draw: (style) =>
      one({
        nodes: [
          start(),
          gateway('parallel', 'fork'),
          user(style, 'a'),
          user(style, 'b'),
          end('stop', '<P:terminateEventDefinition/>'),
          end(),
        ],
        flows: along('start fork a stop', 'fork b end'),
      }),
    path: 'start fork a stop',
  },
  {
    name: 'compensation',
    draw: (style) => {
      const undo = work(style, 'undo', 'refund');
      const body: Body = {
        nodes: [
          ...[start(), work(style, 'book', 'book'), boundary('undone', 'book', '<P:compensateEventDefinition/>')],
          ...[
            { ...undo, attributes: `${undo.attributes} isForCompensation="true"` },
            node('intermediateThrowEvent', 'back', '', '<P:compensateEventDefinition/>'),
            end(),
          ],
          node('association', 'joined', ' associationDirection="One" sourceRef="undone" targetRef="undo"'),
        ],
        flows: along('start book back end'),
      };
      return one(body);
    },
    path: 'start book undo back end',
  },
  {
    name: 'a transaction is cancelled',
    draw: (style) => {
      const inside: Body = {
        nodes: [start('in'), user(style, 'book'), end('cancel', '<P:cancelEventDefinition/>')],
        flows: along('in book cancel'),
      };
      return besides(style, boundary('event', 'task', '<P:cancelEventDefinition/>'), '', around('transaction', 'task', inside));
    },
    path: 'start in book cancel event other end2',
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
