import type { Right } from '../platform/access-roles.ts';

/** Permission that an endpoint requires; `nothing`: the endpoint is anonymous. */
export type Permission = Right | 'nothing';
