import type { Behaviour } from '../behaviour.ts';

/** Completes at once; policies/leave makes its targets one race (docs/spec/gateways.md#race). */
export const eventBasedGateway: Behaviour<'eventBasedGateway'> = { type: 'eventBasedGateway', onActivated: () => 'leave' };
