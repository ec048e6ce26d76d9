import { Anchor, Container, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';

/** A second failure within this time is shown instead of trying again. Unit: ms. */
const TRIED_LATELY_MS = 30_000;
const MARK = 'sluice.reloadedAt';

/**
 * A page that could not be shown. Most often a part of the application could not be loaded, because the sign-in has expired or a newer
 * version has replaced it: then loading the address again helps, and leads to the sign-in where that is needed.
 */
export function FaultPage() {
  const error = useRouteError();
  useEffect(() => {
    if (!isPartMissing(error) || Date.now() - Number(sessionStorage.getItem(MARK)) < TRIED_LATELY_MS) return;
    // while the service is away the browser's own page would take the place of this one
    void fetch('/alive').then(
      ({ ok }) => {
        if (!ok) return;
        sessionStorage.setItem(MARK, String(Date.now()));
        location.reload();
      },
      () => {},
    );
  }, [error]);
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

/** Every browser has its own words for it. */
function isPartMissing(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module|module script|preload/i.test(error.message);
}
