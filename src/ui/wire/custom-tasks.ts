/** GET /ui/api/custom-tasks: one entry of the catalog (contract 6.1, 10.8). */
export interface CustomTaskView {
  readonly taskType: string;
  readonly displayName: string;
  /** processes that can run it */
  readonly siloNames: readonly string[];
  /** null: nothing is declared */
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly required: boolean }[] | null;
  /** the entry as the catalog has it */
  readonly raw: unknown;
}
