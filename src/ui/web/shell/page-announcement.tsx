import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Wait for the title of a page. */
const TITLE_MS = 400;
const PRODUCT = ' · Sluice';

/** Announces page changes within the application. Browsers announce only loaded pages. */
export function PageAnnouncement() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [announced, setAnnounced] = useState('');
  const isFirst = announced === '' && pathname === first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each address
  useEffect(() => {
    if (isFirst) return;
    const timer = setTimeout(() => setAnnounced(document.title.replace(PRODUCT, '')), TITLE_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div role="status" className="only-read">
      {announced}
    </div>
  );
}
