/**
 * How this release reads a file that is deployed to it; stored with each version, so that a later release goes on reading it like that
 * (docs/contributing/spec/validation.md#readings). It is raised when something that old files hold, and that was skipped before, comes to hold instances up.
 * 1: of releases that did not store it, up to 0.2. 2: listeners are executed. 3: decisions of other deploys are made.
 * 4: mappings, expressions, timers and decision tables follow the rules of the engine that the file was made for.
 */
export const READING = 4;

/** Of versions that were stored without one. */
export const FIRST_READING = 1;

/** The first one that executes listeners. */
export const READING_OF_LISTENERS = 2;

/** The first one that makes decisions of other deploys. */
export const READING_OF_BINDINGS = 3;

/** The first one that follows the rules of the engine that the file was made for. */
export const READING_OF_DIALECTS = 4;
