/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment of this process. No other module reads it. This module does not import the settings, so that the command line starts fast. */
export function processEnvironment(): Environment {
  return process.env;
}
