import { adHocSubProcess } from './ad-hoc-sub-process.ts';
import { boundaryEvent } from './boundary-event.ts';
import { businessRuleTask } from './business-rule-task.ts';
import { callActivity } from './call-activity.ts';
import { complexGateway } from './complex-gateway.ts';
import type { ElementReader } from './element-reader.ts';
import { endEvent } from './end-event.ts';
import { eventBasedGateway } from './event-based-gateway.ts';
import { eventSubProcess } from './event-sub-process.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { inclusiveGateway } from './inclusive-gateway.ts';
import { intermediateCatchEvent } from './intermediate-catch-event.ts';
import { intermediateThrowEvent } from './intermediate-throw-event.ts';
import { manualTask } from './manual-task.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { receiveTask } from './receive-task.ts';
import { scriptTask } from './script-task.ts';
import { sendTask } from './send-task.ts';
import { serviceTask } from './service-task.ts';
import { startEvent } from './start-event.ts';
import { subProcess } from './sub-process.ts';
import { task } from './task.ts';
import { transaction } from './transaction.ts';
import { userTask } from './user-task.ts';

/** Readers of all supported flow nodes by tag. Other elements are rejected (docs/contributing/spec/validation.md#unknown-element). */
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
