import type { EngineContext } from '../../engine/running/context.ts';
import { type Causation, UNCOUNTED_DEPTH } from '../../messages/causation.ts';
import type { FollowUpSource } from '../../messages/command-batch.ts';
import type { Command, CommandBody } from '../../messages/commands.ts';
import type { FollowUp, InstanceCommand, QueuedInstanceCommand, SenderPlace } from '../../store/outbox.ts';
import type { WriteSet } from '../../store/write-set.ts';
import type { ChangeOrigin } from './change-origin.ts';

/** Outbox of one transaction: added commands, and stored ones that it has completed. */
export class FollowUps {
  private readonly guid: EngineContext['guid'];
  private readonly queued: FollowUp[] = [];
  private readonly queuedForInstances: QueuedInstanceCommand[] = [];
  private readonly done: string[] = [];
  private readonly originIds = new Map<string, string>();
  private readonly sources = new Map<string, FollowUpSource>();
  private readonly counted = new Map<string, number>();
  private count = 0;

  constructor(guid: EngineContext['guid']) {
    this.guid = guid;
  }

  /** `place`: among the commands of a sender, which run in order. */
  enqueue(origin: ChangeOrigin, body: CommandBody, place?: SenderPlace): void {
    const { actor } = origin;
    const command = { id: this.nextId(origin), ...body, ...(actor !== undefined && { actor }) } as Command;
    const { causation } = command;
    if (causation !== undefined) this.countIn(causation);
    this.noteSource(command.id, causation, causation?.trail.at(-1));
    this.queued.push({ command, place });
  }

  /** Queues a command for an instance that is not locked here. `fromKey`: process key of the sending instance. */
  queueForInstance(origin: ChangeOrigin, fromKey: string, targetId: string, command: InstanceCommand): void {
    const id = this.nextId(origin);
    this.queuedForInstances.push({ id, targetId, command, causation: origin.causation, actor: origin.actor });
    this.noteSource(id, origin.causation, fromKey);
  }

  /** Queues a command that has an id. */
  requeue(command: Command, place: SenderPlace | undefined): void {
    this.noteSource(command.id, command.causation, command.causation?.trail.at(-1));
    this.queued.push({ command, place });
  }

  /** Requeues the command unchanged. */
  requeueInstanceCommand(command: QueuedInstanceCommand): void {
    this.noteSource(command.id, command.causation, command.causation?.trail.at(-1));
    this.queuedForInstances.push(command);
  }

  /** Ignores ids that are not in the outbox. */
  markDone(commandId: string): void {
    this.done.push(commandId);
  }

  hasQueuedCommandFor(instanceId: string): boolean {
    return this.queuedForInstances.some(({ targetId }) => targetId === instanceId);
  }

  /** Id of the command behind a follow-up; undefined for other ids. */
  originOf(followUpId: string): string | undefined {
    return this.originIds.get(followUpId);
  }

  /** Returns the source; other ids are their own root. */
  sourceOf(followUpId: string): FollowUpSource {
    return this.sources.get(followUpId) ?? { root: followUpId };
  }

  /** Messages, signals and calls of this transaction. */
  countedOf(root: string): number {
    return this.counted.get(root) ?? 0;
  }

  get commands(): readonly FollowUp[] {
    return this.queued;
  }

  get instanceCommands(): readonly QueuedInstanceCommand[] {
    return this.queuedForInstances;
  }

  get doneIds(): readonly string[] {
    return this.done;
  }

  get rows(): Pick<WriteSet, 'followUps' | 'instanceCommands' | 'doneFollowUps' | 'causations'> {
    const { queued, queuedForInstances, done, counted } = this;
    return { followUps: queued, instanceCommands: queuedForInstances, doneFollowUps: done, causations: counted };
  }

  private noteSource(id: string, causation: Causation | undefined, key: string | undefined): void {
    const root = causation?.root ?? this.originIds.get(id) ?? id;
    this.sources.set(id, key === undefined ? { root } : { root, key });
  }

  private countIn({ root, depth }: Causation): void {
    if (depth > UNCOUNTED_DEPTH) this.counted.set(root, (this.counted.get(root) ?? 0) + 1);
  }

  /** Derives the id, so that a repeated decision gives the same ids. */
  private nextId(origin: ChangeOrigin): string {
    this.count += 1;
    const id = this.guid(origin.id, `follow-up:${this.count}`);
    this.originIds.set(id, this.originIds.get(origin.id) ?? origin.id);
    return id;
  }
}
