import { useIsFetching } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import './components.css';
import { useIsOpening } from './page-router.tsx';

/** Progress line at the top of the window; delayed, so that fast reads do not flicker. */
export function Busy() {
  return (
    <div className="busy-line" role="status">
      <span className="only-read">{texts.shared.loading}</span>
    </div>
  );
}

/** Progress bar for opening pages and loading data. */
export function BusyWithPage() {
  const isOpening = useIsOpening();
  const isReading = useIsFetching() > 0;
  return isOpening || isReading ? <Busy /> : null;
}
