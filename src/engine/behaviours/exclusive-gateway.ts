import type { Behaviour } from '../behaviour.ts';

/** No join, one pass per token (J1); policies/choose-flows takes exactly one flow (F2). */
export const exclusiveGateway: Behaviour<'exclusiveGateway'> = { type: 'exclusiveGateway', onActivated: () => 'leave' };
