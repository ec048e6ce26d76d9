import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually.ts';
import type { Disks } from './disks.ts';
import { PostgresServer } from './postgres-server.ts';
import { openWire, type Wire } from './wire.ts';

/** A Postgres with a synchronous standby, behind a wire that leads to whichever is the primary. */
export class PostgresPair {
  readonly wire: Wire;
  readonly #disks: Disks;
  #primary: PostgresServer;
  #standby: PostgresServer | undefined;
  /** where the present primary is; the other place is for its standby */
  #place = 0;
  #adding: Promise<void> = Promise.resolve();

  private constructor(primary: PostgresServer, wire: Wire, disks: Disks) {
    this.#primary = primary;
    this.wire = wire;
    this.#disks = disks;
  }

  static async open(disks: Disks): Promise<PostgresPair> {
    const primary = await PostgresServer.create(disks.folders[0]);
    const pair = new PostgresPair(primary, await openWire(primary.port), disks);
    await pair.#addStandby();
    return pair;
  }

  /** through the wire */
  get url(): string {
    return this.#primary.urlOf(this.wire.port);
  }

  /** past the wire */
  get directUrl(): string {
    return this.#primary.url;
  }

  /** Whether a failover loses nothing: the standby has everything that is acknowledged. */
  async canFailOver(): Promise<boolean> {
    return this.#standby !== undefined && (await this.#primary.isInStep().catch(() => false));
  }

  async crash(): Promise<void> {
    await this.#primary.kill();
    await this.#primary.bringBack();
  }

  /** The primary dies permanently, and the standby replaces it. Creates a new standby at the same time. */
  async failOver(): Promise<void> {
    const next = this.#standby;
    if (next === undefined) throw new Error('there is no standby');
    this.#standby = undefined;
    await this.#primary.kill();
    this.wire.leadTo(undefined);
    this.wire.cut();
    await next.promote();
    this.#primary = next;
    this.#place = 1 - this.#place;
    this.wire.leadTo(next.port);
    this.#adding = this.#addStandby();
  }

  /** The disk of the primary is full for some time. A server that ends because of it is started again. */
  async fillDisk(forMs: number): Promise<void> {
    await this.#disks.fill(this.#place, forMs);
    await this.#primary.bringBack();
  }

  /** Resolves when there is a standby again that has everything. */
  async whole(): Promise<void> {
    await this.#adding;
    await eventually('the standby is in step', () => this.canFailOver(), { withinMs: 60_000, everyMs: 100 });
  }

  async stop(): Promise<void> {
    await this.#adding.catch(() => {});
    await this.#standby?.stop();
    await this.#primary.stop();
    await this.wire.close();
  }

  async #addStandby(): Promise<void> {
    const primary = this.#primary;
    const add = async () => {
      await primary.waitForStandby(false);
      this.#standby = await primary.addStandby(join(this.#disks.folders[1 - this.#place] as string));
      await primary.waitForStandby(true);
      return true;
    };
    await eventually('there is a standby', add, { withinMs: 120_000, everyMs: 1000 });
    await eventually('the standby is in step', () => primary.isInStep(), { withinMs: 60_000, everyMs: 100 });
  }
}
