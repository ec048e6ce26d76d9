import type { Behaviour } from '../behaviour.ts';
import type { ElementType } from '../model.ts';
import { boundaryEvent } from './boundary-event.ts';
import { endEvent } from './end-event.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { inclusiveGateway } from './inclusive-gateway.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { manualTask, task } from './plain-task.ts';
import { scriptTask } from './script-task.ts';
import { startEvent } from './start-event.ts';
import { subProcess } from './sub-process.ts';
import { userTask } from './user-task.ts';

/** Every element kind and its behaviour; a kind without one does not compile. */
const BEHAVIOURS: { readonly [T in ElementType]: Behaviour<T> } = {
  boundaryEvent,
  endEvent,
  exclusiveGateway,
  inclusiveGateway,
  manualTask,
  parallelGateway,
  scriptTask,
  startEvent,
  subProcess,
  task,
  userTask,
};

/** The behaviour of an element kind. */
export function behaviourOf<T extends ElementType>(type: T): Behaviour<T> {
  return BEHAVIOURS[type];
}
