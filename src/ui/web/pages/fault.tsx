import { Anchor, Container, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PartMissing } from '../components/load-part.ts';
import { texts } from '../texts/texts.ts';
import { useReloadWhenBack } from './part-missing.tsx';

/** Shows {@link FaultPage} instead of a page that fails, until another address is opened. */
export function FaultBoundary({ children }: { readonly children: ReactNode }) {
  const { key, pathname } = useLocation();
  return <Boundary address={`${key} ${pathname}`}>{children}</Boundary>;
}

class Boundary extends Component<{ readonly address: string; readonly children: ReactNode }, Failed> {
  override state: Failed = { failure: undefined, address: '' };

  static getDerivedStateFromError(error: unknown): Partial<Failed> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ address }: { readonly address: string }, state: Failed): Failed {
    return address === state.address ? state : { failure: undefined, address };
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <FaultPage error={failure.error} />;
  }
}

/** `address`: the one that failed. */
interface Failed {
  readonly failure: { readonly error: unknown } | undefined;
  readonly address: string;
}

/**
 * Page that could not be shown. If code failed to load, because the sign-in has expired or a newer version has replaced it, loading the address again
 * helps.
 */
function FaultPage({ error }: { readonly error: unknown }) {
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
