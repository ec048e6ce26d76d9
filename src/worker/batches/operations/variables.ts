import type { ItemOperation } from './item-operation.ts';

/** Edits variables of the root scope only: ids of inner scopes differ between instances. */
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
