import { Anchor, Container, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { PartMissing } from '../components/load-part.ts';
import { texts } from '../texts/texts.ts';
import { useReloadWhenBack } from './part-missing.tsx';

/**
 * Page that could not be shown. If code failed to load, because the sign-in has expired or a newer version has replaced it, loading the address again
 * helps.
 */
export function FaultPage() {
  const error = useRouteError();
  const isMissing = isPartMissing(error);
  useReloadWhenBack(isMissing);
  const why = error instanceof Error ? error.message : String(error);
  return (
    <Container py="xl" component="main">
      <Title order={1} size="h2" mb="md">
        {texts.missing.error}
      </Title>
      <Text mb="md">{isMissing ? texts.missing.partMissing : texts.missing.notShown(why)}</Text>
      <Anchor href={location.href}>{texts.missing.loadAgain}</Anchor>
    </Container>
  );
}

/** Error texts differ between browsers. */
function isPartMissing(error: unknown): boolean {
  return (
    error instanceof PartMissing ||
    (error instanceof Error && /dynamically imported module|importing a module|module script|preload/i.test(error.message))
  );
}
