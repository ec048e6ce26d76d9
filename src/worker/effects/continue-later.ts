import type { ChildStartRequested } from '../../engine/events.ts';
import { causationFailure } from '../../engine/policies/causation.ts';
import { causationAfter } from '../../messages/causation.ts';
import type { InstanceMail } from '../../store/outbox.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

type ContinueChild = Extract<InstanceMail, { readonly type: 'ContinueChild' }>;

/** Sends a continue request through the mailbox, after a cancellation that may still wait there (docs/contributing/spec/forks.md#called-instances). */
export function requestContinue(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  parent: WorkingInstance,
  request: ChildStartRequested,
): void {
  const { entry, continues } = request;
  if (continues === undefined) return;
  const { key } = parent.state;
  const failure = causationFailure({ causation: unit.causationOf(origin), limits: unit.context.limits });
  if (failure === undefined) {
    const causation = causationAfter(origin, key);
    const mail: ContinueChild = { type: 'ContinueChild', parentId: parent.id, request };
    unit.followUps.mail({ ...origin, causation }, key, continues.childInstanceId, mail);
    return;
  }
  const { code, message, cause } = failure;
  unit.decide(origin, parent, { type: 'ChildFailed', entry, code, message, cause });
}

/** Continues a called instance after its earlier mail was applied. Uses a separate command that locks it and its caller. */
export function continueNow(unit: UnitOfWork, origin: ChangeOrigin, { parentId, request }: ContinueChild): void {
  const { causation } = origin;
  unit.enqueue(origin, { kind: 'StartChild', parentId, request, ...(causation && { causation }) });
}
