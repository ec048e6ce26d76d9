import pg from 'pg';
import { newId } from '../../src/platform/ids.ts';

/** A command to be parked, as if a bug had stopped it. */
export interface LetterToPark {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** Puts a dead letter into a database. `at`: ISO text; absent: now. @returns its id */
export async function parkLetter(
  databaseUrl: string,
  command: LetterToPark,
  at?: string,
  error = 'Error: example\n    at x',
): Promise<string> {
  const id = (command['id'] as string | undefined) ?? newId();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `insert into dead_letter (command_id, command, error, at) values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`,
      [id, JSON.stringify({ ...command, id }), error, at ?? null],
    );
  } finally {
    await client.end();
  }
  return id;
}

/** A start that was parked. */
export function parkedStart(key: string): LetterToPark {
  return { kind: 'StartInstance', instanceId: newId(), key, variables: { amount: 12.5 }, businessId: null };
}
