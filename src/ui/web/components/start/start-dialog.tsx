import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import { businessIdFault } from '../../../../requests/request-texts.ts';
import { actions, useAction } from '../../api/actions.ts';
import { withMembers } from '../../api/json-text.ts';
import { startFormQuery } from '../../api/views.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { BusinessIdField } from '../business-id-field.tsx';
import { Dialog } from '../dialog.tsx';
import { faultOf } from '../forms/field-fault.ts';
import { FormFields } from '../forms/form-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { InstanceLink } from '../instance-links.tsx';
import { readVariables } from '../json-text.ts';
import { VariablesField } from '../variables-field.tsx';
import { ReadVariableFields, useReadVariables } from './read-variables.tsx';

/**
 * Starts an instance with its start form and the variables that the model reads (docs/contributing/spec/pages.md#start-dialog). Fields and title: of `workflow.version`. `workflow.name`: in the notice, default: the key. `isExact`: starts
 * this version, otherwise the latest. `note`: text above the fields. `onStarted`: called after the start.
 */
export function StartDialog(props: {
  readonly workflow: { readonly key: string; readonly version: number; readonly name?: string | null };
  readonly isExact?: boolean;
  readonly note?: string | undefined;
  readonly onClose: () => void;
  readonly onStarted?: (instanceId: string) => void;
}) {
  const { workflow, isExact = false, note, onClose, onStarted } = props;
  const { key, version, name } = workflow;
  const navigate = useNavigate();
  const [businessId, setBusinessId] = useState('');
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const showStarted = ({ WorkflowInstanceId }: { readonly WorkflowInstanceId: string }) => {
    const message = (
      <Text size="sm">
        {pageTexts.start.started(name ?? key, version)}{' '}
        <InstanceLink instanceId={WorkflowInstanceId} text={pageTexts.start.open} onOpen={(path) => void navigate(path)} />
      </Text>
    );
    notifications.show({ color: 'green', autoClose: 15_000, message });
    return undefined;
  };
  const start = useAction(actions.start, showStarted, { showsRefusal: false });
  const { variables: others, error } = readVariables(text);
  const { data: { fields = [] } = {} } = useQuery(startFormQuery(key, version));
  const form = useForm(fields);
  const read = useReadVariables(key, version, fields);
  const idError = businessId === '' ? undefined : businessIdFault(businessId);
  const submit = () => {
    setSubmitted(true);
    const named = new Set(others === undefined ? [] : Object.keys(JSON.parse(others.text) as object));
    const isInJson = (field: FormField) => form.textOf(field) === '' && named.has(field.id);
    if (fields.some((field) => faultOf(field, form.textOf(field)) !== undefined && !isInJson(field)) || read.hasFault) return;
    const entered = [...form.values(), ...read.values];
    const variables = entered.length === 0 ? others : withMembers(others, new Map(entered));
    start.mutate(
      {
        key,
        ...(isExact && { version }),
        ...(businessId !== '' && { businessId }),
        ...(variables !== undefined && { variables }),
      },
      {
        onSuccess: ({ WorkflowInstanceId }) => {
          onClose();
          onStarted?.(WorkflowInstanceId);
        },
      },
    );
  };
  return (
    <Dialog
      title={pageTexts.start.title(key, version)}
      action={pageTexts.start.start}
      isReady={error === undefined && idError === undefined}
      isBusy={start.isPending}
      refusal={start.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      {note !== undefined && <Text size="sm">{note}</Text>}
      <BusinessIdField data-autofocus value={businessId} onChange={setBusinessId} />
      <FormFields fields={fields} form={form} isFocused={false} showsFaults={isSubmitted} />
      <ReadVariableFields read={read} showsFaults={isSubmitted} />
      <VariablesField
        label={pageTexts.start.variables}
        value={text}
        isFolded={fields.length + read.all.length > 0}
        onChange={setText}
      />
    </Dialog>
  );
}
