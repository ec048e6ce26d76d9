import type { Parameter } from '../../plugin.ts';

/** Parameters of `rest-call` in the task type catalog. */
export const REST_CALL_PARAMETERS: readonly Parameter[] = [
  { name: 'url', type: 'String', required: true, displayName: 'URL', description: 'Absolute address, http or https' },
  {
    name: 'method',
    type: 'String',
    displayName: 'Method',
    description: 'GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS, any case',
    defaultValue: 'GET',
  },
  {
    name: 'headers',
    type: 'Map',
    itemType: 'String',
    displayName: 'Headers',
    description: 'Names and values; null values are skipped',
  },
  {
    name: 'body',
    type: 'MultilineString',
    displayName: 'Body',
    description: 'Sent as application/json unless a Content-Type header is given',
  },
  {
    name: 'successCodes',
    type: 'List',
    itemType: 'Integer',
    displayName: 'Success codes',
    description: 'Replaces 200 to 299 when not empty',
  },
  {
    name: 'timeoutSec',
    type: 'Integer',
    displayName: 'Timeout in seconds',
    description: '1 to 300, for the whole call with its redirects',
    defaultValue: '30',
  },
  {
    name: 'idempotencyKeyHeader',
    type: 'String',
    displayName: 'Idempotency header',
    description: 'Name of the header with the idempotency key; Idempotency-Key if empty',
  },
];
