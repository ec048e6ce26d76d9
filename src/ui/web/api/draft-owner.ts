import type { SignedInUser } from '../../wire/session.ts';

const KINDS = ['modeler-draft', 'decision-draft'] as const;
const TASK_DRAFT = /^task-draft:\S+ /;

/** null: sign-in is off */
let owner: string | null = null;

/** Prefix of names in the storage of the browser. Without sign-in, all users of the browser share drafts. */
export function draftPrefix(kind: (typeof KINDS)[number]): string {
  return owner === null ? `${kind}:` : `${kind}@${encodeURIComponent(owner)}:`;
}

/** Null: sign-in is off. Drafts without user, from earlier releases or without sign-in, become drafts of this user. */
export function setDraftOwner(user: SignedInUser | null): void {
  owner = user === null ? null : (user.userId ?? user.name);
  if (owner === null) return;
  for (const kind of KINDS) {
    for (const name of storedNames().filter((stored) => stored.startsWith(`${kind}:`))) {
      rename(name, draftPrefix(kind) + name.slice(kind.length + 1));
    }
  }
}

/** A shared browser must not keep them. */
export function dropDraftsOfOthers(): void {
  const isOther = (name: string) => {
    const kind = KINDS.find((one) => name.startsWith(`${one}@`));
    if (kind !== undefined) return !name.startsWith(draftPrefix(kind));
    return TASK_DRAFT.test(name) && name.replace(TASK_DRAFT, '') !== owner;
  };
  for (const name of storedNames().filter(isOther)) localStorage.removeItem(name);
}

function rename(name: string, next: string): void {
  const text = localStorage.getItem(name) ?? '';
  localStorage.removeItem(name);
  try {
    localStorage.setItem(next, text);
  } catch {
    localStorage.setItem(name, text); // no room for the longer name
  }
}

function storedNames(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // a browser without storage
  }
}
