import { diagnosticOf, parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import { answersFor } from './answers.ts';
import { type Played, play } from './player.ts';

/** Result of one process of a file. */
interface ProcessResult extends Pick<Played, 'outcome' | 'why'> {
  readonly key: string;
}

/** Result of one file. `no model`: it is not readable XML, or has no process. */
export type FileResult =
  | { readonly kind: 'no model' | 'refused'; readonly why: string }
  | { readonly kind: 'accepted'; readonly processes: readonly ProcessResult[] };

/** Rejections of files without executable content, and of files that are not readable XML. */
const NO_MODEL =
  /^(?:no process element|root element must|no root element|the XML|.*(?:tag|entity|attribute|character|markup|declaration))/i;

/** The best an instance can come to, first. */
const OUTCOMES: readonly Played['outcome'][] = ['completed', 'cancelled', 'failed', 'stuck', 'endless', 'not started'];

/** Deploys a file and plays each of its processes. */
export function measure(text: string): FileResult {
  const parsed = parseDefinitions(text);
  if (!parsed.ok) {
    const why = parsed.findings.map(diagnosticOf)[0] ?? '';
    return { kind: NO_MODEL.test(why) ? 'no model' : 'refused', why };
  }
  const models = new Map(parsed.processes.map(({ model }) => [model.key, model] as const));
  return { kind: 'accepted', processes: [...models.keys()].map((key) => ({ key, ...bestOf(models, key) })) };
}

/** A model that can complete with one set of answers can complete. */
function bestOf(models: ReadonlyMap<string, ProcessModel>, key: string): Pick<Played, 'outcome' | 'why'> {
  let best: Played | undefined;
  for (const answers of answersFor(models.values())) {
    const played = play(models, key, { answers });
    if (best === undefined || OUTCOMES.indexOf(played.outcome) < OUTCOMES.indexOf(best.outcome)) best = played;
    if (best.outcome === 'completed') break;
  }
  return { outcome: best?.outcome ?? 'not started', why: best?.why ?? '' };
}
