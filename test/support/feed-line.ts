/** An event of the feed, as it is sent. */
export interface FeedLine {
  readonly position: string;
  readonly workflowInstanceId: string;
  readonly processDefinitionKey: string;
  readonly sequence: number | null;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
