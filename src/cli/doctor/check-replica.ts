import { readHome } from '../../db/database-home.ts';
import { readInstallation } from '../../db/installation.ts';
import { openPool, type Pool } from '../../db/pool.ts';
import { SETTINGS } from '../../platform/config-table.ts';
import { errorMessage } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';
import { type DatabaseFacts, tlsFindings } from './check-database.ts';
import type { Lenient } from './diagnosis.ts';
import { type DoctorFinding, notice, wrong } from './finding.ts';

const TIMEOUT_MS = 5000;

/** The replica of DATABASE_REPLICA_URL: whether it answers, has the same database, follows it, and lets readers finish. Lists are read on the primary where it does not. */
export async function checkReplica(
  read: Lenient,
  facts: Pick<DatabaseFacts, 'installation' | 'home'>,
): Promise<readonly DoctorFinding[]> {
  const { databaseReplicaUrl } = SETTINGS;
  const url = read(databaseReplicaUrl);
  if (url === undefined) return [];
  const pool = openPool(url, { max: 1, applicationName: 'sluice doctor' });
  try {
    const findings = await withTimeout(checkServer(pool, facts), TIMEOUT_MS, 'the replica');
    return [...findings, ...tlsFindings(url, databaseReplicaUrl.key)];
  } catch (error) {
    const why = `The replica of ${databaseReplicaUrl.key} cannot be used: ${errorMessage(error)}`;
    return [wrong(`${why}. Until it can, lists are read on the primary.`)];
  } finally {
    await pool.end();
  }
}

async function checkServer(
  pool: Pool,
  { installation, home }: Pick<DatabaseFacts, 'installation' | 'home'>,
): Promise<readonly DoctorFinding[]> {
  const { rows } = await pool.query<{ follows: boolean; feedback: boolean }>(
    `select pg_is_in_recovery() as follows, current_setting('hot_standby_feedback')::bool as feedback`,
  );
  if (rows[0]?.follows !== true)
    return [wrong('The server of DATABASE_REPLICA_URL follows no primary: lists are read on the primary.')];
  const isOther = installation !== undefined && (await readInstallation(pool)) !== installation;
  if (isOther || (home !== undefined && (await readHome(pool)) !== home))
    return [wrong('DATABASE_REPLICA_URL names a replica of another database than DATABASE_URL: lists are read on the primary.')];
  if (rows[0].feedback) return [];
  return [
    notice(
      'The replica runs with hot_standby_feedback off: vacuum on the primary cancels reads there, which the primary repeats.',
    ),
  ];
}
