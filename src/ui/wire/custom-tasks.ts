/** GET /ui/api/service/custom-tasks (docs/contributing/spec/http/custom-tasks.md#catalog-entry). */
export interface CustomTask {
  readonly taskType: string;
  readonly displayName: string | null;
  /** null: not declared by the plugin */
  readonly parameterSchema: { readonly parameters: readonly CustomTaskParameter[] } | null;
  readonly siloNames: readonly string[];
}

/** Input of a plugin. */
export interface CustomTaskParameter {
  readonly name: string;
  readonly displayName: string | null;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
  readonly defaultValue: string | null;
  readonly itemType: string | null;
}
