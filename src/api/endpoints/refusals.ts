import type { DocumentedRefusal } from '../endpoint.ts';

/** Error answers of several endpoints for the OpenAPI document. http-errors.ts creates the answers with these texts. */
export const INSTANCE_NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: 'Instance <id> not found' };

export const WORKFLOW_INSTANCE_NOT_FOUND: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Workflow instance '<id>' not found.",
};

/** See docs/contributing/spec/http.md#waiting-requests. */
export const TOO_MANY_WAITS: readonly DocumentedRefusal[] = [
  {
    status: 429,
    shape: 'E',
    text: 'Too many requests of this client are waiting. At most <limit> may (Api:WaitsPerClient). Please retry later.',
  },
  { status: 429, shape: 'E', text: 'Too many requests are waiting. At most <limit> may (Api:MaxWaits). Please retry later.' },
];

export const INSTANCE_ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: 'The instance has ended.' };

export const VARIABLES_TOO_LARGE: readonly DocumentedRefusal[] = [
  {
    status: 409,
    shape: 'P',
    text: 'The variables of this request have more than <limit> characters of JSON, the limit of one write.',
  },
  {
    status: 409,
    shape: 'P',
    text: 'The variables of the instance would have more than <limit> characters of JSON, the limit of one instance.',
  },
];

/** Error answer to commands (docs/contributing/spec/suspension.md#what-waits). */
export const INSTANCE_SUSPENDED: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: "Workflow instance '<id>' is suspended. Resume it first.",
};

/** Error answer to start, disable and enable of an unknown process key. */
export const PROCESS_NOT_REGISTERED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Workflow with id '<key>' is not registered. Ensure the workflow is deployed before creating instances.",
};

/** Error answer to start and delete of an unknown version, and to the start of a deleted one. */
export const VERSION_NOT_REGISTERED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Version <n> of workflow '<key>' is not registered.",
};

export const WRONG_VALIDATION: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'Validation must be one of off, executable, strict.' },
  { status: 400, shape: 'E', text: 'RequiredReferences must be some of messageRef, signalRef, operationRef.' },
];

export const DECISION_NOT_DEPLOYED: DocumentedRefusal = { status: 404, shape: 'P', text: "Decision '<key>' is not deployed." };

export const DECISION_VERSION_NOT_DEPLOYED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Version <n> of decision '<key>' is not deployed.",
};

export const USER_TASK_NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: "User task '<id>' not found" };

/** Errors about the acting user (docs/contributing/spec/http/access.md#acting-user). */
export const ACTING_USER: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'UserId is required' },
  { status: 403, shape: 'E', text: 'Authenticated user has no user id claim' },
  { status: 403, shape: 'E', text: 'UserId does not match the authenticated user' },
];

export const INCIDENT_NOT_FOUND: DocumentedRefusal = {
  status: 404,
  shape: 'E',
  text: "Incident '<id>' not found. It may be resolved, or the id is wrong.",
};

export const DEAD_LETTER_NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Dead letter '<id>' not found." };

export const BATCH_NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Batch '<id>' not found." };

export const WEBHOOK_NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Webhook '<name>' not found." };
