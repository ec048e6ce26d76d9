import { boundaryEvent } from './boundary-event.ts';
import type { ElementReader } from './element-reader.ts';
import { endEvent } from './end-event.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { inclusiveGateway } from './inclusive-gateway.ts';
import { manualTask } from './manual-task.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { scriptTask } from './script-task.ts';
import { startEvent } from './start-event.ts';
import { subProcess } from './sub-process.ts';
import { task } from './task.ts';
import { userTask } from './user-task.ts';

/** Every kind of flow node this release executes, by BPMN element name. Others are refused (CHK05). */
export const ELEMENT_READERS: ReadonlyMap<string, ElementReader> = new Map(
  [
    startEvent,
    endEvent,
    boundaryEvent,
    task,
    manualTask,
    scriptTask,
    userTask,
    subProcess,
    exclusiveGateway,
    parallelGateway,
    inclusiveGateway,
  ].map((reader) => [reader.tag, reader]),
);
