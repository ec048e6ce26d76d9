import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../api/views.ts';
import { pageTexts } from '../texts/dialogs.ts';

/** `given`: member of the request, without spaces at its ends; empty if the user gave none. `isMissing`: mandatory and not given. */
export interface Reason {
  readonly text: string;
  readonly given: { readonly reason?: string };
  readonly isRequired: boolean;
  readonly isMissing: boolean;
  readonly onChange: (text: string) => void;
}

/** Reason of a repair; `UI_REQUIRE_REASON` makes it mandatory (docs/contributing/spec/pages.md#reasons). */
export function useReason(): Reason {
  const [text, onChange] = useState('');
  const isRequired = useQuery(sessionQuery).data?.requiresReason === true;
  const reason = text.trim();
  return { text, given: reason === '' ? {} : { reason }, isRequired, isMissing: isRequired && reason === '', onChange };
}

export function ReasonField({ reason, ...rest }: { readonly reason: Reason } & Omit<TextInputProps, 'onChange'>) {
  const { text, isRequired, onChange } = reason;
  return (
    <TextInput
      {...rest}
      label={isRequired ? pageTexts.reason : pageTexts.optionalReason}
      required={isRequired}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
