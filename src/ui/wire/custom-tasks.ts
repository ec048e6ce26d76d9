/** GET /ui/api/service/custom-tasks: one task type of the catalog (docs/contributing/spec/http/custom-tasks.md#catalog-entry). */
export interface CustomTask {
  readonly taskType: string;
  readonly displayName: string | null;
  /** null: the plugin does not declare it */
  readonly parameterSchema: { readonly parameters: readonly CustomTaskParameter[] } | null;
  /** processes that can run it */
  readonly siloNames: readonly string[];
}

/** One input of a plugin. */
export interface CustomTaskParameter {
  readonly name: string;
  readonly displayName: string | null;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
  readonly defaultValue: string | null;
  readonly itemType: string | null;
}
