import type { ItemOperation } from './item-operation.ts';

/** Of the instance itself: scopes inside of it are others in each instance. */
export const variables: ItemOperation<'EditVariables'> = {
  commandOf: (instanceId, { variables: written = {}, removed = [] }) => ({
    kind: 'EditVariables',
    instanceId,
    scope: null,
    variables: written,
    removed,
  }),
  skips: ['INSTANCE_ENDED'],
};
