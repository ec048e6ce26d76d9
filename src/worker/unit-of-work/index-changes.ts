import type { IndexChange } from '../../engine/effects/index-changes-of-event.ts';
import { newIdOf } from '../../engine/migration/migrations.ts';
import { entityId } from '../../platform/ids.ts';
import { type SubscriptionAddress, type SubscriptionRow, subscriptionText } from '../../store/subscriptions.ts';
import type { OpenedTimer } from '../../store/timers.ts';
import type { UserTaskIndexRow } from '../../store/user-task-index.ts';
import { OpenedAndClosed } from '../opened-and-closed.ts';
import { MovedInstances } from './row-changes.ts';

/** Collects changes of the lookup tables. */
export class IndexChanges {
  private readonly userTasks = new Map<string, UserTaskIndexRow>();
  private readonly subscriptions = new OpenedAndClosed<SubscriptionRow, SubscriptionAddress>(subscriptionText);
  private readonly moved = new MovedInstances();
  private readonly timers = new OpenedAndClosed<OpenedTimer, SubscriptionAddress>(subscriptionText);

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
        this.subscriptions.open({ instanceId, subscription }, { instanceId, subscription, kind, name, key });
        return;
      }
      case 'closeSubscription':
        this.subscriptions.close({ instanceId, subscription: change.subscription });
        return;
      case 'openTimer': {
        const { subscription, dueAt, element } = change;
        this.timers.open({ instanceId, subscription }, { instanceId, subscription, dueAt, element });
        return;
      }
      case 'closeTimer':
        this.timers.close({ instanceId, subscription: change.subscription });
        return;
      case 'moveInstance':
        this.moved.note(instanceId, change);
        this.timers.rename((timer) =>
          timer.instanceId === instanceId ? { ...timer, element: newIdOf(change.elements, timer.element) } : undefined,
        );
        return;
    }
  }

  get hasOpenedTimers(): boolean {
    return this.timers.openedRows.length > 0;
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
