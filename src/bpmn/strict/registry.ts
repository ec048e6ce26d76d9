import { adHocBody } from './ad-hoc-body.ts';
import { associationEnds } from './association-ends.ts';
import { boundaryErrorInterrupts } from './boundary-error-interrupts.ts';
import { boundaryEventFlows } from './boundary-event-flows.ts';
import { boundaryHost } from './boundary-host.ts';
import { boundaryTrigger } from './boundary-trigger.ts';
import { cancelEndPlace } from './cancel-end-place.ts';
import { compensationAssociation } from './compensation-association.ts';
import { compensationBoundaryFlows } from './compensation-boundary-flows.ts';
import { compensationHandlerJoined } from './compensation-handler-joined.ts';
import { compensationHandlerMark } from './compensation-handler-mark.ts';
import { compensationHandlerSingle } from './compensation-handler-single.ts';
import { compensationSubProcessPlace } from './compensation-sub-process-place.ts';
import { compensationTarget } from './compensation-target.ts';
import { complexGatewayActivation } from './complex-gateway-activation.ts';
import { conditionAlternative } from './condition-alternative.ts';
import { conditionSource } from './condition-source.ts';
import { conditionWritten } from './condition-written.ts';
import { correlationKeyProperties } from './correlation-key-properties.ts';
import { correlationRetrieval } from './correlation-retrieval.ts';
import { dataAssociationEnds } from './data-association-ends.ts';
import { dataObjectKnown } from './data-object-known.ts';
import { dataStoreKnown } from './data-store-known.ts';
import { defaultFlowCondition } from './default-flow-condition.ts';
import { defaultFlowLeaves } from './default-flow-leaves.ts';
import { defaultFlowSource } from './default-flow-source.ts';
import { divergingConditions } from './diverging-conditions.ts';
import { endNeedsStart } from './end-needs-start.ts';
import { errorEndCode } from './error-end-code.ts';
import { escalationCode } from './escalation-code.ts';
import { eventDefinitionPlace } from './event-definition-place.ts';
import { eventGatewayConditions } from './event-gateway-conditions.ts';
import { eventGatewayFlows } from './event-gateway-flows.ts';
import { eventGatewayMessageKind } from './event-gateway-message-kind.ts';
import { eventGatewayTarget } from './event-gateway-target.ts';
import { eventGatewayTargetBoundary } from './event-gateway-target-boundary.ts';
import { eventGatewayTargetIncoming } from './event-gateway-target-incoming.ts';
import { eventGatewayType } from './event-gateway-type.ts';
import { eventReferenceKnown } from './event-reference-known.ts';
import { eventSubProcessStart } from './event-sub-process-start.ts';
import { flowDirections } from './flow-directions.ts';
import { gatewayDirection } from './gateway-direction.ts';
import { gatewayFlows } from './gateway-flows.ts';
import { idForm } from './id-form.ts';
import { inputOutputSets } from './input-output-sets.ts';
import { instantiatingReceiveTask } from './instantiating-receive-task.ts';
import { intermediateEventFlows } from './intermediate-event-flows.ts';
import { laneNodes } from './lane-nodes.ts';
import { linkPairs } from './link-pairs.ts';
import { listedFlows } from './listed-flows.ts';
import { loopComplete } from './loop-complete.ts';
import { messageEventOperation } from './message-event-operation.ts';
import { messageEventReference } from './message-event-reference.ts';
import { messageFlowEnds } from './message-flow-ends.ts';
import { messageFlowEvents } from './message-flow-events.ts';
import { messageFlowMessage } from './message-flow-message.ts';
import { messageFlowPools } from './message-flow-pools.ts';
import { messageItem } from './message-item.ts';
import { messageTaskReference } from './message-task-reference.ts';
import { multiInstanceBehavior } from './multi-instance-behavior.ts';
import { nodesFollowStart } from './nodes-follow-start.ts';
import { nodesLeadToEnd } from './nodes-lead-to-end.ts';
import { operationKnown } from './operation-known.ts';
import { operationMessage } from './operation-message.ts';
import { operationMessageKnown } from './operation-message-known.ts';
import { parallelGatewayConditions } from './parallel-gateway-conditions.ts';
import { parallelMultiple } from './parallel-multiple.ts';
import { participantMultiplicity } from './participant-multiplicity.ts';
import { participantProcess } from './participant-process.ts';
import { processType } from './process-type.ts';
import { resourceKnown } from './resource-known.ts';
import type { StandardRule } from './rule.ts';
import { scriptFormat } from './script-format.ts';
import { sequenceFlowEnds } from './sequence-flow-ends.ts';
import { serviceOperationReference } from './service-operation-reference.ts';
import { signalEventReference } from './signal-event-reference.ts';
import { singleNoneStart } from './single-none-start.ts';
import { startErrorInterrupts } from './start-error-interrupts.ts';
import { startEventTrigger } from './start-event-trigger.ts';
import { startNeedsEnd } from './start-needs-end.ts';
import { targetNamespace } from './target-namespace.ts';
import { timerForm } from './timer-form.ts';
import { tokenQuantities } from './token-quantities.ts';
import { uniqueIds } from './unique-ids.ts';

