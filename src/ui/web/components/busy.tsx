import { useIsFetching } from '@tanstack/react-query';
import { useNavigation } from 'react-router';
import { texts } from '../texts/texts.ts';
import './components.css';

/** A progress line at the top of the window. It appears after a moment, so that fast reads do not flicker. */
export function Busy() {
  return (
    <div className="busy-line" role="status">
      <span className="only-read">{texts.shared.loading}</span>
    </div>
  );
}

/** Progress bar for a page that opens and for data that loads. */
export function BusyWithPage() {
  const isOpening = useNavigation().state !== 'idle';
  const isReading = useIsFetching() > 0;
  return isOpening || isReading ? <Busy /> : null;
}
