import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { sessionQuery } from '../api/views.ts';
import { BusyWithPage } from '../components/busy.tsx';
import { ErrorBar } from '../components/error-bar.tsx';
import { Loading } from '../components/loading.tsx';
import { useMayOpen } from '../components/use-may.ts';
import { LiveOnDemand } from '../live/live-on-demand.tsx';
import { ForbiddenPage } from '../pages/forbidden.tsx';
import { texts } from '../texts/texts.ts';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { Header } from './header.tsx';
import { Messages } from './messages.tsx';
import { Navigation } from './navigation.tsx';
import { PageAnnouncement } from './page-announcement.tsx';
import { isOpenTo, pageOf } from './page-list.ts';
import { useSearch } from './search-on-demand.tsx';
import { useRecovery } from './use-recovery.ts';

/** Layout of all pages (docs/contributing/spec/pages.md#general). `isReady`: the code of the first page is loaded. */
export function Shell({ isReady }: { readonly isReady: boolean }) {
  const session = useQuery(sessionQuery);
  useRecovery();
  const { open, search } = useSearch();
  const [isMenuOpen, toggleMenu] = useSmallScreenMenu();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {texts.shell.skip}
      </a>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a dialog has a header too, so that of the page needs a name */}
      <header className="shell-header" aria-label="Sluice">
        <Header session={session.data} onSearch={open} isMenuOpen={isMenuOpen} onMenu={toggleMenu} />
      </header>
      <div className="shell-navigation" data-open={isMenuOpen}>
        <Navigation />
      </div>
      <main id="content" className="shell-content" tabIndex={-1}>
        {session.data?.readOnly != null && (
          <Alert color="yellow" variant="light" role="note" mb="md">
            {session.data.readOnly}
          </Alert>
        )}
        {session.isError && session.data === undefined ? (
          <ErrorBar text={texts.shell.sessionFailed(session.error.message)} onRetry={() => void session.refetch()} />
        ) : (
          <Suspense fallback={<Loading />}>{session.isPending || !isReady ? <Loading /> : <Page />}</Suspense>
        )}
      </main>
      <PageAnnouncement />
      <BusyWithPage />
      {session.data !== undefined && <LiveOnDemand />}
      {search}
      <ExpiredSignIn />
      <Messages />
    </div>
  );
}

/** An error page if the user may not open it. */
function Page() {
  const mayOpen = useMayOpen();
  const page = pageOf(useLocation().pathname);
  return page === undefined || isOpenTo(mayOpen, page) ? <Outlet /> : <ForbiddenPage />;
}

/** `isOpen` and toggle. Opening a page closes the navigation. */
function useSmallScreenMenu(): [boolean, () => void] {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each address
  useEffect(() => setOpen(false), [pathname]);
  return [isOpen, () => setOpen(!isOpen)];
}
