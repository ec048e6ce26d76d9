import { customTask, withZeebe } from './custom-task-models.ts';
import { documentOf, flow, task, userTask } from './models.ts';

/** Waits for a message with the key of variable `no`, then at a user task. */
export const parcel = (key: string) =>
  withZeebe(
    documentOf(
      `<message id="m1" name="arrived-${key}"><extensionElements><zeebe:subscription correlationKey="=no"/></extensionElements></message>` +
        `<process id="${key}" isExecutable="true"><startEvent id="start"/>` +
        `<intermediateCatchEvent id="arrival"><messageEventDefinition messageRef="m1"/></intermediateCatchEvent>${userTask('check')}` +
        `<endEvent id="end"/>${flow('f1', 'start', 'arrival')}${flow('f2', 'arrival', 'check')}${flow('f3', 'check', 'end')}</process>`,
    ),
  );
/** Waits for a timer of two seconds: long enough to be held before it fires. */
export const clock = (key: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="start"/><intermediateCatchEvent id="pause"><timerEventDefinition>` +
      '<timeDuration>PT2S</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="end"/>' +
      `${flow('f1', 'start', 'pause')}${flow('f2', 'pause', 'end')}</process>`,
  );
/** A custom task of the type `type-<key>`. */
export const work = (key: string) =>
  withZeebe(
    documentOf(
      `<process id="${key}" isExecutable="true"><startEvent id="start"/>${customTask('weigh', `type-${key}`, { outputs: { kg: '=kg' } })}` +
        `<endEvent id="end"/>${flow('f1', 'start', 'weigh')}${flow('f2', 'weigh', 'end')}</process>`,
    ),
  );
/** Calls another process. */
export const caller = (key: string, called: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="start"/><callActivity id="call" calledElement="${called}"/><endEvent id="end"/>` +
      `${flow('f1', 'start', 'call')}${flow('f2', 'call', 'end')}</process>`,
  );
/** One task. */
export const plain = (key: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="start2"/>${task('inside')}<endEvent id="end2"/>` +
      `${flow('g1', 'start2', 'inside')}${flow('g2', 'inside', 'end2')}</process>`,
  );
/** Starts with its own message or signal. */
export const triggered = (key: string) =>
  documentOf(
    `<message id="m1" name="order-${key}"/><signal id="s1" name="bell-${key}"/><process id="${key}" isExecutable="true">` +
      `<startEvent id="m"><messageEventDefinition messageRef="m1"/></startEvent><startEvent id="s"><signalEventDefinition signalRef="s1"/></startEvent>` +
      `${task('inside')}<endEvent id="end"/>${flow('f1', 'm', 'inside')}${flow('f2', 's', 'inside')}${flow('f3', 'inside', 'end')}</process>`,
  );
/** Waits until `ready` is true. */
export const waitsForTruth = (key: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="start"/><intermediateCatchEvent id="wait"><conditionalEventDefinition>` +
      `<condition>=ready = true</condition></conditionalEventDefinition></intermediateCatchEvent><endEvent id="end"/>` +
      `${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'end')}</process>`,
  );
/** Begins every 0.3 seconds. */
export const ticking = (key: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="tick"><timerEventDefinition><timeCycle>R/PT0.3S</timeCycle></timerEventDefinition></startEvent>` +
      `<endEvent id="end"/>${flow('f1', 'tick', 'end')}</process>`,
  );
