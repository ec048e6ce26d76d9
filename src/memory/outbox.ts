import type { Command } from '../messages/commands.ts';
import type { FollowUp, MailboxCommand, SenderPlace } from '../store/outbox.ts';
import type { WriteSet } from '../store/write-set.ts';

/** A queued command, or a queued message for an instance. */
export type WaitingCommand =
  | (Place & { readonly kind: 'command'; readonly command: Command; readonly place: SenderPlace | undefined })
  | (Place & { readonly kind: 'mail'; readonly mail: MailboxCommand; isSetAside: boolean });
interface Place {
  readonly id: string;
  readonly position: number;
}

/** Commands that follow from commands, in the order in which they were thrown. */
export class Outbox {
  /** in order */
  private rows = new Map<string, WaitingCommand>();
  private last = 0;

  write({ doneFollowUps, followUps, mailbox }: WriteSet): void {
    for (const id of doneFollowUps) this.rows.delete(id);
    for (const row of followUps) this.add(this.commandOf(row));
    for (const mail of mailbox)
      this.add({ kind: 'mail', id: mail.id, position: this.positionOf(mail.position), mail, isSetAside: false });
  }

  /** The oldest command that may run now. */
  get next(): WaitingCommand | undefined {
    for (const row of this.rows.values()) if (row.kind === 'command' || !row.isSetAside) return row;
    return undefined;
  }

  /** Commands that wait for an instance, oldest first. `onlyNew`: without the ones that were set aside. */
  mailOf(instanceId: string, onlyNew: boolean, most: number): MailboxCommand[] {
    return [...this.rows.values()]
      .flatMap((row) => (row.kind === 'mail' && row.mail.targetId === instanceId && !(onlyNew && row.isSetAside) ? row.mail : []))
      .slice(0, most);
  }

  hasMail(instanceId: string): boolean {
    return [...this.rows.values()].some((row) => row.kind === 'mail' && row.mail.targetId === instanceId);
  }

  /** Commands for suspended instances run when these are resumed. */
  setAside(instanceIds: readonly string[], isSetAside: boolean): void {
    for (const row of this.rows.values())
      if (row.kind === 'mail' && instanceIds.includes(row.mail.targetId)) row.isSetAside = isSetAside;
  }

  private commandOf({ command, place }: FollowUp): WaitingCommand {
    const position = this.positionOf(place?.position);
    const own = place === undefined ? undefined : { ...place, position: String(position) };
    return { kind: 'command', id: command.id, position, command, place: own };
  }

  private positionOf(given: string | undefined): number {
    if (given !== undefined) return Number(given);
    this.last += 1;
    return this.last;
  }

  /** Appends a row; a continued row keeps its former place. */
  private add(row: WaitingCommand): void {
    if (this.rows.has(row.id)) return;
    this.rows.set(row.id, row);
    if (row.position === this.last) return;
    const sorted = [...this.rows.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
    this.rows = new Map(sorted.map((one) => [one.id, one]));
  }
}
