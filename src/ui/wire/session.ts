/** GET /ui/api/session: what the browser has to know before anything else. */
export interface SessionView {
  /** sent back as header `X-CSRF-Token` with every POST (contract 7.5, rule 9); empty where nothing can be changed */
  readonly csrfToken: string;
  /** whether people sign in here (contract 7.5) */
  readonly hasAuthentication: boolean;
  /** why nothing can be changed here; null: it can */
  readonly readOnly: string | null;
  /** who has signed in; null while authentication is off */
  readonly user: SignedInUser | null;
  /** of the running code */
  readonly version: string;
  /** address of the REST API as this browser reaches it, for commands to copy; null when it runs elsewhere */
  readonly apiUrl: string | null;
}

/** The person behind a session (contract 7.5, rule 1). */
export interface SignedInUser {
  /** claim `preferred_username`, else `name`, else `sub` */
  readonly name: string;
  /** acting user of claim and complete; null when the configured claim is missing */
  readonly userId: string | null;
  readonly groups: readonly string[];
}
