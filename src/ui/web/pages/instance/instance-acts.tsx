import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { useAction } from '../../api/actions.ts';
import { repairs } from '../../api/instance-repairs.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/use-may.ts';
import { repairTexts } from '../../texts/repairs.ts';

// loaded when first opened
const DIALOGS = {
  edit: lazyPart(async () => (await import('./repairs/edit-variables-dialog.tsx')).EditVariablesDialog),
  suspend: lazyPart(async () => (await import('./repairs/suspend-dialog.tsx')).SuspendDialog),
  migrate: lazyPart(async () => (await import('./repairs/migrate-dialog.tsx')).MigrateDialog),
  fork: lazyPart(async () => (await import('./repairs/fork-dialog.tsx')).ForkDialog),
  revive: lazyPart(async () => (await import('./repairs/revive-dialog.tsx')).ReviveDialog),
};

/** Actions on a whole instance, except cancel; none without permission (docs/contributing/spec/pages.md#repairs). */
export function InstanceActs(props: {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  /** time travel; null: now */
  readonly place: { readonly row: number; readonly step: number } | null;
  /** panel to move tokens */
  readonly isMoving: boolean;
  readonly onMove: () => void;
}) {
  const { instance, state, outline, place, isMoving, onMove } = props;
  const { instanceId } = instance;
  const may = useMay();
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const resume = useAction(repairs.resume, () => repairTexts.acts.resumed);
  if (!may('operate', instance.key)) return null;
  const isRunning = !state.isCompleted && !state.isFailed && !state.isCancelled;
  const mayRevive = state.isFailed || state.isCancelled;
  const isHeld = (state.suspendedBy ?? []).includes('operator');
  const close = () => setOpen(null);
  const { edit: Edit, suspend: Suspend, migrate: Migrate, fork: Fork, revive: Revive } = DIALOGS;
  return (
    <fieldset className="instance-acts">
      <legend className="only-read">{repairTexts.acts.title}</legend>
      {isRunning && (
        <>
          <Act label={repairTexts.acts.editOf} text={repairTexts.acts.variables} onClick={() => setOpen('edit')} />
          <Act text={repairTexts.acts.move} isPressed={isMoving} onClick={onMove} />
          <Act text={repairTexts.acts.migrate} onClick={() => setOpen('migrate')} />
          {isHeld ? (
            <Act text={repairTexts.acts.resume} onClick={() => resume.mutate(instanceId)} isBusy={resume.isPending} />
          ) : (
            <Act text={repairTexts.acts.suspend} onClick={() => setOpen('suspend')} />
          )}
        </>
      )}
      {mayRevive && !state.isFailed && <Act text={repairTexts.acts.retry} onClick={() => setOpen('revive')} />}
      <Act
        text={place === null ? repairTexts.acts.fork : repairTexts.acts.forkFrom(place.step)}
        onClick={() => setOpen('fork')}
      />
      {open === 'edit' && <Edit instance={instance} state={state} onClose={close} />}
      {open === 'suspend' && <Suspend instanceId={instanceId} onClose={close} />}
      {open === 'migrate' && <Migrate instance={instance} onClose={close} />}
      {open === 'fork' && <Fork instanceId={instanceId} row={place?.row ?? 0} step={place?.step ?? null} onClose={close} />}
      {open === 'revive' && <Revive instanceId={instanceId} outline={outline} onClose={close} />}
    </fieldset>
  );
}

function Act(props: {
  readonly text: string;
  readonly label?: string;
  readonly isPressed?: boolean;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}) {
  const { text, label, isPressed, isBusy = false, onClick } = props;
  return (
    <Button
      size="xs"
      variant={isPressed === true ? 'light' : 'default'}
      loading={isBusy}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
