import { seededRandom } from './random.ts';

/** Tables whose rows get their positions from a sequence. */
const NUMBERED = ['outbox', 'subscription', 'projection_todo'] as const;
type Numbered = (typeof NUMBERED)[number];

/** The position of the first row of a run, by table. */
export type FirstPositions = Readonly<Record<Numbered | 'feed', number>>;

/**
 * In three of four cases up to seven rows before a power of ten, where rows that are sorted by the text of their position come in another order; else 1, as in
 * a new database. The seed decides for each table.
 */
export function firstPositions(seed: number): FirstPositions {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const first = () => (random() < 0.75 ? 10 ** (1 + below(6)) - 1 - below(7) : 1);
  return { outbox: first(), subscription: first(), projection_todo: first(), feed: first() };
}

/** Statements after which the sequences of a database begin at these positions. */
export function setSequences(positions: FirstPositions): string {
  return NUMBERED.map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'position'), ${positions[table]}, false);`,
  ).join('\n');
}
