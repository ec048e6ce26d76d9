import type { Right } from '../../platform/access-roles.ts';

/** GET /ui/api/session. */
export interface SessionView {
  /** header `X-CSRF-Token` of every POST (docs/contributing/spec/http/access.md#antiforgery); empty: read-only */
  readonly csrfToken: string;
  /** sign-in is on (docs/contributing/spec/http/access.md#when-it-is-on) */
  readonly hasAuthentication: boolean;
  /** reason for users; null: not read-only */
  readonly readOnly: string | null;
  /** null: sign-in is off */
  readonly user: SignedInUser | null;
  /** null: access roles are off, so the user has all permissions */
  readonly rights: RightsView | null;
  /** whether repairs need a reason */
  readonly requiresReason: boolean;
  /** version of the running code */
  readonly version: string;
  /** address of the REST API for this browser, for commands to copy; null: unknown */
  readonly apiUrl: string | null;
}

/** Patterns of process keys by permission; empty: not permitted (docs/contributing/spec/roles.md). */
export type RightsView = Readonly<Record<Right, readonly string[]>>;

/** See docs/contributing/spec/http/access.md#shown-name. */
export interface SignedInUser {
  /** claim `preferred_username`, else `name`, else `sub` */
  readonly name: string;
  /** acting user of claim and complete; null: the token lacks the configured claim */
  readonly userId: string | null;
  readonly groups: readonly string[];
}
