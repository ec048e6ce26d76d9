import type { Right } from '../../platform/access-roles.ts';

/** GET /ui/api/session: facts that the browser needs first. */
export interface SessionView {
  /** sent back as header `X-CSRF-Token` with every POST (docs/contributing/spec/http/access.md#antiforgery); empty where nothing can be changed */
  readonly csrfToken: string;
  /** whether people sign in here (docs/contributing/spec/http/access.md#when-it-is-on) */
  readonly hasAuthentication: boolean;
  /** why nothing can be changed here; null: it can */
  readonly readOnly: string | null;
  /** the signed-in user; null while authentication is off */
  readonly user: SignedInUser | null;
  /** permissions of the user; null while access roles are off: all */
  readonly rights: RightsView | null;
  /** of the running code */
  readonly version: string;
  /** address of the REST API as this browser reaches it, for commands to copy; null when it runs elsewhere */
  readonly apiUrl: string | null;
}

/** The key patterns for which the user has each right; none: not at all (docs/contributing/spec/roles.md). */
export type RightsView = Readonly<Record<Right, readonly string[]>>;

/** User of a session (docs/contributing/spec/http/access.md#shown-name). */
export interface SignedInUser {
  /** claim `preferred_username`, else `name`, else `sub` */
  readonly name: string;
  /** acting user of claim and complete; null when the configured claim is missing */
  readonly userId: string | null;
  readonly groups: readonly string[];
}
