/** GET /ui/api/search?q=: at most 10 of each, best first. */
export interface SearchView {
  readonly workflows: readonly { readonly key: string; readonly version: number }[];
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
