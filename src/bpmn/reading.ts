/**
 * Current reading (compatibility level) of deployed files. Stored with each version, so that later releases keep reading it the same way
 * (docs/contributing/spec/validation.md#readings). Increase it if previously ignored content of old files would change or block their
 * execution.
 * 1: releases up to 0.2, which did not store it. 2: listeners run. 3: decisions of other deployments are called. 4: mappings, expressions,
 * timers and decision tables follow the rules of the target platform. 5: so do uncaught errors, receivers of a message, local variables,
 * parallel paths of jBPM and end listeners of an interruption.
 */
export const READING = 5;

/** Reading of versions stored without one. */
export const FIRST_READING = 1;

/** First reading that runs listeners. */
export const READING_OF_LISTENERS = 2;

/** First reading that calls decisions of other deployments. */
export const READING_OF_BINDINGS = 3;

/** First reading that follows the rules of the target platform. */
export const READING_OF_DIALECTS = 4;

/** First reading that follows its rules for errors, messages, scopes and interruptions too. */
export const READING_OF_SCOPES = 5;

/** Files deployed with a BPMN file, by name: scripts, decisions and forms. */
export type ScriptResources = Readonly<Record<string, string>>;
