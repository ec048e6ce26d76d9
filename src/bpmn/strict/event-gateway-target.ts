import { gatewaysLeadToEvents } from '../validate/event-gateways.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** The targets of an event-based gateway are catching events and receive tasks. */
export const eventGatewayTarget: StandardRule = {
  name: 'event-gateway-target',
  clause: '10.6.6',
  check: eachProcess(gatewaysLeadToEvents),
  isAlwaysEnforced: true,
};
