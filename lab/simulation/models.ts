import type { RetentionRule } from '../../src/platform/config/setting-types.ts';
import { customTask, withZeebe } from '../../test/support/models/custom-task-models.ts';
import {
  boundary,
  catching,
  message,
  onMessage,
  onSignal,
  onTimer,
  processOf,
  signal,
  startedBy,
  throwing,
} from '../../test/support/models/event-elements.ts';
import { script, sequence, userTask } from '../../test/support/models/models.ts';

const call = (id: string, key: string) => `<callActivity id="${id}" calledElement="${key}"/>`;
/** Adds to a list that is long enough to be written item by item. */
const adding = (id: string) => script(id, 'list.Add("one more")');
/** The type of the custom tasks. */
export const TASK_TYPE = 'stamp';
const news = message('m', 'news', 'place');

/** Processes of a simulation: small ones that together contain every kind of wait. */
export const MODELS: readonly string[] = [
  sequence('line', script('one', 'n = 1'), script('two', 'n = 2')),
  processOf(
    'approve',
    message('m', 'note'),
    [userTask('ask'), userTask('check')],
    boundary('noted', 'ask', onMessage('m'), false),
  ),
  processOf('hears', news, [catching('heard', onMessage('m')), script('then', 'n = 1')]),
  processOf('waits', '', [catching('soon', onTimer('PT0.4S')), script('then', 'n = 1'), catching('later', onTimer('PT0.2S'))]),
  processOf('races', '', [userTask('ask')], boundary('late', 'ask', onTimer('PT0.5S'))),
  processOf('parent', '', [call('calls', 'child'), script('then', 'n = 1')]),
  processOf('child', '', [userTask('ask')], boundary('late', 'ask', onTimer('PT0.6S'))),
  processOf('tells', news + signal('go'), [throwing('says', onMessage('m')), throwing('calls', onSignal('go'))]),
  processOf('listens', signal('go'), [catching('heard', onSignal('go')), script('then', 'n = 1')]),
  processOf(
    'grows',
    message('m', 'note') + signal('go'),
    [adding('first'), userTask('ask'), adding('second'), catching('soon', onTimer('PT0.1S')), userTask('check'), adding('third')],
    boundary('noted', 'ask', onMessage('m'), false) + boundary('gone', 'check', onSignal('go'), false),
  ),
  withZeebe(processOf('serves', '', [customTask('job', TASK_TYPE, { retries: '2' }), script('then', 'n = 1')])),
];

/** Models that clients deploy repeatedly during a run: processes that are started by a timer and by a message. */
export const DEPLOYED_LATER: readonly string[] = [
  startedBy('ticks', '', onTimer('R3/PT0.3S', 'timeCycle'), [script('then', 'n = 1')]),
  startedBy('greets', message('m', 'hello'), onMessage('m'), [userTask('ask')]),
];
/** Their keys. No client starts them. */
export const DEPLOYED_LATER_KEYS = ['ticks', 'greets'] as const;
/** Keys that clients disable and enable. */
export const SWITCHED_KEYS = ['line', 'ticks'] as const;
/** Keys that clients suspend and resume. */
export const HELD_KEYS = ['hears', 'waits', 'child', 'parent', 'serves', 'ticks', 'greets', 'grows'] as const;
/** Carries so much that its state is stored from time to time only. */
export const LARGE_KEY = 'grows';
/** Keys that clients start. */
export const STARTED_KEYS = [
  'line',
  'approve',
  'hears',
  'waits',
  'races',
  'parent',
  'tells',
  'listens',
  'serves',
  LARGE_KEY,
] as const;
/** Elements whose tokens operators move. */
export const REPAIRED = ['ask', 'check', 'heard', 'then', 'soon', 'calls', 'job', 'second', 'start'] as const;
/** Keys whose instances end automatically, or are ended soon; and one that calls another. */
export const ENDING_KEYS = ['line', 'tells', 'waits', 'parent'] as const;
/** Retention of a run that deletes ended instances. Calling instances are deleted together with the called ones. */
export const KEPT_FOR_A_WHILE: readonly RetentionRule[] = [
  ...['line', 'tells', 'hears', 'waits'].map((pattern) => ({ pattern, keepMs: 100 })),
  { pattern: 'parent', keepMs: 0 },
];
/** Correlation keys of messages. */
export const PLACES = ['here', 'there'] as const;
