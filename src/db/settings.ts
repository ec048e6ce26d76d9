import type { Pool } from './pool.ts';

/** The value that all replicas share under this name; the first replica that asks makes it. */
export async function sharedSetting(pool: Pool, name: string, make: () => string): Promise<string> {
  await pool.query('insert into setting (name, value) values ($1, $2) on conflict (name) do nothing', [name, make()]);
  const found = await pool.query<{ value: string }>('select value from setting where name = $1', [name]);
  const value = found.rows[0]?.value;
  if (value === undefined) throw new Error(`the setting ${name} has vanished`);
  return value;
}
