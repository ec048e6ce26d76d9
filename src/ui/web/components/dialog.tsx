import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { ErrorMessage } from './error-message.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** Enter in a field runs the action. If the content is longer than the window, it scrolls between title and buttons. */
export function Dialog(props: {
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** text of the cancel button; default `Cancel` */
  readonly dismiss?: string;
  /** third button, next to the action */
  readonly other?: ReactNode;
  /** false: disables the action. The browser does not check the fields */
  readonly isReady?: boolean;
  readonly isBusy: boolean;
  /** error text, for example of the service */
  readonly refusal?: string | undefined;
  readonly size?: string | number;
  readonly onAction: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const {
    title,
    action,
    isDangerous,
    dismiss = texts.shared.cancel,
    other,
    isReady = true,
    isBusy,
    refusal,
    size,
    onAction,
    onClose,
    children,
  } = props;
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={title} size={size ?? 'md'} closeButtonProps={{ 'aria-label': texts.shared.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) onAction();
        }}
      >
        <Stack>
          {children}
          <div className="dialog-foot">
            {refusal !== undefined && (
              <Alert color="red" variant="light" role="alert" mb="sm" className="dialog-refusal">
                <ErrorMessage text={refusal} />
              </Alert>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {dismiss}
              </Button>
              {other}
              <Button type="submit" disabled={!isReady} loading={isBusy} {...(isDangerous && { color: 'red.9' })}>
                {action}
              </Button>
            </Group>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
