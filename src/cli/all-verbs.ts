import { AUDIT } from './commands/audit.ts';
import { BATCH } from './commands/batch.ts';
import { DEAD_LETTERS } from './commands/dead-letters.ts';
import { DECISIONS } from './commands/decisions.ts';
import { DEFINITIONS } from './commands/definitions.ts';
import { FORK_VERBS } from './commands/forks.ts';
import { INCIDENT_VERBS } from './commands/incidents.ts';
import { INSTANCE_VERBS } from './commands/instance-declarations.ts';
import { MESSAGE_VERBS } from './commands/messages.ts';
import { PROFILE_VERB } from './commands/profiles.ts';
import { TASKS } from './commands/tasks.ts';
import { WEBHOOKS } from './commands/webhooks.ts';
import { WHY } from './commands/why.ts';
import { ARCHIVE, completionOf, DEPLOY, DEV, MCP, TEST, VALIDATE } from './program-declarations.ts';
import { SERVICE_VERBS } from './service-declarations.ts';
import type { VerbDeclaration } from './verb-declaration.ts';

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
