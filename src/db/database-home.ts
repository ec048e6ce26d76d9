import type { Pool } from './pool.ts';

/**
 * Identity of the database: system identifier of the server and OID of the database. A copy gets another identity, a promoted
 * standby keeps it. A disk copy has the same identity as its original.
 */
export async function readHome(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ oid: string }>('select oid::text from pg_database where datname = current_database()');
  return `${await serverNumber(pool)}/${rows[0]?.oid ?? ''}`;
}

/** Insufficient privilege, undefined function (PostgreSQL, appendix A). */
const NOT_ALLOWED = new Set(['42501', '42883']);

/** Some providers deny access to the system identifier; then the OID alone is used. */
async function serverNumber(pool: Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ number: string }>('select system_identifier::text as number from pg_control_system()');
    return rows[0]?.number ?? '';
  } catch (error) {
    if (NOT_ALLOWED.has((error as { code?: string }).code ?? '')) return '';
    throw error;
  }
}
