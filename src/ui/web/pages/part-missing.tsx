import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { texts } from '../texts/texts.ts';

/** A second failure within this time is shown instead of trying again. */
const TRIED_LATELY_MS = 30_000;
const POLL_MS = 3000;
const MARK = 'sluice.reloadedAt';

/** A page whose code failed to load. Shows the error in the usual frame, and loads again when the service answers. */
export function PartMissingPage() {
  useReloadWhenBack(true);
  return (
    <>
      <PageHeading title={texts.missing.pageMissing} />
      <Text role="alert" mb="md">
        {texts.missing.replaced}
      </Text>
      <Button onClick={() => location.reload()}>{texts.missing.tryNow}</Button>
    </>
  );
}

/**
 * Loads the address again when the service answers; the service asks for the sign-in if it has expired. Does not do so earlier, because
 * the error page of the browser would replace this page.
 */
export function useReloadWhenBack(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const isBack = await fetch('/alive').then(
        ({ ok }) => ok,
        () => false,
      );
      const hasTriedLately = Date.now() - Number(sessionStorage.getItem(MARK)) < TRIED_LATELY_MS;
      if (isBack && !hasTriedLately) {
        sessionStorage.setItem(MARK, String(Date.now()));
        location.reload();
      } else timer = setTimeout(() => void look(), POLL_MS);
    };
    void look();
    return () => clearTimeout(timer);
  }, [isWanted]);
}
