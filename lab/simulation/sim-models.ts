import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import type { Connection } from '../../src/db/connection.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import { findDefinition } from '../../src/store/definitions.ts';
import { ModelCache } from '../../src/worker/loading/model-cache.ts';
import { DEPLOYED_LATER, MODELS } from './models.ts';

/** Each key has one file for all versions. It is parsed once for all runs. */
const PARSED: ReadonlyMap<string, ProcessModel> = new Map([...MODELS, ...DEPLOYED_LATER].flatMap(modelsIn));

/** The models of one worker: each is looked up once, as in the product, and not parsed again. */
export class SimModels extends ModelCache {
  readonly #known = new Map<string, ProcessModel>();

  override async get(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const known = this.#known.get(definitionId);
    if (known !== undefined) return known;
    const row = await findDefinition(connection, definitionId);
    const model = row && PARSED.get(row.key);
    if (model === undefined) throw new Error(`definition '${definitionId}' is not stored`);
    this.#known.set(definitionId, model);
    return model;
  }
}

function modelsIn(bpmnXml: string): [string, ProcessModel][] {
  const parsed = parseDefinitions(bpmnXml);
  if (!parsed.ok) throw new Error(`a model of the simulation is refused: ${JSON.stringify(parsed.findings[0])}`);
  return parsed.processes.map(({ model }) => [model.key, model]);
}
