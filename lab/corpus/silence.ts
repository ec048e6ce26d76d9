import { parseDefinitions } from '../../src/bpmn/parse-definitions.ts';
import { BPMN } from '../../src/bpmn/xml/namespaces.ts';
import { hasNoMeaning } from './no-meaning.ts';
import { type SourceAttribute, type SourceTag, tagsOf, without } from './source-tags.ts';

/** Parts of a file that change nothing and cause no warning, with how often: `<element>/<part>`, attributes with @. */
export type Silences = ReadonlyMap<string, number>;

/** The meaning of a file, as two texts. */
interface Meaning {
  readonly models: string;
  readonly keys: ReadonlySet<string>;
  readonly warnings: string;
}

/** How often parts of one name are tried in all files of a corpus: each trial reads the whole file again. */
export class Trials {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  readonly #reported = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** A part of this name caused a warning, so the parts inside the next ones are covered too. */
  tell(name: string): void {
    this.#reported.add(name);
  }

  isReported(name: string): boolean {
    return this.#reported.has(name);
  }

  /** Whether there is a trial left for parts of this name; takes it. */
  take(name: string): boolean {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count < this.#most;
  }
}

/**
 * Parts of a file that the reader ignores without a warning. Each element and each attribute is removed in turn: if the models and the warnings stay the same, it
 * was ignored silently. Parts without meaning for execution, by the standard or by the dialect, are left out, and so is the content of
 * warned about as a whole.
 */
export function silencesIn(text: string, trials: Trials): Silences {
  const whole = meaningOf(text);
  const silences = new Map<string, number>();
  if (whole === undefined) return silences;
  const done = new Set<SourceTag>();

  function fateOf(name: string, part: SourceTag | SourceAttribute): 'heard' | 'reported' | 'silent' {
    if (!trials.take(name)) return trials.isReported(name) ? 'reported' : 'heard';
    const rest = meaningOf(without(text, part));
    if (rest === undefined || rest.models !== (whole as Meaning).models) return 'heard';
    if (rest.warnings !== (whole as Meaning).warnings || isReportedOnce(part)) {
      trials.tell(name);
      return 'reported';
    }
    silences.set(name, (silences.get(name) ?? 0) + 1);
    return 'silent';
  }

  /** Whether one warning is about all parts of this name at one place. */
  function isReportedOnce(part: SourceTag | SourceAttribute): boolean {
    if (!('parent' in part)) return false;
    const alike = part.parent?.children.filter(({ local, uri }) => local === part.local && uri === part.uri) ?? [];
    const rest = alike.length < 2 ? undefined : meaningOf(alike.reduce(without, text));
    return rest !== undefined && rest.warnings !== (whole as Meaning).warnings;
  }

  for (const tag of tagsOf(text)) {
    const isInside = tag.parent !== undefined && done.has(tag.parent);
    if (isInside || isSkipped(tag, whole) || hasNoMeaning(tag) || (!isRoom(tag) && fateOf(nameOf(tag), tag) !== 'heard')) {
      done.add(tag);
      continue;
    }
    for (const attribute of tag.attributes) {
      if (!hasNoMeaning(tag, attribute)) fateOf(`${shortName(tag)}/@${shortName(attribute)}`, attribute);
    }
  }
  return silences;
}

/** `undefined` for a file that is refused. */
function meaningOf(text: string): Meaning | undefined {
  const parsed = parseDefinitions(text);
  if (!parsed.ok) return undefined;
  const models = JSON.stringify(parsed.processes, (key, value) => {
    if (key === 'place') return undefined;
    return value instanceof Map ? [...value] : value;
  });
  const keys = new Set(parsed.processes.map(({ model }) => model.key));
  return { models, keys, warnings: JSON.stringify(parsed.warnings) };
}

const ROOMS: ReadonlySet<string> = new Set(['process', 'extensionElements', 'message', 'signal', 'error', 'escalation']);

/** Returns whether a process is not deployed, for which there is a warning. */
function isSkipped({ uri, local, attributes }: SourceTag, { keys }: Meaning): boolean {
  if (uri !== BPMN || local !== 'process') return false;
  return !attributes.some((one) => one.local === 'id' && keys.has(one.value.trim()));
}

/** Elements that only contain others, and declarations: each reference to them is tried itself. */
function isRoom({ uri, local, parent }: SourceTag): boolean {
  return parent === undefined || (uri === BPMN && ROOMS.has(local));
}

function nameOf(tag: SourceTag): string {
  const holder = tag.parent?.local === 'extensionElements' ? tag.parent.parent : tag.parent;
  return `${holder === undefined ? '' : shortName(holder)}/${shortName(tag)}`;
}

/** Matches the name of the tool in a namespace. */
const MAKERS = /camunda\.org\/schema\/(zeebe)|(camunda|operaton|flowable|activiti|fleans|drools)/;

function shortName({ uri, local }: Pick<SourceTag, 'uri' | 'local'>): string {
  if (uri === '' || uri === BPMN) return local;
  const maker = MAKERS.exec(uri);
  return `${maker?.[1] ?? maker?.[2] ?? uri}:${local}`;
}
