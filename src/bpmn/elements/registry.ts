import type { ElementReader } from './element-reader.ts';
import { boundaryEvent, endEvent, intermediateCatchEvent, intermediateThrowEvent, startEvent } from './events.ts';
import { complexGateway, eventBasedGateway, exclusiveGateway, inclusiveGateway, parallelGateway } from './gateways.ts';
import { adHocSubProcess, callActivity, eventSubProcess, subProcess, transaction } from './sub-processes.ts';
import { businessRuleTask, manualTask, receiveTask, scriptTask, sendTask, serviceTask, task } from './tasks.ts';
import { userTask } from './user-task.ts';

/** Readers by tag. Other elements are rejected (docs/contributing/spec/validation.md#unknown-element). */
export const ELEMENT_READERS: ReadonlyMap<string, ElementReader> = new Map(
  [
    startEvent,
    endEvent,
    intermediateThrowEvent,
    intermediateCatchEvent,
    boundaryEvent,
    task,
    manualTask,
    scriptTask,
    userTask,
    serviceTask,
    sendTask,
    businessRuleTask,
    receiveTask,
    callActivity,
    subProcess,
    eventSubProcess,
    transaction,
    adHocSubProcess,
    exclusiveGateway,
    parallelGateway,
    inclusiveGateway,
    complexGateway,
    eventBasedGateway,
  ].map((reader) => [reader.tag, reader]),
);
