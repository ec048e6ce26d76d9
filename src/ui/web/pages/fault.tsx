import { Anchor, Container, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';

/** A page that could not be shown: a bug, or a part of the application that a newer version has replaced. */
export function FaultPage() {
  const error = useRouteError();
  return (
    <Container py="xl" component="main">
      <Title order={1} size="h2" mb="md">
        Error
      </Title>
      <Text mb="md">This page could not be shown: {error instanceof Error ? error.message : String(error)}</Text>
      <Anchor href={location.href}>Load it again</Anchor>
    </Container>
  );
}
