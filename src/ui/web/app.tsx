import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from './api/client.ts';
import { PageRouter } from './components/page-router.tsx';
import { useZone } from './components/use-zone.ts';
import { FaultBoundary } from './pages/fault.tsx';
import { Pages } from './routes.tsx';
import { AppearanceProvider, colorSchemeManager, useAppearance } from './shell/appearance.tsx';
import { setZone } from './texts/numbers.ts';
import { texts } from './texts/texts.ts';

/** Reads again only on request, or at the interval of a page (docs/contributing/spec/pages.md#no-self-refresh). */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // otherwise reads hang without error while the browser reports that it is offline
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 1000,
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || error.status >= 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Index 7 has a contrast of 5.9 to white. */
const SLUICE: MantineColorsTuple = [
  '#e3f6fa',
  '#c9e9f0',
  '#98d2e0',
  '#65bbd0',
  '#3da8c2',
  '#2499b6',
  '#0f8099',
  '#0b6e83',
  '#075a6c',
  '#034654',
];

export function App() {
  return (
    <AppearanceProvider>
      <Themed />
    </AppearanceProvider>
  );
}

function Themed() {
  const { accent } = useAppearance();
  const [zone] = useZone();
  setZone(zone);
  const theme = createTheme({
    primaryColor: accent,
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    luminanceThreshold: 0.35,
    colors: { sluice: SLUICE },
    fontFamily: "'Figtree Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, monospace',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': texts.shell.closeMessage } } } },
  });
  return (
    // creates the CSS variables; the file of the library would add 4 kB to the first load
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        {/* times are text: another zone needs new elements */}
        <PageRouter key={zone}>
          <FaultBoundary>
            <Pages />
          </FaultBoundary>
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}
