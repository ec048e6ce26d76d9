import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FailureGroupView } from '../../../wire/home.ts';
import { useAction } from '../../api/actions.ts';
import { ignoreFailures } from '../../api/repairs.ts';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { enteredTime } from '../../texts/numbers.ts';

/** Limit of the API. */
const MOST_REASON = 500;

/** Ignores a group until a day or without end (docs/contributing/spec/incidents.md#ignored). */
export function IgnoreDialog(props: {
  readonly group: FailureGroupView;
  /** place of the failures */
  readonly title: string;
  /** numbers of incidents and failed instances that the group has now */
  readonly incidents: number;
  readonly failed: number;
  /** messages of other groups */
  readonly except: readonly string[];
  readonly onClose: () => void;
}) {
  const { group, title, incidents, failed, except, onClose } = props;
  const words = pageTexts.failures;
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const ignore = useAction(ignoreFailures, () => words.ignored, { showsRefusal: false });
  const until = day === '' ? undefined : `${enteredTime(day)}Z`;
  const isPast = until !== undefined && !(Date.parse(until) > Date.now());
  const request = {
    processDefinitionKey: group.key,
    activityId: group.activityId,
    errorCode: group.code,
    errorMessage: group.message,
    ...(except.length > 0 && { exceptErrorMessages: except }),
    reason: reason.trim(),
    ...(until !== undefined && { until }),
  };
  return (
    <Dialog
      title={words.ignoreTitle(title)}
      action={words.ignoreAct}
      isReady={request.reason !== '' && !isPast}
      isBusy={ignore.isPending}
      refusal={ignore.error?.message}
      onAction={() => ignore.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{words.ignoreNote}</Text>
      <Text size="sm">
        {words.ignoreCovers(
          [...(incidents > 0 ? [words.incidentsOf(incidents)] : []), ...(failed > 0 ? [words.failedOf(failed)] : [])].join(', '),
        )}
      </Text>
      {group.message === null && <Others except={except} />}
      <Textarea
        label={words.reason}
        description={words.reasonLimit(MOST_REASON)}
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_REASON}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={words.until}
        description={words.untilHint}
        value={day}
        error={isPast ? words.untilFault : undefined}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** Messages that the group of other messages does not contain. */
function Others({ except }: { readonly except: readonly string[] }) {
  const words = pageTexts.failures;
  if (except.length === 0) return <Text size="sm">{words.ignoreAny}</Text>;
  return (
    <>
      <Text size="sm">{words.ignoreOthers}</Text>
      <ul className="any-text">
        {except.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  );
}
