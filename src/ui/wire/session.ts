import type { Right } from '../../platform/access-roles.ts';

/** GET /ui/api/session: facts that the browser needs first. */
export interface SessionView {
  /** sent back as header `X-CSRF-Token` with every POST (docs/contributing/spec/http/access.md#antiforgery); empty if the pages are read-only */
  readonly csrfToken: string;
  /** whether people sign in here (docs/contributing/spec/http/access.md#when-it-is-on) */
  readonly hasAuthentication: boolean;
  /** text why the pages are read-only; null: they are not */
  readonly readOnly: string | null;
  /** the signed-in user; null: sign-in is off */
  readonly user: SignedInUser | null;
  /** permissions of the user; null: access roles are off, so the user has all */
  readonly rights: RightsView | null;
  /** whether edits of variables need a reason */
  readonly requiresReason: boolean;
  /** of the running code */
  readonly version: string;
  /** address of the REST API for this browser, for commands to copy; null: unknown */
  readonly apiUrl: string | null;
}

/** Patterns of process keys for which the user has each permission; empty: the user does not have it (docs/contributing/spec/roles.md). */
export type RightsView = Readonly<Record<Right, readonly string[]>>;

/** User of a session (docs/contributing/spec/http/access.md#shown-name). */
export interface SignedInUser {
  /** claim `preferred_username`, else `name`, else `sub` */
  readonly name: string;
  /** acting user of claim and complete; null: the configured claim is missing in the token */
  readonly userId: string | null;
  readonly groups: readonly string[];
}
