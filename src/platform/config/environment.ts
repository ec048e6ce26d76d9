/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; no other module reads it. Apart from the settings, so that the command line starts without them. */
export function processEnvironment(): Environment {
  return process.env;
}
