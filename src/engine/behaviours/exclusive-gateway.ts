import type { Behaviour } from '../behaviour.ts';

/** No join, one pass per token; policies/choose-flows takes exactly one flow (docs/spec/gateways.md#no-join). */
export const exclusiveGateway: Behaviour<'exclusiveGateway'> = { type: 'exclusiveGateway', onActivated: () => 'leave' };
