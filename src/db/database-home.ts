import type { Pool } from './pool.ts';

/**
 * Which database this is, whatever its installation says: the server's own number and the database's number in it. A copy has another home than its
 * original; a standby that takes over has the same. A copy of a disk cannot be told from its original.
 */
export async function readHome(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ oid: string }>('select oid::text from pg_database where datname = current_database()');
  return `${await serverNumber(pool)}/${rows[0]?.oid ?? ''}`;
}

/** Insufficient privilege, undefined function (PostgreSQL, appendix A). */
const NOT_ALLOWED = new Set(['42501', '42883']);

/** Some providers let nobody ask; then the number of the database has to do. */
async function serverNumber(pool: Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ number: string }>('select system_identifier::text as number from pg_control_system()');
    return rows[0]?.number ?? '';
  } catch (error) {
    if (NOT_ALLOWED.has((error as { code?: string }).code ?? '')) return '';
    throw error;
  }
}
