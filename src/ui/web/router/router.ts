import type { ComponentType } from 'react';
import { addressOf, type Location, matchPath, type Params, type To } from './location.ts';

/** Page at a path. `load` loads its code when it is first opened; it does not reject. */
export interface Route {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** `Page` undefined: its code loads. `opening`: the next address, while its code loads. */
export interface RouterState {
  readonly location: Location;
  readonly params: Params;
  readonly Page: ComponentType | undefined;
  readonly opening: Location | undefined;
}

export interface NavigateOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

export interface NavigateFunction {
  (to: To, options?: NavigateOptions): void;
  /** number of history entries */
  (delta: number): void;
}

interface Change {
  readonly currentLocation: Location;
  readonly nextLocation: Location;
}

/** Asks before the address changes. `blocked` continues it. */
export interface Guard {
  readonly blocks: (change: Change) => boolean;
  readonly onBlocked: (proceed: () => void) => void;
}

interface HistoryState {
  readonly usr?: unknown;
  readonly key?: string;
  /** position in the history of this tab */
  readonly idx?: number;
}

/** Pages by address, with the history of the browser. The shown page stays until the code of the next one is loaded. */
export class Router {
  readonly #routes: readonly Route[];
  readonly #missing: ComponentType;
  readonly #pages = new Map<Route, ComponentType>();
  readonly #listeners = new Set<(state: RouterState) => void>();
  #state: RouterState;
  #index: number;
  /** latest change of the address; earlier ones end */
  #turn = 0;
  #guard: Guard | undefined;
  /** the next event of the history is the router's own */
  #ownPops = 0;
  #mayPass = false;

  constructor(routes: readonly Route[], missing: ComponentType) {
    this.#routes = routes;
    this.#missing = missing;
    const { idx } = historyState();
    this.#index = idx ?? 0;
    if (idx === undefined) window.history.replaceState({ ...historyState(), idx: 0 }, '');
    const location = shownLocation();
    this.#state = { location, params: {}, Page: undefined, opening: undefined };
    window.addEventListener('popstate', () => this.#onPop());
    void this.#open(location, () => {});
  }

  get state(): RouterState {
    return this.#state;
  }

  subscribe(listener: (state: RouterState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last guard applies. */
  guard(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = undefined;
    };
  }

  readonly navigate: NavigateFunction = (to: To | number, { replace = false, state = null }: NavigateOptions = {}) => {
    if (typeof to === 'number') {
      window.history.go(to);
      return;
    }
    const address = addressOf(to, this.#state.location);
    const next = locationAt(new URL(address, window.location.origin), state, Math.random().toString(36).slice(2, 10));
    const go = () =>
      void this.#open(next, () => {
        const index = replace ? this.#index : this.#index + 1;
        const kept: HistoryState = { usr: state, key: next.key, idx: index };
        window.history[replace ? 'replaceState' : 'pushState'](kept, '', address);
        this.#index = index;
      });
    if (!this.#isBlocked(next, go)) go();
  };

  #onPop(): void {
    if (this.#ownPops > 0) {
      this.#ownPops -= 1;
      return;
    }
    const next = shownLocation();
    const index = historyState().idx ?? this.#index + 1;
    const delta = index - this.#index;
    const isBlocked =
      !this.#mayPass &&
      delta !== 0 &&
      this.#isBlocked(next, () => {
        this.#mayPass = true;
        window.history.go(delta);
      });
    this.#mayPass = false;
    if (isBlocked) {
      // the browser has changed the address already
      this.#ownPops += 1;
      window.history.go(-delta);
      return;
    }
    this.#index = index;
    void this.#open(next, () => {});
  }

  #isBlocked(nextLocation: Location, proceed: () => void): boolean {
    const guard = this.#guard;
    if (guard === undefined || !guard.blocks({ currentLocation: this.#state.location, nextLocation })) return false;
    guard.onBlocked(proceed);
    return true;
  }

  async #open(location: Location, commit: () => void): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const [route, params = {}] = this.#routeOf(location.pathname);
    let Page = route === undefined ? this.#missing : this.#pages.get(route);
    if (Page === undefined && route !== undefined) {
      this.#set({ ...this.#state, opening: location });
      Page = await route.load();
      this.#pages.set(route, Page);
      if (turn !== this.#turn) return;
    }
    commit();
    this.#set({ location, params, Page, opening: undefined });
  }

  #routeOf(pathname: string): readonly [route?: Route, params?: Params] {
    for (const route of this.#routes) {
      const match = matchPath(route.path, pathname);
      if (match !== undefined) return [route, match.params];
    }
    return [];
  }

  #set(state: RouterState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function historyState(): HistoryState {
  return (window.history.state as HistoryState | null) ?? {};
}

function shownLocation(): Location {
  const { usr = null, key = 'default' } = historyState();
  return locationAt(window.location, usr, key);
}

function locationAt(
  { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
  state: unknown,
  key: string,
): Location {
  return { pathname, search, hash, state, key };
}
