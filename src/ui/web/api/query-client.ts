import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Pages do not refresh themselves (docs/contributing/spec/pages.md#no-self-refresh): data are read again only on request, or at the interval of a page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // otherwise the library silently waits while the browser reports that it is offline
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 1000,
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || error.status >= 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
