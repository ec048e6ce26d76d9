import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../platform/config/config.ts';

/** The account that runs the server; undefined means the account of this program. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root. It then runs as `postgres` if that account exists, else as `nobody`. Creates no account. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new ConfigError(
    'DATABASE_URL',
    'is absent, and the embedded database needs an account postgres or nobody when started by root',
  );
}
