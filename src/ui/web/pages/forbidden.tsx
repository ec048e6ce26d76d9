import { Text } from '@mantine/core';
import { PageHeading } from '../components/page-heading.tsx';
import { texts } from '../texts/texts.ts';

/** A page that the user may not open (docs/contributing/spec/roles.md#pages). */
export function ForbiddenPage() {
  return (
    <>
      <PageHeading title={texts.missing.forbidden} />
      <Text>{texts.missing.notYours}</Text>
    </>
  );
}
