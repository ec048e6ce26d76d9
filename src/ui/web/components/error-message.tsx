import { Text } from '@mantine/core';
import { language } from '../texts/current-language.ts';

/** Unless the pages are English, further lines are the text of the API: small, and marked as English (docs/contributing/spec/pages.md#error-sentences). */
export function ErrorMessage({ text }: { readonly text: string }) {
  const end = language === 'en' ? -1 : text.indexOf('\n');
  if (end < 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <Text component="span" display="block" size="sm" lang="en">
        {text.slice(end + 1)}
      </Text>
    </>
  );
}