/** Constraints of the BPMN standard, by subject. To add one, add a file and a row here (docs/contributing/spec/validation.md#standard-rules). */
export const STANDARD_RULES: readonly StandardRule[] = [
  // file and references
  uniqueIds,
  idForm,
  targetNamespace,
  processType,
  associationEnds,
  messageItem,
  correlationKeyProperties,
  correlationRetrieval,
  resourceKnown,
  eventReferenceKnown,
  operationKnown,
  operationMessageKnown,
  // sequence flows
  sequenceFlowEnds,
  flowDirections,
  listedFlows,
  conditionSource,
  conditionAlternative,
  defaultFlowLeaves,
  defaultFlowSource,
  defaultFlowCondition,
  // gateways
  gatewayFlows,
  gatewayDirection,
  divergingConditions,
  parallelGatewayConditions,
  complexGatewayActivation,
  eventGatewayFlows,
  eventGatewayConditions,
  eventGatewayTarget,
  eventGatewayTargetIncoming,
  eventGatewayTargetBoundary,
  eventGatewayMessageKind,
  eventGatewayType,
  // events
  startNeedsEnd,
  endNeedsStart,
  nodesFollowStart,
  nodesLeadToEnd,
  startEventTrigger,
  singleNoneStart,
  startErrorInterrupts,
  intermediateEventFlows,
  boundaryHost,
  boundaryTrigger,
  boundaryEventFlows,
  boundaryErrorInterrupts,
  eventDefinitionPlace,
  parallelMultiple,
  timerForm,
  conditionWritten,
  errorEndCode,
  escalationCode,
  cancelEndPlace,
  linkPairs,
  // activities
  tokenQuantities,
  scriptFormat,
  operationMessage,
  instantiatingReceiveTask,
  loopComplete,
  multiInstanceBehavior,
  adHocBody,
  eventSubProcessStart,
  // compensation
  compensationHandlerSingle,
  compensationHandlerMark,
  compensationHandlerJoined,
  compensationAssociation,
  compensationBoundaryFlows,
  compensationTarget,
  compensationSubProcessPlace,
  // data
  dataAssociationEnds,
  dataObjectKnown,
  dataStoreKnown,
  inputOutputSets,
  // collaborations
  participantProcess,
  participantMultiplicity,
  laneNodes,
  messageFlowEnds,
  messageFlowEvents,
  messageFlowMessage,
  messageFlowPools,
];

/** Optional in the standard, but required by a separate setting (docs/contributing/spec/validation.md#required-references). */
export const REQUIRED_REFERENCES = {
  messageRef: [messageEventReference, messageTaskReference],
  signalRef: [signalEventReference],
  operationRef: [serviceOperationReference, messageEventOperation],
} satisfies Readonly<Record<string, readonly StandardRule[]>>;
