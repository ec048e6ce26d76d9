import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';
import type { ServerAddress, ServerChoice } from '../platform/config/config-process.ts';

export type Ssl = false | ConnectionOptions;

/** Settings; absent: that of the URL. */
export interface ConnectionTarget {
  readonly ssl?: Ssl | undefined;
  readonly server?: ServerAddress;
}

/** Read only SQL transaction (PostgreSQL, appendix A). */
const READ_ONLY = '25006';
const READS_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readsOnly"`;

/** Rejects with a retryable error if the server does not have the role. */
export async function checkRole(client: pg.ClientBase, wants: ServerChoice['wants']): Promise<void> {
  const { rows } = await client.query<{ readsOnly: boolean }>(READS_ONLY);
  if (rows[0]?.readsOnly === (wants === 'standby')) return;
  const reason = wants === 'primary' ? 'the server takes no writes' : 'the server is a primary';
  throw Object.assign(new Error(reason), { code: READ_ONLY });
}

/** Finds the server with the required role among several. Probes all at the same time, because a server that hangs must not delay the others. */
export class Servers {
  readonly #choice: ServerChoice;
  readonly #probe: (server: ServerAddress) => Promise<Ssl | undefined>;
  readonly #open = new Map<pg.Client, ServerAddress>();
  #finding: Promise<ConnectionTarget> | undefined;

  /** @param probe resolves with the TLS mode; rejects if the server is not reachable or does not have the role */
  constructor(choice: ServerChoice, probe: (server: ServerAddress) => Promise<Ssl | undefined>) {
    this.#choice = choice;
    this.#probe = probe;
  }

  /** Returns the server that was found last, or searches. Rejects with AggregateError if no server has the role. */
  find(): Promise<ConnectionTarget> {
    this.#finding ??= this.#search();
    return this.#finding;
  }

  forget(): void {
    this.#finding = undefined;
  }

  /** Rejects if the server does not have the role. Closes the connection later, when the server reports that it has lost the role. */
  async keep(client: pg.Client, { server }: ConnectionTarget): Promise<void> {
    await checkRole(client, this.#choice.wants);
    if (server === undefined) return;
    this.#open.set(client, server);
    client.once('end', () => this.#open.delete(client));
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    const lose = () => {
      this.forget();
      cut(client);
    };
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => code === READ_ONLY && lose());
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Readonly<Record<string, string>>) => {
      const isReadOnly = parameterName === 'default_transaction_read_only' && parameterValue === 'on';
      const isPromoted = parameterName === 'in_hot_standby' && parameterValue === 'off';
      if (this.#choice.wants === 'primary' ? isReadOnly : isPromoted) lose();
    });
  }

  async #search(): Promise<ConnectionTarget> {
    const { servers } = this.#choice;
    try {
      const found = await Promise.any(servers.map(async (server) => ({ server, ssl: await this.#probe(server) })));
      // close the connections to other servers: a server that hangs does not close them
      for (const [client, server] of this.#open) if (server !== found.server) cut(client);
      return found;
    } catch (error) {
      this.forget();
      throw new AggregateError((error as AggregateError).errors, '');
    }
  }
}

/** Breaks a connection: its statements reject with a retryable error, and its pool replaces it. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
  connection.stream.destroy();
}
