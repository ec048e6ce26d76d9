import { Text } from '@mantine/core';
import { PageHeading } from '../components/page-heading.tsx';
import { texts } from '../texts/texts.ts';

/** See docs/contributing/spec/roles.md#pages. */
export function ForbiddenPage() {
  return (
    <>
      <PageHeading title={texts.missing.forbidden} />
      <Text>{texts.missing.notYours}</Text>
    </>
  );
}
