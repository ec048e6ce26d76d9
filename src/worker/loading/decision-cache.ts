import { LRUCache } from 'lru-cache';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import type { Connection } from '../../db/connection.ts';
import type { DecisionModel } from '../../engine/model.ts';
import { type DecisionCall, findDecisionFiles, resolveDecision } from '../../store/decisions.ts';
import type { DecisionVersion } from '../unit-of-work/loaded-rows.ts';
import { awake } from './awake.ts';

/** Decisions kept per worker. Unit: characters, as the reader counts them. */
const MAX_KEPT = 8_388_608;

/** Versions of decisions by their files; a version never changes, so neither does what is read from it. */
export class DecisionCache {
  readonly #reader: ModelReader;
  readonly #kept = new LRUCache<string, Readonly<Record<string, DecisionModel>>>({ maxSize: MAX_KEPT });

  constructor(reader: ModelReader) {
    this.#reader = reader;
  }

  /** The version that a call means, with all that the decision requires; undefined: there is none. */
  async get(connection: Connection, call: DecisionCall): Promise<DecisionVersion | undefined> {
    const found = await resolveDecision(connection, call);
    if (found === undefined) return undefined;
    const { key, version, fileId } = found;
    const id = `${fileId} ${key}`;
    const known = this.#kept.get(id);
    if (known !== undefined) return { key, version, decisions: known };
    const files = await findDecisionFiles(connection, fileId);
    const { decisions, size } = await awake(connection, this.#reader.readDecision(files, key));
    if (decisions[key] === undefined) throw new Error(`version ${version} of decision '${key}' cannot be read any more`);
    this.#kept.set(id, decisions, { size: Math.min(size, MAX_KEPT) });
    return { key, version, decisions };
  }
}
