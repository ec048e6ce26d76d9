/**
 * Compatibility level of deployed files, stored with each version so that later releases read it the same way
 * (docs/contributing/spec/validation.md#readings). Increase it if previously ignored content of old files would change or block their execution. 1:
 * releases up to 0.2, which did not store it. 2: listeners run. 3: decisions of other deployments are called. 4: mappings, expressions, timers and
 * decision tables follow the target platform. 5: so do uncaught errors, receivers of a message, local variables, parallel paths of jBPM and end
 * listeners of an interruption.
 */
export const READING = 5;

/** Versions stored without one. */
export const FIRST_READING = 1;

export const READING_OF_LISTENERS = 2;

export const READING_OF_BINDINGS = 3;

export const READING_OF_DIALECTS = 4;

export const READING_OF_SCOPES = 5;

/** Deployed with a BPMN file, by name: scripts, decisions and forms. */
export type ScriptResources = Readonly<Record<string, string>>;
