import { Alert, Button, Group, Modal, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import type { DeadLetterContent } from '../../api/service-types.ts';
import { deadLetterQuery } from '../../api/views.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorBar } from '../../components/error-bar.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { Loading } from '../../components/loading.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { pageTexts } from '../../texts/dead-letters.ts';
import { texts } from '../../texts/texts.ts';

export function LetterView({ letterId, onClose }: { readonly letterId: string; readonly onClose: () => void }) {
  useReturnFocus();
  const letter = useQuery(deadLetterQuery(letterId));
  const [isDropping, setDropping] = useState(false);
  if (isDropping && letter.data !== undefined)
    return <DropDialog letter={letter.data} onKept={() => setDropping(false)} onDropped={onClose} />;
  return (
    <Modal opened onClose={onClose} size="xl" title={pageTexts.letter} closeButtonProps={{ 'aria-label': texts.shared.close }}>
      {letter.isError && <ErrorBar text={pageTexts.letterFailed(letter.error.message)} onRetry={() => void letter.refetch()} />}
      {letter.isPending && <Loading />}
      {letter.data !== undefined && (
        <>
          <Facts letter={letter.data} />
          {letter.data.endedAt === null && letter.data.whyNotRetried !== null && (
            <Alert color="yellow" variant="light" role="note" my="sm">
              {pageTexts.notRetried(letter.data.whyNotRetried)}
            </Alert>
          )}
          <Part title={pageTexts.error} copyLabel={pageTexts.copyError} text={letter.data.error} />
          <Part title={pageTexts.command} copyLabel={pageTexts.copyCommand} text={JSON.stringify(letter.data.command, null, 2)} />
          <Buttons letter={letter.data} onDrop={() => setDropping(true)} onRetried={onClose} />
        </>
      )}
    </Modal>
  );
}

function Facts({ letter }: { readonly letter: DeadLetterContent }) {
  const { deadLetterId, status, kind, processKey, instanceId, senderInstanceId, attempts, endedAt } = letter;
  return (
    <>
      <Group gap="sm" mb="xs">
        <StatusBadge status={status} />
        <Text fw={600}>{kind}</Text>
        <Text ff="monospace" size="sm" className="letter-error">
          {deadLetterId}
        </Text>
        <CopyButton text={deadLetterId} label={pageTexts.copyId} />
      </Group>
      <dl className="letter-facts">
        <Fact name={texts.names.processKey}>{orDash(processKey)}</Fact>
        <Fact name={texts.names.instance}>{idLink(instanceId)}</Fact>
        {senderInstanceId !== null && <Fact name={pageTexts.thrownBelow}>{idLink(senderInstanceId)}</Fact>}
        <Fact name={texts.names.attempts}>{attempts}</Fact>
        <Fact name={pageTexts.firstParked}>{formatTime(letter.firstParkedAt)}</Fact>
        <Fact name={pageTexts.lastParked}>{formatTime(letter.parkedAt)}</Fact>
        {letter.retriedAt !== null && <Fact name={pageTexts.retried}>{byWhom(letter.retriedAt, letter.retriedBy)}</Fact>}
        {endedAt !== null && <Fact name={pageTexts.ended}>{byWhom(endedAt, letter.endedBy)}</Fact>}
        {letter.reason !== null && <Fact name={texts.names.reason}>{letter.reason}</Fact>}
      </dl>
    </>
  );
}

function idLink(id: string | null): ReactNode {
  return id === null ? '—' : <ShortId id={id} to={`/process-instance/${id}`} />;
}

function byWhom(at: string, actor: string | null): string {
  return actor === null ? formatTime(at) : pageTexts.by(formatTime(at), actor);
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Buttons(props: { readonly letter: DeadLetterContent; readonly onDrop: () => void; readonly onRetried: () => void }) {
  const { letter, onDrop, onRetried } = props;
  const may = useMay();
  const retry = useAction(actions.retryLetter, () => pageTexts.retryStarted);
  if (letter.endedAt !== null || !may('operate', letter.processKey)) return null;
  return (
    <Group gap="sm" mt="sm" className="dialog-foot">
      <Button
        disabled={!letter.canRetry}
        loading={retry.isPending}
        onClick={() => retry.mutate(letter.deadLetterId, { onSuccess: onRetried })}
      >
        {texts.shared.retry}
      </Button>
      <Button color="red" variant="outline" className="danger-outline" disabled={letter.status !== 'Parked'} onClick={onDrop}>
        {pageTexts.drop}
      </Button>
    </Group>
  );
}

function Part({ title, copyLabel, text }: { readonly title: string; readonly copyLabel: string; readonly text: string }) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mt="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <CopyButton text={text} label={copyLabel} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <pre className="json" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

function DropDialog(props: { readonly letter: DeadLetterContent; readonly onKept: () => void; readonly onDropped: () => void }) {
  const { letter, onKept, onDropped } = props;
  const [reason, setReason] = useState('');
  const drop = useAction(actions.dropLetter, () => pageTexts.dropped, { showsRefusal: false });
  return (
    <Dialog
      title={pageTexts.dropOf(letter.kind)}
      action={pageTexts.dropIt}
      dismiss={texts.shared.keep}
      isDangerous
      isReady={reason.trim() !== ''}
      isBusy={drop.isPending}
      refusal={drop.error?.message}
      onAction={() => drop.mutate({ letterId: letter.deadLetterId, reason }, { onSuccess: onDropped })}
      onClose={onKept}
    >
      <Text>{letter.ifDropped}</Text>
      <TextInput
        label={texts.names.reason}
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
