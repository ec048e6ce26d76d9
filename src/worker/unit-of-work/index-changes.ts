import type { IndexChange } from '../../engine/effects/index-changes-of-event.ts';
import { newIdOf } from '../../engine/migration/migrations.ts';
import { entityId } from '../../platform/ids.ts';
import { type SubscriptionAddress, type SubscriptionRow, subscriptionText } from '../../store/subscriptions.ts';
import type { OpenedTimer } from '../../store/timers.ts';
import type { UserTaskIndexRow } from '../../store/user-task-index.ts';
import { MovedInstances } from './moved-instances.ts';

/** Collects changes of the lookup tables. A subscription or timer that is opened and closed in one transaction is never stored. */
export class IndexChanges {
  private readonly userTasks = new Map<string, UserTaskIndexRow>();
  private readonly subscriptions = new OpenedAndClosed<SubscriptionRow>();
  private readonly moved = new MovedInstances();
  private readonly timers = new OpenedAndClosed<OpenedTimer>();

  note(instanceId: string, change: IndexChange): void {
    switch (change.kind) {
      case 'openUserTask':
      case 'closeUserTask': {
        const taskId = entityId(instanceId, change.entry);
        this.userTasks.set(taskId, { taskId, instanceId, entry: change.entry, isOpen: change.kind === 'openUserTask' });
        return;
      }
      case 'openSubscription': {
        const { subscription, of: kind, name, key } = change;
        this.subscriptions.open({ instanceId, subscription, kind, name, key });
        return;
      }
      case 'closeSubscription':
        this.subscriptions.close({ instanceId, subscription: change.subscription });
        return;
      case 'openTimer':
        this.timers.open({ instanceId, subscription: change.subscription, dueAt: change.dueAt, element: change.element });
        return;
      case 'closeTimer':
        this.timers.close({ instanceId, subscription: change.subscription });
        return;
      case 'moveInstance':
        this.moved.note(instanceId, change);
        for (const timer of this.timers.openedRows)
          if (timer.instanceId === instanceId) this.timers.open({ ...timer, element: newIdOf(change.elements, timer.element) });
        return;
    }
  }

  get rows() {
    return {
      userTasks: [...this.userTasks.values()],
      openedSubscriptions: this.subscriptions.openedRows,
      closedSubscriptions: this.subscriptions.closedRows,
      openedTimers: this.timers.openedRows,
      closedTimers: this.timers.closedRows,
      movedInstances: this.moved.rows,
    };
  }
}

class OpenedAndClosed<Row extends SubscriptionAddress> {
  private readonly opened = new Map<string, Row>();
  private readonly closed: SubscriptionAddress[] = [];

  open(row: Row): void {
    this.opened.set(subscriptionText(row), row);
  }

  close(address: SubscriptionAddress): void {
    if (!this.opened.delete(subscriptionText(address))) this.closed.push(address);
  }

  get openedRows(): readonly Row[] {
    return [...this.opened.values()];
  }

  get closedRows(): readonly SubscriptionAddress[] {
    return this.closed;
  }
}
