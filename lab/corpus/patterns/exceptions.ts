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
  node,
  one,
  refers,
  sequence,
  start,
  timer,
  user,
  work,
} from './drawing.ts';
import type { Pattern } from './pattern.ts';

/** Task with a boundary event that leads to another task. */
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

/** Process with an event sub-process and a task. */
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

/** Exceptions from the sequence flow: boundary events, event sub-processes, errors, compensation. */
export const EXCEPTIONS: readonly Pattern[] = [
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
];
