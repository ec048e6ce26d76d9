import { customTask, withZeebe } from '../../../test/support/models/custom-task-models.ts';
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
} from '../../../test/support/models/event-elements.ts';
import { script, sequence, userTask } from '../../../test/support/models/models.ts';

export const TASK_TYPE = 'stamp';
const call = (id: string, key: string, inside = '') => `<callActivity id="${id}" calledElement="${key}">${inside}</callActivity>`;
const thrice = '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>';

/** Key of the process whose instances carry much and live on: their states are stored from time to time. */
export const LARGE_KEY = 'grows';
/** Is deployed repeatedly. */
export const PLAIN = sequence('plain', script('one', 'a = 1'), script('two', 'b = a * 2'));

/** Small processes that wait for everything that can be waited for. */
export const MODELS: readonly string[] = [
  PLAIN,
  processOf('approve', '', [userTask('ask'), userTask('check')], boundary('late', 'ask', onTimer('R2/PT3S', 'timeCycle'), false)),
  startedBy('greets', message('m', 'hello'), onMessage('m'), [script('then', 'n = 1')]),
  processOf('hears', message('m', 'news', 'place'), [catching('heard', onMessage('m')), script('then', 'n = 1')]),
  startedBy('follows', signal('go'), onSignal('go'), [script('then', 'n = 1')]),
  processOf('listens', signal('stop'), [catching('heard', onSignal('stop')), script('then', 'n = 1')]),
  processOf('waits', '', [catching('soon', onTimer('PT1S')), script('then', 'n = 1'), catching('later', onTimer('PT2S'))]),
  processOf('parent', '', [call('calls', 'child', thrice), script('then', 'n = 1')]),
  processOf('child', '', [script('works', 'n = 1'), catching('soon', onTimer('PT0.5S'))]),
  processOf('tells', message('m', 'told') + signal('went'), [
    throwing('says', onMessage('m')),
    throwing('calls', onSignal('went')),
  ]),
  startedBy('is-told', message('m', 'told'), onMessage('m'), [script('then', 'n = 1')]),
  withZeebe(processOf('serves', '', [customTask('job', TASK_TYPE, { outputs: { done: '=done' } }), script('then', 'n = 1')])),
  processOf(LARGE_KEY, '', [script('first', 'list.Add("one more")'), userTask('ask'), script('second', 'list.Add("one more")')]),
];
