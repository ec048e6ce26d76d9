import { draftPrefix } from '../../api/draft-owner.ts';
import { modelerTexts } from '../../texts/modeler.ts';

const prefix = () => draftPrefix('modeler-draft');
export const DRAFT_LIMIT = 20;

/** Source of a drawing; determines the draft id. */
export type DraftOrigin =
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'version'; readonly key: string; readonly version: number };

/** Stored in this browser. */
export interface Draft {
  /** id of the origin, with a number if two tabs draw the same model */
  readonly id: string;
  readonly origin: DraftOrigin;
  readonly xml: string;
  /** neither deployed nor downloaded since the last change */
  readonly isUnsaved: boolean;
  /** ms since 1970 */
  readonly changedAt: number;
}

/** `isKept` false: no space or no storage. `dropped`: deleted to get space, even if the draft was not stored. */
export interface Kept {
  readonly isKept: boolean;
  readonly id: string;
  /** another tab has an unsaved draft of the same model, so `id` differs from that of the origin */
  readonly isSecondDraft: boolean;
  readonly dropped: readonly Draft[];
}

export function draftIdOf(origin: DraftOrigin): string {
  if (origin.kind === 'version') return `version ${origin.key} ${origin.version}`;
  return origin.kind === 'file' ? `file ${origin.name}` : `new ${origin.key}`;
}

export function titleOf(origin: DraftOrigin): string {
  if (origin.kind === 'version') return `${origin.key} v${origin.version}`;
  return origin.kind === 'file' ? origin.name : modelerTexts.newModel(origin.key);
}

/** Newest first. [] without storage. */
export function listDrafts(): readonly Draft[] {
  try {
    const ids = Object.keys(localStorage).filter((name) => name.startsWith(prefix()));
    const drafts = ids.map((name) => readDraft(name.slice(prefix().length)));
    return drafts.filter((draft) => draft !== null).sort((one, other) => other.changedAt - one.changedAt);
  } catch {
    return []; // no storage: no drafts
  }
}

/** Null: unknown or unreadable, or no storage. */
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
 * Beyond the limit or the space, deletes others: saved ones first, each time the oldest.
 * @param seenAt last change that the caller knows; null: none. An unsaved draft that another tab has changed stays: this one gets another id.
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
    // without storage, nothing is stored
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

/** Whether deleting all others gives enough space. If not, none is deleted. */
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
