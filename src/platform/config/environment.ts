export type Environment = Readonly<Record<string, string | undefined>>;

/** No other module reads `process.env`. This module does not import the settings, so that the command line starts fast. */
export function processEnvironment(): Environment {
  return process.env;
}
