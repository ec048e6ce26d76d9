import type { SecretSource } from './secret-source.ts';

/** Variables of the environment as they were at start-up, by the names of their secrets. */
export function secretsFromEnvironment(variables: ReadonlyMap<string, string>): SecretSource {
  return { name: 'the environment', find: async (secret) => variables.get(secret) };
}
