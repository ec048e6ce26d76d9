import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { useAction } from '../../api/actions.ts';
import { repairs } from '../../api/instance-repairs.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { useNameOf } from '../../components/element-name.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/use-may.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';
import { causeOf } from './cause-words.ts';
import type { JournalEntry } from './entries.ts';
import { type FailureStep, failureOf } from './failures.ts';
import type { Frame } from './replay.ts';
import type { Select } from './tab-props.ts';
import type { Trouble, Troubles } from './trouble.ts';

// loaded when first opened
const EditVariablesDialog = lazyPart(async () => (await import('./repairs/edit-variables-dialog.tsx')).EditVariablesDialog);
const TroubleInput = lazyPart(
  async () => (await import('./trouble-input.tsx')).TroubleInput,
  () => null,
);
const ReviveDialog = lazyPart(async () => (await import('./repairs/revive-dialog.tsx')).ReviveDialog);

/** `frames` undefined: loading; `failures` and `entries` are empty. */
interface Known {
  readonly frames: readonly Frame[] | undefined;
  readonly failures: readonly FailureStep[];
  readonly outline: ReadonlyMap<string, ElementOutline>;
  readonly entries: ReadonlyMap<string, JournalEntry>;
}

export interface TroubleProps extends Known {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly troubles: Troubles;
  readonly onSelect: Select;
  readonly onFailure: (failure: FailureStep) => void;
}

/** Listed failures. A button shows the others. */
const SHOWN = 5;
/** Listed earlier failures, the newest. */
const MOST_PAST = 20;

/**
 * The first current problem with repairs, then a bar for each other failed activity instance, then a folded line for those after which the instance
 * continued (docs/contributing/spec/pages.md#error-bars).
 */
export function TroubleView(props: TroubleProps) {
  const { troubles, onSelect } = props;
  const { open, past } = troubles;
  const [first, ...others] = open;
  return (
    <>
      {first !== undefined && <TroubleCard trouble={first} {...props} />}
      <Bars troubles={others} onSelect={onSelect} />
      {past.length > 0 && <PastFailures troubles={past} onSelect={onSelect} />}
    </>
  );
}

function Bars(props: { readonly troubles: readonly Trouble[]; readonly onSelect: Select }) {
  const { troubles, onSelect } = props;
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? troubles : troubles.slice(0, SHOWN)).map((trouble) => (
        <Alert
          key={trouble.incidentId ?? trouble.entryId ?? trouble.element}
          color="red"
          variant="light"
          mb="xs"
          p="xs"
          role="alert"
        >
          <FailureButton trouble={trouble} onSelect={onSelect} />
        </Alert>
      ))}
      {troubles.length > SHOWN && !isWhole && (
        <Alert color="red" variant="light" mb="xs" p="xs">
          <button type="button" className="failure-button" onClick={() => setWhole(true)}>
            {repairTexts.trouble.showMore(troubles.length - SHOWN)}
          </button>
        </Alert>
      )}
    </>
  );
}

/** Earlier failures, folded to one line. */
function PastFailures({ troubles, onSelect }: { readonly troubles: readonly Trouble[]; readonly onSelect: Select }) {
  return (
    <details className="past-failures">
      <summary>{repairTexts.trouble.continued(troubles.length)}</summary>
      {troubles.slice(-MOST_PAST).map((trouble, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an activity instance can have failed several times
        <FailureButton key={`${trouble.entryId ?? trouble.element} ${index}`} trouble={trouble} onSelect={onSelect} />
      ))}
    </details>
  );
}

function FailureButton({ trouble, onSelect }: { readonly trouble: Trouble; readonly onSelect: Select }) {
  const nameOf = useNameOf();
  const { element, entryId, code, message } = trouble;
  return (
    <button type="button" className="failure-button" onClick={() => onSelect(element, entryId ?? undefined)}>
      {nameOf(element)} [{code}]: {message}
    </button>
  );
}

/** One line, of the cause or the input, which need the history. */
const SPACE = '\u00a0';

function TroubleCard({ trouble, ...props }: TroubleProps & { readonly trouble: Trouble }) {
  const { failures, frames, onSelect, onFailure } = props;
  const entry = props.entries.get(trouble.entryId ?? '');
  const step = trouble.entryId !== null && entry === undefined ? undefined : failureOf(failures, entry?.ordinal ?? null);
  const name = useNameOf()(trouble.element);
  const cause = step === undefined ? undefined : causeOf(frames?.[step.position - 1]?.event);
  return (
    <Alert color="red" variant="light" mb="sm" p="sm" className="trouble" role="alert">
      <div className="trouble-main">
        <div>
          <Group justify="space-between" gap="xs" align="baseline">
            <Title order={2} size="h5" className="any-text">
              {repairTexts.trouble.failed(name, entry?.index == null ? null : entry.index + 1)}
            </Title>
            {trouble.count > 1 && <Text size="sm">{repairTexts.trouble.inARow(trouble.count)}</Text>}
          </Group>
          <FailureButton trouble={trouble} onSelect={onSelect} />
          {frames === undefined && <Text size="sm">{SPACE}</Text>}
          {cause !== undefined && <Text size="sm">{cause}</Text>}
          {step !== undefined && frames !== undefined && <TroubleInput frames={frames} step={step} message={trouble.message} />}
        </div>
        <Group gap="xs" className="trouble-acts">
          <Acts trouble={trouble} {...props} />
          {step !== undefined && (
            <Button size="xs" variant="default" onClick={() => onFailure(step)}>
              {repairTexts.trouble.goToStep}
            </Button>
          )}
        </Group>
      </div>
    </Alert>
  );
}

function Acts({ trouble, instance, state, outline }: TroubleProps & { readonly trouble: Trouble }) {
  const may = useMay();
  const retry = useAction(repairs.retry, () => repairTexts.trouble.retried);
  const [isEditing, setEditing] = useState(false);
  const [isReviving, setReviving] = useState(false);
  if (!may('operate', instance.key)) return null;
  const isHeld = (state.suspendedBy ?? []).length > 0;
  const { incidentId } = trouble;
  return (
    <>
      <Button
        size="xs"
        loading={retry.isPending}
        disabled={isHeld}
        onClick={() => (incidentId === null ? setReviving(true) : retry.mutate(incidentId))}
      >
        {texts.shared.retry}
      </Button>
      <Button size="xs" variant="default" onClick={() => setEditing(true)}>
        {repairTexts.edit.title}
      </Button>
      {isHeld && <Text size="sm">{repairTexts.trouble.isSuspended}</Text>}
      {isEditing && <EditVariablesDialog {...{ instance, state, trouble, outline }} onClose={() => setEditing(false)} />}
      {isReviving && <ReviveDialog instanceId={instance.instanceId} outline={outline} onClose={() => setReviving(false)} />}
    </>
  );
}
