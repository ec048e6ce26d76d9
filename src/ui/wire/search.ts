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
