import { draftPrefix } from '../../api/draft-owner.ts';
import { modelerTexts } from '../../texts/modeler.ts';

const prefix = () => draftPrefix('modeler-draft');
/** Maximum number of stored drafts. */
export const DRAFT_LIMIT = 20;

/** Source of a drawing. The draft id is built from it. */
export type DraftOrigin =
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'version'; readonly key: string; readonly version: number };

/** A drawing that is stored in this browser. */
export interface Draft {
  /** id of the origin, followed by a number if two tabs draw the same model */
  readonly id: string;
  readonly origin: DraftOrigin;
  readonly xml: string;
  /** neither deployed nor downloaded since its last change */
  readonly isUnsaved: boolean;
  /** Unit: ms since 1970. */
  readonly changedAt: number;
}

/**
 * Result of storing a draft. `isKept` false: not stored, because the browser has no space or no storage. `dropped`: drafts that were deleted
 * to get space, also if it was not stored.
 */
export interface Kept {
  readonly isKept: boolean;
  readonly id: string;
  /** `id` differs from that of the origin, because another tab has an unsaved draft of the same model */
  readonly isSecondDraft: boolean;
  readonly dropped: readonly Draft[];
}

/** The id of the draft of a model. */
export function draftIdOf(origin: DraftOrigin): string {
  if (origin.kind === 'version') return `version ${origin.key} ${origin.version}`;
  return origin.kind === 'file' ? `file ${origin.name}` : `new ${origin.key}`;
}

/** Title for users. */
export function titleOf(origin: DraftOrigin): string {
  if (origin.kind === 'version') return `${origin.key} v${origin.version}`;
  return origin.kind === 'file' ? origin.name : modelerTexts.newModel(origin.key);
}

/** Returns all drafts, newest first. Returns [] if the browser has no storage. */
export function listDrafts(): readonly Draft[] {
  try {
    const ids = Object.keys(localStorage).filter((name) => name.startsWith(prefix()));
    const drafts = ids.map((name) => readDraft(name.slice(prefix().length)));
    return drafts.filter((draft) => draft !== null).sort((one, other) => other.changedAt - one.changedAt);
  } catch {
    return []; // a browser without storage keeps nothing
  }
}

/** Returns the draft with this id. Returns null if it does not exist or is unreadable, or if the browser has no storage. */
export function readDraft(id: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(prefix() + id) ?? 'null') as Partial<Draft> | null;
    if (draft === null || typeof draft.xml !== 'string' || typeof draft.origin !== 'object') return null;
    return {
      id,
      origin: draft.origin,
      xml: draft.xml,
      isUnsaved: draft.isUnsaved === true,
      changedAt: Number(draft.changedAt) || 0,
    };
  } catch {
    return null;
  }
}

/**
 * Stores a drawing. If there are too many drafts or too little space, deletes others: saved ones first, each time the oldest.
 * @param seenAt last change of the draft that the caller knows; null: none. An unsaved draft that another tab has changed
 * stays, and this one is stored under another id.
 */
export function keepDraft(draft: Draft, seenAt: number | null): Kept {
  const id = freeId(draft.id, seenAt);
  const isSecondDraft = id !== draft.id;
  const dropped: Draft[] = [];
  for (;;) {
    const others = listDrafts().filter((other) => other.id !== id);
    if (others.length < DRAFT_LIMIT && store({ ...draft, id })) return { isKept: true, id, isSecondDraft, dropped };
    const last = others.findLast(({ isUnsaved }) => !isUnsaved) ?? others.at(-1);
    if (last === undefined) return { isKept: false, id, isSecondDraft, dropped };
    if (others.length < DRAFT_LIMIT && !wouldFit({ ...draft, id }, others)) return { isKept: false, id, isSecondDraft, dropped };
    forgetDraft(last.id);
    dropped.push(last);
  }
}

export function forgetDraft(id: string): void {
  try {
    localStorage.removeItem(prefix() + id);
  } catch {
    // a browser without storage has kept nothing
  }
}

function store({ id, ...rest }: Draft): boolean {
  try {
    localStorage.setItem(prefix() + id, JSON.stringify(rest));
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a draft fits if all others are deleted. If not, none is deleted. */
function wouldFit(draft: Draft, others: readonly Draft[]): boolean {
  const missing = draft.xml.length - (readDraft(draft.id)?.xml.length ?? 0);
  return others.reduce((sum, { xml }) => sum + xml.length, 0) >= missing;
}

function freeId(id: string, seenAt: number | null): string {
  let free = id;
  for (let next = 2; ; next += 1) {
    const there = readDraft(free);
    if (there === null || !there.isUnsaved || there.changedAt === seenAt) return free;
    free = `${id.replace(/ \(\d+\)$/, '')} (${next})`;
  }
}
