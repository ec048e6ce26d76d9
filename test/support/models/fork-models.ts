import { documentOf, flow, script, sequence, task } from './models.ts';

/** A script that fails unless `ready` is set, and a task; before them a user task, or nothing. */
export function scriptAndTask(key: string, before: readonly string[]): string {
  return sequence(key, ...before, script('work', 'done = ready.by'), task('rest'));
}

/** A user task; next to it a process is called, and a message is waited for, whose key the variable `key` gives. */
export function callBesideMessage(key: string, called: string): string {
  const waits = '<fleans:subscription correlationKey="= key"/>';
  return documentOf(
    `<process id="${key}" isExecutable="true"><startEvent id="start"/><parallelGateway id="split"/><userTask id="ask"/>` +
      `<callActivity id="call" calledElement="${called}"/><intermediateCatchEvent id="paid"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>` +
      `<parallelGateway id="join"/><endEvent id="end"/>${flow('f0', 'start', 'split')}${flow('f1', 'split', 'call')}${flow('f2', 'split', 'paid')}` +
      `${flow('f6', 'split', 'ask')}${flow('f7', 'ask', 'join')}` +
      `${flow('f3', 'call', 'join')}${flow('f4', 'paid', 'join')}${flow('f5', 'join', 'end')}</process>` +
      `<message id="m" name="${key}-paid"><extensionElements>${waits}</extensionElements></message>`,
  );
}
