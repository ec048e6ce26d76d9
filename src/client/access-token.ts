import { BadCall, NoToken } from './errors.ts';

/** Returns an access token. Called when none exists, and again after the service has refused the last one. */
export type TokenSource = () => string | Promise<string>;

/** The access token of one client. */
export interface AccessToken {
  /** undefined: the client has none */
  current(): Promise<string | undefined>;
  /** Drops a refused token. False: no other token is available. */
  drop(refused: string | undefined): boolean;
}

/** Keeps the token until the service refuses it; the local clock may be wrong. Callers that were refused together share one new token. */
export function keepToken(given: string | TokenSource | undefined): AccessToken {
  if (typeof given !== 'function') {
    const token = given === undefined ? undefined : usable(given);
    return { current: async () => token, drop: () => false };
  }
  let kept: Promise<string> | undefined;
  let known: string | undefined;
  async function ask(source: TokenSource): Promise<string> {
    try {
      // asynchronous, so that the caller has stored this promise even if the source throws synchronously
      known = usable(await Promise.resolve().then(source));
      return known;
    } catch (cause) {
      kept = undefined;
      throw cause instanceof BadCall ? cause : new NoToken(cause);
    }
  }
  return {
    current: () => {
      kept ??= ask(given);
      return kept;
    },
    drop: (refused) => {
      if (refused !== undefined && known === refused) {
        kept = undefined;
        known = undefined;
      }
      return true;
    },
  };
}

/** Fetch would show the whole header in its error. */
function usable(token: unknown): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new BadCall('the token must be a text of visible ASCII characters');
}
