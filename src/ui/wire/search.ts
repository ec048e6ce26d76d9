/** GET /ui/api/search?q=: at most 10 of each, best first. */
export interface SearchView {
  readonly workflows: readonly { readonly key: string; readonly version: number; readonly name: string | null }[];
  readonly instances: readonly {
    readonly instanceId: string;
    readonly key: string;
    readonly version: number;
    readonly businessId: string | null;
  }[];
}

/** GET /ui/api/variables/values?path=&instances=: values by instance id, of at most 100 instances (comma-separated). */
export interface VariableValuesView {
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

/** GET /ui/api/variables?key=&path=&q=: variables that are indexed or that recent instances have; with `path`, values that begin with `q`. */
export interface VariablesView {
  /** false: only indexed variables can be searched */
  readonly searchesAll: boolean;
  readonly paths: readonly string[];
  readonly values: readonly (string | number | boolean)[];
}

/** `isWhole` false: only the newest `read` instances were searched. */
interface SearchedInstances {
  readonly read: number;
  readonly isWhole: boolean;
}

/** GET /ui/api/variables/matches?value=&key=: at most 10 instances with this text or number in a variable; in a list, `path` has brackets. */
export interface VariableMatchesView extends SearchedInstances {
  readonly matches: readonly {
    readonly path: string;
    readonly instanceId: string;
    readonly key: string;
    readonly version: number;
    readonly businessId: string | null;
  }[];
}

/** GET /ui/api/variables/known?path=&key=: `isKnown` null: not decided. */
export interface KnownVariableView extends SearchedInstances {
  readonly isKnown: boolean | null;
}

/** GET /ui/api/variables/names?instances=: how many of at most 100 instances (comma-separated) have each variable. `read`: instances that were read. */
export interface VariableNamesView {
  readonly names: Readonly<Record<string, number>>;
  readonly read: number;
}
