import { readDeployedText } from '../../queries/definitions.ts';
import { readDefinitionId } from '../../queries/operator/workflows.ts';
import type { UiPorts } from './ports.ts';

type Names = Readonly<Record<string, string>>;
export type ReadNames = (key: string, version: number | undefined) => Promise<Names>;

/** Versions whose names stay in memory. The oldest is removed first. */
const MOST_KEPT = 200;

/** Names of elements by id. A version never changes, so its model is read once. */
export function elementNames({ db, reader }: Pick<UiPorts, 'db' | 'reader'>): ReadNames {
  const kept = new Map<string, Names>();
  return async (key, version) => {
    const definitionId = await readDefinitionId(db, key, version);
    if (definitionId === undefined) return {};
    const known = kept.get(definitionId);
    if (known !== undefined) return known;
    const names = await namesOf({ db, reader }, definitionId);
    if (names === undefined) return {};
    kept.set(definitionId, names);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return names;
  };
}

/** Undefined: the model cannot be read now. */
async function namesOf({ db, reader }: Pick<UiPorts, 'db' | 'reader'>, definitionId: string): Promise<Names | undefined> {
  const file = await readDeployedText(db, definitionId);
  if (file === undefined || !reader.hasPlaceFor(file.bpmnXml.length)) return undefined;
  const found = await reader.readModel(file.bpmnXml, file.key, file.scripts).catch(() => undefined);
  if (found === undefined) return undefined;
  const named = [...found.model.elements].map(([id, { name }]) => [id, name] as const);
  const all = [[file.key, found.model.name] as const, ...named];
  return Object.fromEntries(all.filter((entry): entry is readonly [string, string] => (entry[1] ?? '') !== ''));
}
