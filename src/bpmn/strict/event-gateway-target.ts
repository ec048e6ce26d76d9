import { gatewaysLeadToEvents } from '../validate/event-gateways.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** The targets of an event-based gateway are catching events and receive tasks. */
export const eventGatewayTarget: StandardRule = {
  name: 'event-gateway-target',
  clause: '10.6.6',
  check: eachProcess(gatewaysLeadToEvents),
  isAlwaysKept: true,
};
