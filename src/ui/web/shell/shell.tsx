import { AppShell, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { sessionQuery } from '../api/views.ts';
import { ErrorBar } from '../parts/error-bar.tsx';
import { Loading } from '../parts/loading.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { Search } from './search.tsx';

/** The frame of every page: header, navigation, search, and what to do when the sign-in has expired (contract 10.1). */
export function Shell() {
  const session = useQuery(sessionQuery);
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true } }} padding="md">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Header session={session.data} />
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main>
        <Box id="content" tabIndex={-1} maw={1600}>
          {session.isError ? (
            <ErrorBar text={`Failed to load the session: ${session.error.message}`} onRetry={() => void session.refetch()} />
          ) : (
            <Suspense fallback={<Loading />}>{session.isPending ? <Loading /> : <Outlet />}</Suspense>
          )}
        </Box>
      </AppShell.Main>
      <Search />
      <ExpiredSignIn />
    </AppShell>
  );
}
