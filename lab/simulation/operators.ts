import type { BatchOperation, BatchParameters, BatchSelection } from '../../src/messages/batches.ts';
import type { CommandBody, Reply } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import { REPAIRED, STARTED_KEYS } from './models.ts';
import type { SeenTables } from './shards.ts';
import type { SimProcess, World } from './world.ts';

/** Sends one command until it is answered, or for a while. */
type Do = (body: CommandBody | (() => CommandBody), isKeyed?: boolean) => Promise<Reply | undefined>;

/** Cancelling is last: it leaves little for the others. */
const OPERATIONS = [
  'variables',
  'suspend',
  'resume',
  'modify',
  'migrate',
  'delete',
  'cancel',
] as const satisfies BatchOperation[];
/** Items per second; the pace of each is a whole number of milliseconds. */
const PACES = [2, 4, 50] as const;
const MOST_ITEMS = 8;
const LONGEST_PAUSE_MS = 600;
/** When workers have just looked for something to do. */
const SOON_MS = 260;
const POLL_MS = 50;
/** Instances to erase. */
export const BUSINESS_IDS = ['customer 1', 'customer 2'] as const;

/** Operations on many instances, and deletions. */
export class Operators {
  readonly #world: World;
  readonly #tables: SeenTables;
  readonly #process: SimProcess;
  readonly #do: Do;

  constructor(world: World, tables: SeenTables, process: SimProcess, doIt: Do) {
    this.#world = world;
    this.#tables = tables;
    this.#process = process;
    this.#do = doIt;
  }

  /** Creates a batch, and may pause or stop it. Uses a key, because a batch of a client without an answer would not be controlled. */
  async makeBatch(): Promise<void> {
    const world = this.#world;
    const operation = world.pick(OPERATIONS);
    const what = { operation, parameters: this.#parametersOf(operation), selection: this.#selection() };
    const how = { rate: world.chance(0.5) ? world.pick(PACES) : null, isDryRun: world.chance(0.1) };
    const reply = await this.#do(() => ({ kind: 'CreateBatch', batchId: newId(), ...what, ...how }), true);
    if (reply?.ok !== true || !('batchId' in reply.result) || reply.result.batchId === null || world.chance(0.6)) return;
    const { batchId } = reply.result;
    await world.pause(this.#process, world.random() * (world.chance(0.6) ? SOON_MS : LONGEST_PAUSE_MS));
    if (world.chance(0.4)) {
      await this.#do({ kind: 'SteerBatch', batchId, act: 'pause' }, true);
      await world.pause(this.#process, world.random() * LONGEST_PAUSE_MS);
    }
    await this.#do({ kind: 'SteerBatch', batchId, act: world.chance(0.5) ? 'stop' : 'resume' }, true);
  }

  /** Whether there is something to make a batch of. */
  get isNeeded(): boolean {
    return this.#tables.instance.committed.length > 1;
  }

  #selection(): BatchSelection {
    const world = this.#world;
    const instances = this.#tables.instance.committed;
    if (world.chance(0.3)) return { filters: `ProcessDefinitionKey==${world.pick(STARTED_KEYS)}` };
    const ids = Array.from({ length: 1 + world.below(MOST_ITEMS) }, () => world.pick(instances).id);
    return { ids: world.chance(0.2) ? [...ids, newId()] : ids };
  }

  #parametersOf(operation: (typeof OPERATIONS)[number]): BatchParameters {
    const world = this.#world;
    if (operation === 'variables') return { variables: { n: 9 }, removed: ['by'] };
    if (operation === 'suspend') return { calledInstances: world.chance(0.5) };
    if (operation === 'cancel') return { reason: 'all of them' };
    if (operation === 'modify') {
      const [element, other] = [world.pick(REPAIRED), world.pick(REPAIRED)];
      const start = { kind: 'startBefore', element: other, scope: null } as const;
      return { instructions: world.chance(0.5) ? [{ kind: 'cancelElement', element }, start] : [start] };
    }
    if (operation !== 'migrate') return {};
    const { definition_id: definitionId } = world.pick(this.#tables.definition.committed);
    return { definitionId, plan: { pairs: [], timers: 'keep', subscriptions: 'keep' } };
  }

  /** Deletes an instance, perhaps one that it has just cancelled: what that has called may still run, and then it is refused. */
  async remove(): Promise<void> {
    const world = this.#world;
    const all = this.#tables.instance.committed;
    const ended = all.filter(({ is_terminal }) => is_terminal);
    const among = ended.length > 0 && world.chance(0.6) ? ended : all;
    if (among.length === 0) return;
    const { id: instanceId, is_terminal: isOver } = world.pick(among);
    if (!isOver && world.chance(0.7)) await this.#do({ kind: 'CancelInstance', instanceId, reason: 'no longer wanted' });
    await this.#do({ kind: 'DeleteInstance', instanceId });
  }

  /** Erases the data of a person, again if it was not complete. */
  async erase(): Promise<void> {
    const world = this.#world;
    const businessId = world.pick(BUSINESS_IDS);
    const cancelsRunning = world.chance(0.7);
    for (let times = 0; times < 2; times += 1) {
      const reply = await this.#do({ kind: 'EraseInstances', businessId, cancelsRunning });
      if (reply?.ok !== true || !('isComplete' in reply.result) || reply.result.isComplete) return;
      await world.pause(this.#process, POLL_MS);
    }
  }

  /** Resumes paused batches, and waits until every batch has ended. */
  async endBatches(): Promise<void> {
    const open = () => this.#tables.batch.committed.filter(({ ended_at }) => ended_at === null);
    for (const { id: batchId, state } of open())
      if (state === 'Paused') await this.#do({ kind: 'SteerBatch', batchId, act: 'resume' }, true);
    while (open().length > 0) await this.#world.pause(this.#process, POLL_MS);
  }
}
