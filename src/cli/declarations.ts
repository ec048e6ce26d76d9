import { ARCHIVE } from './archive/declaration.ts';
import { AUDIT } from './audit/declaration.ts';
import { BATCH } from './batch/declaration.ts';
import { completionOf } from './completion/declaration.ts';
import { DEAD_LETTERS } from './dead-letters/declaration.ts';
import { DECISIONS } from './decisions/declaration.ts';
import type { VerbDeclaration } from './declaration.ts';
import { DEFINITIONS } from './definitions/declaration.ts';
import { DEPLOY } from './deploy/declaration.ts';
import { DEV } from './dev/declaration.ts';
import { FORK_VERBS } from './forks/declaration.ts';
import { INCIDENT_VERBS } from './incidents/declaration.ts';
import { INSTANCE_VERBS } from './instances/declarations.ts';
import { MCP } from './mcp/declaration.ts';
import { MESSAGE_VERBS } from './messages/declaration.ts';
import { PROFILE_VERB } from './profiles/declaration.ts';
import { SERVICE_VERBS } from './service-declarations.ts';
import { TASKS } from './tasks/declaration.ts';
import { TEST } from './test/declaration.ts';
import { VALIDATE } from './validate/declaration.ts';
import { WEBHOOKS } from './webhooks/declaration.ts';
import { WHY } from './why/declaration.ts';

const ALL: readonly VerbDeclaration[] = [
  ...SERVICE_VERBS,
  VALIDATE,
  DEPLOY,
  TEST,
  DEV,
  DEFINITIONS,
  DECISIONS,
  ...INSTANCE_VERBS,
  WHY,
  TASKS,
  ...MESSAGE_VERBS,
  MCP,
  ...INCIDENT_VERBS,
  DEAD_LETTERS,
  ...FORK_VERBS,
  BATCH,
  WEBHOOKS,
  ARCHIVE,
  AUDIT,
  PROFILE_VERB,
  completionOf(() => VERBS),
];

/** The verbs of `sluice`; the scripts of package.json and the compose file use these names. */
export const VERBS: Readonly<Record<string, VerbDeclaration>> = Object.fromEntries(ALL.map((verb) => [verb.name, verb]));
