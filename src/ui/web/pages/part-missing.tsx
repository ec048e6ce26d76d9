import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { texts } from '../texts/texts.ts';

/** A second failure within this time is shown, not retried. */
const TRIED_LATELY_MS = 30_000;
const POLL_MS = 3000;
const MARK = 'sluice.reloadedAt';

/** Shows in the usual frame that code failed to load. Loads again when the service answers. */
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

/** Waits until the service answers, otherwise the error page of the browser would replace this page. The service asks for an expired sign-in. */
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
