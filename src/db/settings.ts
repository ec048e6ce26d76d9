import type { Pool } from './pool.ts';

/** Reads a value that all replicas share. If it is not stored, stores the result of `make`; of concurrent replicas, the first one stores it. */
export async function sharedSetting(pool: Pool, name: string, make: () => string): Promise<string> {
  await pool.query('insert into setting (name, value) values ($1, $2) on conflict (name) do nothing', [name, make()]);
  const found = await pool.query<{ value: string }>('select value from setting where name = $1', [name]);
  const value = found.rows[0]?.value;
  if (value === undefined) throw new Error(`the setting ${name} has vanished`);
  return value;
}

/** Issuer of the tokens that the API requires. Stored, because pages also need it while the API is stopped. */
const API_AUTHORITY = 'api-authority';
/** Stored only if the API also requires access roles. */
const API_ROLES = 'api-asks-for-roles';

/** Called by the starting API. `authority` undefined: it requires no tokens. */
export async function storeApiAuthority(pool: Pool, authority: string | undefined, requiresRoles: boolean): Promise<void> {
  await storeSetting(pool, API_AUTHORITY, authority);
  await storeSetting(pool, API_ROLES, requiresRoles ? 'true' : undefined);
}

const API_URL = 'api-url';

/** `host`: name of the machine. */
export interface ApiLocation {
  readonly url: string;
  readonly host: string;
}

/** Location of the starting API, for web UI replicas in other processes. */
export async function storeApiLocation(pool: Pool, place: ApiLocation): Promise<void> {
  await storeSetting(pool, API_URL, JSON.stringify(place));
}

/** Reads the location of the API that started last. */
export async function readApiLocation(pool: Pool): Promise<ApiLocation | undefined> {
  const found = await pool.query<{ value: string }>('select value from setting where name = $1', [API_URL]);
  const value = found.rows[0]?.value;
  return value === undefined ? undefined : (JSON.parse(value) as ApiLocation);
}

/** Stores a value shared by all replicas; undefined: removes it. */
export async function storeSetting(pool: Pool, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) await pool.query('delete from setting where name = $1', [name]);
  else {
    const text = 'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value';
    await pool.query(text, [name, value]);
  }
}

/** Refers to the API that started last. */
export async function doesApiRequireTokens(pool: Pool): Promise<boolean> {
  return isStored(pool, API_AUTHORITY);
}

/** Refers to the API that started last (docs/contributing/spec/roles.md#pages-without-rules). */
export async function doesApiRequireRoles(pool: Pool): Promise<boolean> {
  return isStored(pool, API_ROLES);
}

async function isStored(pool: Pool, name: string): Promise<boolean> {
  const found = await pool.query('select from setting where name = $1', [name]);
  return found.rows.length > 0;
}
