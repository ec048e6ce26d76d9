/** Rows of one transaction, by key. A row that is opened and closed in it is never stored. */
export class OpenedAndClosed<Row, Address = string> {
  private readonly keyOf: (address: Address) => string;
  private readonly opened = new Map<string, Row>();
  private readonly closed = new Map<string, Address>();

  constructor(keyOf: (address: Address) => string) {
    this.keyOf = keyOf;
  }

  open(address: Address, row: Row): void {
    this.opened.set(this.keyOf(address), row);
  }

  close(address: Address): void {
    const key = this.keyOf(address);
    if (!this.opened.delete(key)) this.closed.set(key, address);
  }

  isClosed(address: Address): boolean {
    return this.closed.has(this.keyOf(address));
  }

  /** `change` returns undefined for rows that stay. */
  rename(change: (row: Row) => Row | undefined): void {
    for (const [key, row] of this.opened) this.opened.set(key, change(row) ?? row);
  }

  get openedRows(): readonly Row[] {
    return [...this.opened.values()];
  }

  get closedRows(): readonly Address[] {
    return [...this.closed.values()];
  }
}
