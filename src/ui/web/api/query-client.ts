import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Pages do not refresh themselves (docs/spec/pages.md#no-self-refresh): nothing is read again unless somebody asks, or a page wants an interval. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // else the library waits without a word while the browser says that it is offline
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 1000,
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || error.status >= 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
