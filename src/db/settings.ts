import type { Pool } from './pool.ts';

/** The value that all replicas share under this name; the first replica that asks makes it. */
export async function sharedSetting(pool: Pool, name: string, make: () => string): Promise<string> {
  await pool.query('insert into setting (name, value) values ($1, $2) on conflict (name) do nothing', [name, make()]);
  const found = await pool.query<{ value: string }>('select value from setting where name = $1', [name]);
  const value = found.rows[0]?.value;
  if (value === undefined) throw new Error(`the setting ${name} has vanished`);
  return value;
}

/** Whose tokens the API asks for. It outlives the API: while that is away, nobody can tell that it asks for none. */
const API_AUTHORITY = 'api-authority';

/** Notes what the API that starts asks for; undefined: it lets everybody do everything. */
export async function noteApiAuthority(pool: Pool, authority: string | undefined): Promise<void> {
  if (authority === undefined) {
    await pool.query('delete from setting where name = $1', [API_AUTHORITY]);
    return;
  }
  const note = 'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value';
  await pool.query(note, [API_AUTHORITY, authority]);
}

/** Whether the API that started last asks for tokens. */
export async function doesApiAskForTokens(pool: Pool): Promise<boolean> {
  const found = await pool.query('select from setting where name = $1', [API_AUTHORITY]);
  return found.rows.length > 0;
}
