import { Text } from '@mantine/core';
import { PageHeading } from '../components/page-heading.tsx';

/** A page that the user may not open (docs/spec/roles.md#pages). */
export function ForbiddenPage() {
  return (
    <>
      <PageHeading title="Forbidden" />
      <Text>Your roles do not let you open this page. Ask whoever runs this service for a role that does.</Text>
    </>
  );
}
