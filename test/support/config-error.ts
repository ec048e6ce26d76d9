import { ConfigError, readConfig } from '../../src/platform/config/config.ts';

/** Why an environment is refused. `process`: whose settings are read. Throws when they are accepted. */
export function configErrorOf(env: Readonly<Record<string, string>>, process: 'all' | 'api' = 'all'): ConfigError {
  try {
    readConfig(env, process);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}
