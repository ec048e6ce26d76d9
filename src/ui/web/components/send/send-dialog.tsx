import { NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { businessIdFault } from '../../../../requests/request-texts.ts';
import { useAction } from '../../api/actions.ts';
import { hasCode } from '../../api/client.ts';
import { type EventToSend, type SentEvent, sendEvent } from '../../api/send-events.ts';
import { eventsQuery } from '../../api/views.ts';
import { pageTexts as dialogTexts } from '../../texts/dialogs.ts';
import { pageTexts } from '../../texts/events.ts';
import { BusinessIdField } from '../business-id-field.tsx';
import { Dialog } from '../dialog.tsx';
import { formatTime } from '../format.ts';
import { InstanceLinks } from '../instance-links.tsx';
import { readVariables } from '../json-text.ts';
import { VariablesField } from '../variables-field.tsx';
import type { OfferedEvent } from './sending.tsx';

/** Sends a message or signal, and shows its receivers (docs/contributing/spec/pages.md#send-events). */
export function SendDialog({ event, onClose }: { readonly event: OfferedEvent; readonly onClose: () => void }) {
  const { kind } = event;
  const words = pageTexts.send[kind];
  const [name, setName] = useState(event.name ?? '');
  const [correlationKey, setCorrelationKey] = useState(event.correlationKey ?? '');
  const [businessId, setBusinessId] = useState('');
  const [storedFor, setStoredFor] = useState('0');
  const [messageId, setMessageId] = useState('');
  const [text, setText] = useState('');
  const known = useKnown(event, name);
  const send = useAction(sendEvent, useResult(), { showsRefusal: false });
  const { variables, error } = readVariables(text);
  const needsTime = messageId.trim() !== '' && storedFor === '0';
  const submit = () => {
    const request = {
      kind,
      name,
      ...(correlationKey.trim() !== '' && { correlationKey }),
      ...(businessId !== '' && { businessId }),
      ...(storedFor !== '0' && { timeToLiveSeconds: Number(storedFor) }),
      ...(messageId.trim() !== '' && { messageId }),
      ...(variables !== undefined && { variables }),
    };
    send.mutate(request, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={words.title}
      action={words.title}
      isReady={
        name.trim() !== '' &&
        error === undefined &&
        !needsTime &&
        (businessId === '' || businessIdFault(businessId) === undefined)
      }
      isBusy={send.isPending}
      refusal={refusalOf(send.error)}
      onAction={submit}
      onClose={onClose}
    >
      <Text size="sm">{words.effect}</Text>
      <TextWithValues label={words.name} values={known.names} required data-autofocus value={name} onText={setName} />
      {kind === 'message' && (
        <>
          <TextWithValues
            label={pageTexts.send.correlationKey}
            values={known.correlationKeys}
            value={correlationKey}
            onText={setCorrelationKey}
          />
          <BusinessIdField hint={pageTexts.send.forStarted} value={businessId} onChange={setBusinessId} />
          <NativeSelect
            label={pageTexts.send.ifNone}
            data={STORED_FOR.map((seconds) => ({ value: seconds, label: pageTexts.send.storedFor[seconds] }))}
            value={storedFor}
            onChange={({ currentTarget: { value } }) => setStoredFor(value)}
          />
          <details>
            <summary>{pageTexts.send.options}</summary>
            <TextInput
              label={pageTexts.send.messageId}
              description={pageTexts.send.messageIdHint}
              error={needsTime && pageTexts.send.needsTime}
              value={messageId}
              onChange={(event) => setMessageId(event.currentTarget.value)}
            />
          </details>
        </>
      )}
      <VariablesField label={dialogTexts.start.variables} value={text} onChange={setText} />
    </Dialog>
  );
}

/** Times to live, up to the limit of the API; 0: none. Unit: s. */
const STORED_FOR = ['0', '60', '3600', '86400', '604800', '2592000'] as const;

/** Suggested values. */
const MOST = 100;

/** Names of registered events of the kind, and correlation keys of those with this name. Reads nothing if the event is given. */
function useKnown({ kind, name: given }: OfferedEvent, name: string) {
  const { data } = useQuery({ ...eventsQuery, enabled: given === undefined });
  if (data === undefined) return { names: [], correlationKeys: [] };
  const { messageStarts, messageSubscriptions, signalStarts, signalSubscriptions } = data;
  const all = kind === 'message' ? [...messageStarts, ...messageSubscriptions] : [...signalStarts, ...signalSubscriptions];
  const keys = messageSubscriptions.filter((one) => one.name === name).map(({ correlationKey }) => correlationKey);
  return {
    names: firstOf(all.map((one) => one.name)),
    correlationKeys: firstOf(keys.filter((key) => key !== null)),
  };
}

function firstOf(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort().slice(0, MOST);
}

/** Text of the result of a stored message; otherwise shows the receivers as links. */
function useResult() {
  const navigate = useNavigate();
  return ({ WorkflowInstanceIds: ids }: SentEvent, { kind, name, timeToLiveSeconds = 0 }: EventToSend) => {
    if (ids.length === 0)
      return pageTexts.send.stored(name, formatTime(new Date(Date.now() + timeToLiveSeconds * 1000).toISOString()));
    const message = (
      <InstanceLinks
        text={pageTexts.send[kind].received(name, ids.length)}
        instanceIds={ids}
        onOpen={(path) => void navigate(path)}
      />
    );
    notifications.show({ color: 'green', autoClose: 30_000, message });
    return undefined;
  };
}

function refusalOf(error: Error | null): string | undefined {
  const hasNoReceiver = hasCode(error, 'no-message-subscription') || hasCode(error, 'no-signal-subscription');
  return error !== null && hasNoReceiver ? `${pageTexts.send.noReceiver} ${error.message}` : error?.message;
}

/** Text field that suggests values. */
function TextWithValues(props: {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly required?: boolean;
  readonly 'data-autofocus'?: boolean;
}) {
  const { values, onText, ...field } = props;
  const id = `values of ${field.label}`.replaceAll(' ', '-');
  return (
    <div>
      <TextInput {...field} {...(values.length > 0 && { list: id })} onChange={(event) => onText(event.currentTarget.value)} />
      {values.length > 0 && (
        <datalist id={id}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}
